//! The two doors that every call passes: [`Boundary::enter`] before the handler runs, [`Round::leave`] after it.
//!
//! A server wraps its handler with the two and cannot forget a check: what the client echoes is believed only where it
//! was minted for this very call, answers are read only against the questions asked, and the rounds are counted
//! wherever they land.

mod enter;
mod leave;
mod method;
mod refusal;
mod round;
mod settings;
mod slip;
mod unasked;
mod widget;

use std::sync::Arc;

pub use enter::{Call, Principal};
pub use refusal::Refusal;
pub use round::Round;
pub use unasked::Unasked;
pub use widget::UrlCompletion;

use crate::error::Error;
use crate::state::Key;
use method::Method;
use settings::Settings;

/// The boundary of one server. Cheap to clone, and shared freely between threads.
#[derive(Clone)]
pub struct Boundary {
    settings: Arc<Settings>,
}

impl std::fmt::Debug for Boundary {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Boundary")
            .field("codec", &self.settings.codec)
            .field("max_rounds", &self.settings.max_rounds)
            .finish_non_exhaustive()
    }
}

impl Boundary {
    /// Makes a boundary from a key ring (the first key mints, all open) and options as one JSON object; the empty text
    /// stands for `{}`.
    ///
    /// - `format`, `open`, `ttlSeconds`, `keyIds`: as [`crate::state::Codec::new`] takes them; the format is `signed`
    ///   or `encrypted`;
    /// - `maxRounds`: how often one call may ask, 8 unless given;
    /// - `audience`: the service that tokens are for; `serverName`: its name, which the format `encrypted` takes for
    ///   the audience when none is set;
    /// - `foreign`: makers whose tokens pass although they lack our claims: `typescript-sdk`, `ng-mcp-ui`,
    ///   `python-sdk`, `ruby-sdk`;
    /// - `answersWithoutState`: `ignore` (unless given) or `read`;
    /// - `unsafeIntegers`: `exact` (unless given), or `refuse` on a host that hands over numbers which it has parsed;
    /// - `limits`: `{tokenBytes, questions, keyCharacters, formBytes, properties, options}`, positive integers: the
    ///   longest token, the questions of one round and the characters of a key, the text, the properties and the options
    ///   of a form; 65,536, 64, 128, 4 MiB, 1,000 and 10,000 unless given;
    /// - `allowSensitive`: names that forms may ask for although they look like secrets; `schemes`: what URLs may use.
    ///
    /// Without keys nothing is sealed and nothing is bound: `requestState` passes as it is, answers are read as they
    /// come, and rounds have no bound.
    ///
    /// Errors: `invalid_key`, `duplicate_key`, `invalid_option`, `invalid_ttl`.
    pub fn new(keys: Vec<Key>, options: &str) -> Result<Boundary, Error> {
        Ok(Boundary { settings: Arc::new(Settings::new(keys, options)?) })
    }

    /// Does this method pass through the doors? The others (lists, for one) never ask.
    #[must_use]
    pub fn asks(method: &str) -> bool {
        Method::from_name(method).is_some()
    }

    /// The methods that pass through the doors.
    #[must_use]
    pub fn asking() -> [&'static str; 3] {
        Method::ALL.map(Method::as_str)
    }

    /// Are states sealed here?
    #[must_use]
    pub fn has_key(&self) -> bool {
        self.settings.codec.is_some()
    }
}

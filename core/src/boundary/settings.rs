//! The boundary's options.

use crate::error::{Error, ErrorCode};
use crate::message::{self, QuestionOptions};
use crate::options::{self, Options};
use crate::rounds;
use crate::state::claims::Make;
use crate::state::{CODEC_OPTIONS, Codec, Format, Key, TOKEN_LIMIT};

pub(super) struct Settings {
    pub(super) codec: Option<Codec>,
    pub(super) max_rounds: u32,
    pub(super) audience: Option<String>,
    pub(super) foreign: Vec<Make>,
    pub(super) read_without_state: bool,
    pub(super) exact_numbers: bool,
    pub(super) questions: QuestionOptions,
}

const OWN: [&str; 8] = [
    "maxRounds",
    "audience",
    "serverName",
    "foreign",
    "answersWithoutState",
    "unsafeIntegers",
    "allowSensitive",
    "schemes",
];

/// Members of the option `limits`.
const LIMITS: [&str; 6] = [TOKEN_LIMIT, "questions", "keyCharacters", "formBytes", "properties", "options"];

impl Settings {
    pub(super) fn new(keys: Vec<Key>, text: &str) -> Result<Settings, Error> {
        let document = options::scan(text)?;
        let known: Vec<&str> =
            CODEC_OPTIONS.iter().filter(|name| **name != "allowAnyTtl").chain(&OWN).copied().collect();
        let options = Options::new(document.root(), &known)?;
        let mut questions = QuestionOptions::default();
        questions.form.allow_sensitive = options.texts("allowSensitive")?.unwrap_or_default();
        if let Some(schemes) = options.texts("schemes")? {
            questions.schemes = message::allowable_schemes(schemes)?;
        }
        let max_token = match options.get("limits") {
            None => None,
            Some(limits) => read_limits(Options::new(limits, &LIMITS)?, &mut questions)?,
        };
        let codec = if keys.is_empty() { None } else { Some(Codec::from_options(keys, options, max_token)?) };
        if codec.as_ref().is_some_and(|codec| !codec.seals_claims()) {
            return Err(options::invalid("option format: the boundary mints signed or encrypted tokens"));
        }
        Ok(Settings {
            max_rounds: options.positive("maxRounds")?.unwrap_or(rounds::DEFAULT_MAX_ROUNDS),
            audience: audience(options, codec.as_ref())?,
            foreign: foreign(options)?,
            read_without_state: options.choice("answersWithoutState", ["ignore", "read"])?,
            exact_numbers: !options.choice("unsafeIntegers", ["exact", "refuse"])?,
            questions,
            codec,
        })
    }
}

/// Takes the limits on questions over, and gives the one on tokens.
fn read_limits(limits: Options<'_, '_>, questions: &mut QuestionOptions) -> Result<Option<u32>, Error> {
    let form = &mut questions.form.limits;
    for (name, limit) in [
        ("questions", &mut questions.max_questions),
        ("keyCharacters", &mut questions.max_key),
        ("formBytes", &mut form.text_bytes),
        ("properties", &mut form.properties),
        ("options", &mut form.options),
    ] {
        if let Some(given) = limits.positive(name)? {
            *limit = given as usize;
        }
    }
    limits.positive(TOKEN_LIMIT)
}

/// The service that tokens are for. The Python SDK puts the server's name in when nothing else is set, so the format
/// `encrypted` does too; the other formats carry an audience only when one is configured.
fn audience(options: Options<'_, '_>, codec: Option<&Codec>) -> Result<Option<String>, Error> {
    let audience = options.text("audience")?;
    if audience.as_deref() == Some("") {
        return Err(options::invalid("option audience must not be empty"));
    }
    let name = options.text("serverName")?.filter(|_| codec.is_some_and(|codec| codec.format() == Format::Encrypted));
    Ok(audience.or(name))
}

fn foreign(options: Options<'_, '_>) -> Result<Vec<Make>, Error> {
    let named = |name: &String| {
        let make = Make::FOREIGN.iter().find(|(known, _)| known == name);
        make.map(|(_, make)| *make).ok_or_else(|| {
            Error::new(
                ErrorCode::InvalidOption,
                "option foreign lists makers of tokens: typescript-sdk, ng-mcp-ui, python-sdk, ruby-sdk",
            )
        })
    };
    options.texts("foreign")?.unwrap_or_default().iter().map(named).collect()
}

//! Messages: the questions that a server puts to its client, and what comes back.
//!
//! Questions are built and checked before they are sent ([`Question`]), and asked only of clients that declared that
//! they can be ([`Capabilities`]). Answers are read as what they are, words of the other side ([`Responses`]).

mod answer;
mod build;
mod capability;
mod confirm;
mod credential;
mod elicit;
mod input_required;
mod kind;
mod older;
mod options;
mod path;
mod protocol;
mod question;
mod read;
mod reply;
mod response;
mod sampling;
mod shape;
mod url;

pub use answer::Answer;
pub use build::{create_message, elicit, elicit_form, elicit_url, list_roots};
pub use capability::{Capabilities, Needs};
pub use input_required::input_required;
pub(crate) use input_required::questions;
pub use kind::Kind;
pub use older::older;
pub use options::QuestionOptions;
pub(crate) use options::allowable as allowable_schemes;
pub use question::Question;
pub(crate) use response::Asked;
pub use response::{Note, Responses};

/// Longest JSON text of one form or content, in bytes.
pub(crate) const CONTENT_BYTES: usize = 4 << 20;
/// Deepest nesting of a form, a content or a sampling result.
pub(crate) const CONTENT_DEPTH: usize = 64;
/// Deepest nesting of what surrounds them.
pub(crate) const STATE_DEPTH: usize = 128;
/// Most questions in one round.
pub(crate) const MAX_QUESTIONS: usize = 64;
/// Longest key of a question, in characters.
pub(crate) const MAX_KEY: usize = 128;

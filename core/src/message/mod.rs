//! Messages: the questions that a server puts to its client, and what comes back.
//!
//! Questions are built and checked before they are sent ([`Question`]), and asked only of clients that declared that
//! they can be ([`Capabilities`]). Answers are read as what they are, words of the other side ([`Responses`]).

mod answer;
mod capability;
mod credential;
mod kind;
mod near;
mod path;
mod protocol;
mod read;
mod reply;
mod response;
mod shape;
mod url;

pub use answer::Answer;
pub use capability::{Capabilities, Needs};
pub use kind::Kind;
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

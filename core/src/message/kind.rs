//! The kinds of input request.

/// A kind of input request (specification, multi round-trip requests: `elicitation/create` in its two modes,
/// `sampling/createMessage`, `roots/list`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A form for the user.
    Form,
    /// A page that the user is sent to.
    Url,
    /// A message from the client's model.
    Sampling,
    /// The client's roots.
    Roots,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Form, Kind::Url, Kind::Sampling, Kind::Roots];

    /// The name that handlers use.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Form => "form",
            Kind::Url => "url",
            Kind::Sampling => "sampling",
            Kind::Roots => "roots",
        }
    }

    /// The kind of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The mark in a token's claim `q`.
    pub(crate) fn letter(self) -> char {
        match self {
            Kind::Form => 'e',
            Kind::Url => 'u',
            Kind::Sampling => 's',
            Kind::Roots => 'l',
        }
    }

    pub(crate) fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

//! The four kinds of question that a server may put to a client.

/// A kind of question. The specification's three methods make four kinds, since the two modes of elicitation differ
/// in everything that matters here: what may be asked, what the client must have declared, and what an accept means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// `elicitation/create` in form mode: the client asks the user, and the answer comes back through the client.
    Form,
    /// `elicitation/create` in URL mode: the client sends the user to a URL. To *collect* a URL, use a form with
    /// `format: "uri"`.
    Url,
    /// `sampling/createMessage`: the client asks its model.
    Sampling,
    /// `roots/list`: the client names the directories it works on.
    Roots,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 4] = [Kind::Form, Kind::Url, Kind::Sampling, Kind::Roots];

    /// The letter that stands for the kind in a token's `q` claim.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Kind::Form => 'e',
            Kind::Url => 'u',
            Kind::Sampling => 's',
            Kind::Roots => 'l',
        }
    }

    /// The kind of a letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// The name by which a handler asks whether it may ask: `form`, `url`, `sampling`, `roots`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Form => "form",
            Kind::Url => "url",
            Kind::Sampling => "sampling",
            Kind::Roots => "roots",
        }
    }

    /// The kind of that exact name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// The method of the input request.
    #[must_use]
    pub fn method(self) -> &'static str {
        match self {
            Kind::Form | Kind::Url => "elicitation/create",
            Kind::Sampling => "sampling/createMessage",
            Kind::Roots => "roots/list",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_and_names_lead_back() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_letter(kind.letter()), Some(kind));
            assert_eq!(Kind::from_name(kind.as_str()), Some(kind));
        }
        assert_eq!(Kind::ALL.map(Kind::letter), ['e', 'u', 's', 'l']);
        for other in ["Form", "URL", "voice", "", "elicitation"] {
            assert_eq!(Kind::from_name(other), None);
        }
        assert_eq!(Kind::from_letter('E'), None);
    }
}

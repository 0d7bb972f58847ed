//! The revisions of the protocol in which a server asks its client by requests of its own.

/// A revision before 2026-07-28. Its clients know no `input_required`: they are asked over a session while the call
/// waits, and can be asked less the older they are (schema.ts of each revision).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Revision {
    /// Sampling with text and images, and roots.
    V2024_11_05,
    /// Audio in sampling.
    V2025_03_26,
    /// Forms of strings, numbers, booleans and single choices, without defaults but those of booleans.
    V2025_06_18,
    /// URL mode, titled options, multi-selects and defaults; lists of blocks and tools in sampling.
    V2025_11_25,
}

impl Revision {
    /// Every one of them, oldest first.
    pub const ALL: [Revision; 4] =
        [Revision::V2024_11_05, Revision::V2025_03_26, Revision::V2025_06_18, Revision::V2025_11_25];

    /// The revision of that name, such as `2025-06-18`; `None` for 2026-07-28, for later ones and for unknown names.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Revision> {
        Revision::ALL.into_iter().find(|revision| revision.as_str() == name)
    }

    /// Its name as `initialize` negotiates it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Revision::V2024_11_05 => "2024-11-05",
            Revision::V2025_03_26 => "2025-03-26",
            Revision::V2025_06_18 => "2025-06-18",
            Revision::V2025_11_25 => "2025-11-25",
        }
    }
}

impl std::fmt::Display for Revision {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.as_str())
    }
}

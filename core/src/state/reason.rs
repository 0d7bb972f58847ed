//! Why a token was refused: for the server's own log, never for the wire.

macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// Why a token was refused. The wire always carries the same refusal whatever the reason; this goes to the
        /// server's own log and nowhere else.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Reason { $($(#[$doc])* $name,)* }

        impl Reason {
            /// Every reason.
            pub const ALL: &'static [Reason] = &[$(Reason::$name,)*];

            /// The stable name.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Reason::$name => $text,)* }
            }
        }
    };
}

reasons! {
    /// Not a token of a format that is opened here, or one with a second spelling.
    Malformed = "malformed",
    /// The tag does not fit: forged, changed, or minted under another key.
    Mac = "mac",
    /// Past its lifetime, or without one.
    Expired = "expired",
    /// The binding of a codec used alone does not fit, or stands on one side only.
    Bind = "bind",
    /// Minted for another purpose: a widget token as `requestState`, say.
    Purpose = "purpose",
    /// Minted for another method or target.
    Operation = "operation",
    /// Minted for other arguments.
    Arguments = "arguments",
    /// Minted by another service, or the audience stands on one side only.
    Audience = "audience",
    /// Minted for another principal, or the principal stands on one side only.
    Principal = "principal",
    /// No key of the ring has the token's key id.
    UnknownKey = "unknown_key",
    /// Minted more than a minute ahead of this clock.
    Future = "future",
    /// Minted by another SDK under the same key, which is not listed as welcome.
    Foreign = "foreign",
    /// Its round lies beyond the bound.
    Rounds = "rounds",
    /// Longer than the limit.
    TooLarge = "too_large",
}

impl std::fmt::Display for Reason {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl std::error::Error for Reason {}

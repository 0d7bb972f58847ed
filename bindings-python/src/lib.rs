//! The native half of the Python package `mrtr`: it converts, and decides nothing.
//!
//! Every object reaches the core as JSON text, which is written and read here, in one pass over Python's values. What
//! Python gives is checked by hand, since an automatic conversion that fails shows the value in its message.

mod boundary;
mod codec;
mod command;
mod convert;
mod error;
mod form;
mod guard;
mod json;
mod load;
mod message;
mod outcome;
mod responses;
mod round;
#[cfg(feature = "testing")]
mod testing;

/// The native half of `mrtr`; private, use the package.
///
/// Needs no GIL: every class is frozen, what changes in one (a round) is behind a lock, and nothing is shared beside them.
#[pyo3::pymodule(gil_used = false)]
mod _mrtr {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::boundary::Boundary;
    #[pymodule_export]
    use super::codec::{Codec, arguments_digest};
    #[pymodule_export]
    use super::command::command;
    #[pymodule_export]
    use super::form::{Form, HostModel};
    #[pymodule_export]
    use super::json::dump;
    #[pymodule_export]
    use super::load::_load;
    #[pymodule_export]
    use super::message::{create_message, elicit, elicit_url, input_required, list_roots};
    #[pymodule_export]
    use super::outcome::Accepted;
    #[pymodule_export]
    use super::responses::Responses;
    #[pymodule_export]
    use super::round::Round;
    #[cfg(feature = "testing")]
    #[pymodule_export]
    use super::testing::{_testing_entropy, _testing_fail, _testing_panic};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        super::guard::quiet_panics();
        module.add("DEFAULT_TTL_SECONDS", mrtr::state::DEFAULT_TTL_SECONDS)?;
        module.add("STATE_META_KEY", mrtr::state::STATE_META_KEY)?;
        module.add("SEALED_STATE_INVALID_MESSAGE", mrtr::state::SEALED_STATE_INVALID_MESSAGE)?;
        module.add("REFUSAL_MESSAGE", mrtr::state::REFUSAL_MESSAGE)?;
        module.add("VERSION", env!("CARGO_PKG_VERSION"))
    }
}

//! Plain Python values as JSON text.
//!
//! The standard library's encoder changes in silence what is no JSON (member names that are no str), shows values in its
//! messages, and takes longer than all that the core does with a call. This one keeps the digits of an integer, the
//! spelling that Python has for a float, the order of members, and a lone surrogate as its escape.

use std::fmt::Write as _;

use mrtr::ErrorCode;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple};

use crate::convert::text;
use crate::error;
use crate::guard::guard;

/// Deeper values are not looked at: the core's own limits lie far below, and a value that holds itself ends here.
const MAX_DEPTH: usize = 256;

/// Enough for the parameters of most calls.
const CAPACITY: usize = 512;

const HEX: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'];

/// The JSON text of a value made of None, bool, int, float, str, list, tuple and dict with str keys; `what` names it in
/// the error.
#[pyfunction]
pub(crate) fn dump(value: &Bound<'_, PyAny>, what: &Bound<'_, PyAny>) -> PyResult<String> {
    guard(value.py(), || written(value, text(what, "what")?))
}

/// [`dump`], for what is handed over as it is.
pub(crate) fn written(value: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    let mut writer = Writer { py: value.py(), what, out: String::with_capacity(CAPACITY) };
    writer.value(value, 0)?;
    Ok(writer.out)
}

/// The JSON text of an object given as any mapping; None has no members.
pub(crate) fn members(value: &Bound<'_, PyAny>, what: &str) -> PyResult<String> {
    if value.is_none() {
        return Ok("{}".to_owned());
    }
    if !value.is_instance_of::<PyDict>() && value.is_instance_of::<PyMapping>() {
        let plain = value.py().get_type::<PyDict>().call1((value,))?;
        return written(&plain, what);
    }
    written(value, what)
}

struct Writer<'a, 'py> {
    py: Python<'py>,
    what: &'a str,
    out: String,
}

impl<'py> Writer<'_, 'py> {
    fn fault(&self, code: ErrorCode, rule: &str) -> PyErr {
        error::new(self.py, code, &format!("{} {rule}", self.what))
    }

    /// The types themselves are told by one comparison each; what derives from them takes the longer way.
    fn value(&mut self, value: &Bound<'py, PyAny>, depth: usize) -> PyResult<()> {
        if let Ok(string) = value.cast_exact::<PyString>() {
            self.string(string)
        } else if let Ok(dict) = value.cast_exact::<PyDict>() {
            self.object(dict, depth)
        } else if let Ok(integer) = value.cast_exact::<PyInt>() {
            self.integer(integer)
        } else if let Ok(list) = value.cast_exact::<PyList>() {
            self.array(list.iter(), depth)
        } else if let Ok(boolean) = value.cast::<PyBool>() {
            self.out.push_str(if boolean.is_true() { "true" } else { "false" });
            Ok(())
        } else if value.is_none() {
            self.out.push_str("null");
            Ok(())
        } else if let Ok(float) = value.cast_exact::<PyFloat>() {
            self.float(float)
        } else {
            self.derived(value, depth)
        }
    }

    fn derived(&mut self, value: &Bound<'py, PyAny>, depth: usize) -> PyResult<()> {
        if let Ok(string) = value.cast::<PyString>() {
            self.string(string)
        } else if let Ok(integer) = value.cast::<PyInt>() {
            self.integer(integer)
        } else if let Ok(float) = value.cast::<PyFloat>() {
            self.float(float)
        } else if let Ok(dict) = value.cast::<PyDict>() {
            self.object(dict, depth)
        } else if let Ok(list) = value.cast::<PyList>() {
            self.array(list.iter(), depth)
        } else if let Ok(tuple) = value.cast::<PyTuple>() {
            self.array(tuple.iter(), depth)
        } else if depth > MAX_DEPTH {
            Err(self.too_deep())
        } else {
            let name = value.get_type().name()?;
            let rule = format!("holds a {}, which JSON has no form for", name.to_str().unwrap_or("value"));
            Err(self.fault(ErrorCode::InvalidArgument, &rule))
        }
    }

    fn too_deep(&self) -> PyErr {
        self.fault(ErrorCode::TooDeep, "nests too deeply")
    }

    fn object(&mut self, dict: &Bound<'py, PyDict>, depth: usize) -> PyResult<()> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.out.push('{');
        let mut first = true;
        for (name, member) in dict.iter() {
            if !first {
                self.out.push(',');
            }
            first = false;
            let Ok(name) = name.cast::<PyString>() else {
                return Err(self.fault(ErrorCode::InvalidArgument, "has a member whose name is no str"));
            };
            self.string(name)?;
            self.out.push(':');
            self.value(&member, depth + 1)?;
        }
        self.out.push('}');
        Ok(())
    }

    fn array(&mut self, items: impl Iterator<Item = Bound<'py, PyAny>>, depth: usize) -> PyResult<()> {
        if depth > MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.out.push('[');
        let mut first = true;
        for item in items {
            if !first {
                self.out.push(',');
            }
            first = false;
            self.value(&item, depth + 1)?;
        }
        self.out.push(']');
        Ok(())
    }

    fn integer(&mut self, integer: &Bound<'_, PyInt>) -> PyResult<()> {
        if let Ok(small) = integer.extract::<i64>() {
            // Writing to a String cannot fail.
            let _ = write!(self.out, "{small}");
            return Ok(());
        }
        // As `int` itself writes it: a subclass may write something else.
        let digits = self.py.get_type::<PyInt>().call_method1("__repr__", (integer,));
        let Ok(digits) = digits else {
            return Err(self.fault(ErrorCode::InvalidJson, "holds an integer with more digits than Python writes"));
        };
        self.out.push_str(digits.cast::<PyString>()?.to_str()?);
        Ok(())
    }

    fn float(&mut self, float: &Bound<'_, PyFloat>) -> PyResult<()> {
        if !float.value().is_finite() {
            return Err(self.fault(ErrorCode::InvalidJson, "holds a float that JSON has no form for"));
        }
        let digits = self.py.get_type::<PyFloat>().call_method1("__repr__", (float,))?;
        self.out.push_str(digits.cast::<PyString>()?.to_str()?);
        Ok(())
    }

    fn string(&mut self, string: &Bound<'_, PyString>) -> PyResult<()> {
        self.out.push('"');
        if let Ok(text) = string.to_str() {
            self.escaped(text);
        } else {
            self.surrogates(string)?;
        }
        self.out.push('"');
        Ok(())
    }

    fn escaped(&mut self, text: &str) {
        let mut rest = text;
        while let Some(at) = special(rest.as_bytes()) {
            let (plain, tail) = rest.split_at(at);
            self.out.push_str(plain);
            let mut chars = tail.chars();
            self.escape(chars.next().map_or(0, u32::from));
            rest = chars.as_str();
        }
        self.out.push_str(rest);
    }

    fn escape(&mut self, unit: u32) {
        match unit {
            0x08 => self.out.push_str("\\b"),
            0x09 => self.out.push_str("\\t"),
            0x0a => self.out.push_str("\\n"),
            0x0c => self.out.push_str("\\f"),
            0x0d => self.out.push_str("\\r"),
            0x22 => self.out.push_str("\\\""),
            0x5c => self.out.push_str("\\\\"),
            _ => {
                self.out.push_str("\\u");
                for shift in [12, 8, 4, 0] {
                    self.out.push(HEX.get((unit >> shift & 15) as usize).copied().unwrap_or('0'));
                }
            }
        }
    }

    /// A str that has no UTF-8: its lone surrogates stand as escapes.
    fn surrogates(&mut self, string: &Bound<'_, PyString>) -> PyResult<()> {
        // As `str` itself encodes it: a subclass may do something else.
        let encode = (string, "utf-16-le", "surrogatepass");
        let bytes = self.py.get_type::<PyString>().call_method1("encode", encode)?;
        let bytes: &[u8] = bytes.extract()?;
        let units = bytes.chunks_exact(2).map(|pair| match pair {
            [low, high] => u16::from_le_bytes([*low, *high]),
            _ => 0,
        });
        for unit in char::decode_utf16(units.collect::<Vec<_>>()) {
            match unit {
                Ok(char) => self.escaped(char.encode_utf8(&mut [0; 4])),
                Err(lone) => self.escape(u32::from(lone.unpaired_surrogate())),
            }
        }
        Ok(())
    }
}

/// Where the first byte stands that JSON wants escaped.
fn special(bytes: &[u8]) -> Option<usize> {
    let is_special = |byte: &u8| *byte < 0x20 || *byte == b'"' || *byte == b'\\';
    let mut start = 0;
    // Sixteen at a time, without a branch for each.
    for chunk in bytes.chunks_exact(16) {
        if chunk.iter().fold(false, |found, byte| found | is_special(byte)) {
            break;
        }
        start += 16;
    }
    bytes.get(start..)?.iter().position(is_special).map(|at| start + at)
}

//! Numbers of JSON: one finite double each, and the spellings that other languages give them.

/// The largest integer that a double tells from its neighbours, 2^53 - 1.
pub(crate) const MAX_SAFE: f64 = 9_007_199_254_740_991.0;

/// The literal as a double; `None` where it lies beyond the doubles' range.
pub(crate) fn finite(literal: &str) -> Option<f64> {
    // Whole seconds and small counts, which is nearly every number that is read here; a double holds them exactly.
    if matches!(literal.len(), 1..=15) && literal.bytes().all(|byte| byte.is_ascii_digit()) {
        let integer = literal.bytes().fold(0_u64, |number, digit| number * 10 + u64::from(digit - b'0'));
        #[allow(clippy::cast_precision_loss)]
        return Some(integer as f64);
    }
    literal.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// The number as an integer within ±(2^53 - 1); `None` for a fraction or a larger one.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn safe_integer(number: f64) -> Option<i64> {
    (number.fract() == 0.0 && number.abs() <= MAX_SAFE).then_some(number as i64)
}

/// Is the literal written without fraction and exponent?
pub(crate) fn is_integer_literal(literal: &str) -> bool {
    !literal.contains(['.', 'e', 'E'])
}

/// The shortest digits that give the double back, and the place of the decimal point: 0.d1d2d3… × 10^point.
///
/// Of two that are equally near, it is the one with the even last digit, as in ECMAScript and Python.
fn shortest(number: f64) -> (String, i32) {
    let mut buffer = zmij::Buffer::new();
    let spelt = buffer.format_finite(number.abs());
    let (mantissa, exponent) = spelt.split_once('e').unwrap_or((spelt, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let point = i32::try_from(whole.len()).unwrap_or(0) + exponent.parse().unwrap_or(0);
    let mut digits = String::with_capacity(24);
    digits.push_str(whole);
    digits.push_str(fraction);
    digits.truncate(digits.trim_end_matches('0').len());
    let zeros = digits.len() - digits.trim_start_matches('0').len();
    digits.drain(..zeros);
    (digits, point - i32::try_from(zeros).unwrap_or(0))
}

/// A finite double as ECMAScript writes it (ECMA-262, `Number::toString`); both zeros are `0`.
pub(crate) fn ecmascript(number: f64) -> String {
    // Whole seconds and small counts, which is nearly every number that is written here; `-0` becomes `0` too.
    if let Some(integer) = safe_integer(number) {
        return integer.to_string();
    }
    let (digits, point) = shortest(number);
    let sign = if number < 0.0 { "-" } else { "" };
    let body = if (-5..=21).contains(&point) { plain(&digits, point, "") } else { scientific(&digits, point, 1) };
    format!("{sign}{body}")
}

/// A finite double as Python's `repr` writes it: always with a point or an exponent, and `-0.0` keeps its sign.
pub(crate) fn python_float(number: f64) -> String {
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if number == 0.0 {
        return format!("{sign}0.0");
    }
    let (digits, point) = shortest(number);
    let body = if (-3..=16).contains(&point) { plain(&digits, point, ".0") } else { scientific(&digits, point, 2) };
    format!("{sign}{body}")
}

/// Decimal notation; `whole_tail` follows a number without a fraction.
fn plain(digits: &str, point: i32, whole_tail: &str) -> String {
    let Ok(before) = usize::try_from(point) else {
        return format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize));
    };
    if before == 0 {
        return format!("0.{digits}");
    }
    match digits.split_at_checked(before) {
        Some((whole, fraction)) if !fraction.is_empty() => format!("{whole}.{fraction}"),
        _ => format!("{digits}{}{whole_tail}", "0".repeat(before - digits.len())),
    }
}

/// Scientific notation with a sign and at least `width` digits in the exponent.
fn scientific(digits: &str, point: i32, width: usize) -> String {
    let (first, rest) = digits.split_at(1);
    let dot = if rest.is_empty() { "" } else { "." };
    let exponent = point - 1;
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{first}{dot}{rest}e{sign}{:0width$}", exponent.unsigned_abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    // The literals have more digits than the doubles: which are dropped is what is tested.
    #[allow(clippy::excessive_precision)]
    #[test]
    fn spellings_of_two_languages() {
        let table = [
            (0.0, "0", "0.0"),
            (-0.0, "0", "-0.0"),
            (1.0, "1", "1.0"),
            (-1.5, "-1.5", "-1.5"),
            (0.1, "0.1", "0.1"),
            (1e-4, "0.0001", "0.0001"),
            (1e-5, "0.00001", "1e-05"),
            (1e-6, "0.000001", "1e-06"),
            (1e-7, "1e-7", "1e-07"),
            (123.456e-10, "1.23456e-8", "1.23456e-08"),
            (1e15, "1000000000000000", "1000000000000000.0"),
            (1e16, "10000000000000000", "1e+16"),
            (1e20, "100000000000000000000", "1e+20"),
            (1e21, "1e+21", "1e+21"),
            (1.5e300, "1.5e+300", "1.5e+300"),
            (5e-324, "5e-324", "5e-324"),
            (f64::MAX, "1.7976931348623157e+308", "1.7976931348623157e+308"),
            (2_038_992_408_197_373.25, "2038992408197373.2", "2038992408197373.2"),
            (-191_875_590_244_308.125, "-191875590244308.12", "-191875590244308.12"),
            (5e-324, "5e-324", "5e-324"),
            (9_007_199_254_740_993.0, "9007199254740992", "9007199254740992.0"),
        ];
        for (number, script, python) in table {
            assert_eq!(ecmascript(number), script);
            assert_eq!(python_float(number), python);
        }
    }

    /// The same from the standard library, which gives the larger of two that are equally near.
    fn judge(number: f64) -> (String, i32) {
        let mut spelt = format!("{:e}", number.abs());
        let digits = spelt.bytes().take_while(|byte| *byte != b'e').filter(u8::is_ascii_digit).count();
        if digits >= 16 {
            let nearest = format!("{:.*e}", digits - 1, number.abs());
            if nearest.parse() == Ok(number.abs()) {
                spelt = nearest;
            }
        }
        let (mantissa, exponent) = spelt.split_once('e').unwrap();
        (mantissa.replace('.', ""), exponent.parse::<i32>().unwrap() + 1)
    }

    #[test]
    fn the_digits_are_those_of_another_algorithm() {
        let mut bits = 0x9E37_79B9_7F4A_7C15_u64;
        let mut count = 0;
        for round in 0..40_000_u32 {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            // Any double, times of day, small decimals, and large numbers whose neighbours are equally near.
            #[allow(clippy::cast_precision_loss)]
            let number = match round % 4 {
                0 => f64::from_bits(bits),
                1 => 1.7e9 + (bits >> 24) as f64 / 1e4,
                2 => (bits >> 40) as f64 / 1e3,
                _ => (bits >> 10) as f64 / 8.0,
            };
            if number.is_finite() && number != 0.0 {
                assert_eq!(shortest(number), judge(number), "{number:e}");
                count += 1;
            }
        }
        assert!(count > 39_800, "{count}");
    }

    #[test]
    fn safe_integers_end_where_doubles_blur() {
        assert_eq!(safe_integer(MAX_SAFE), Some(9_007_199_254_740_991));
        assert_eq!(safe_integer(MAX_SAFE + 1.0), None);
        assert_eq!(safe_integer(-0.0), Some(0));
        assert_eq!(safe_integer(0.5), None);
        assert_eq!(finite("1e400"), None);
        assert!(is_integer_literal("-12") && !is_integer_literal("1e2") && !is_integer_literal("1.0"));
    }
}

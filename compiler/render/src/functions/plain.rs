//! Functions on numbers, words and colours.

use minijinja::Error;
use minijinja::value::Value;

use crate::arguments::{Arguments, Given, wrong};
use crate::colour::Colour;
use crate::number::stable_hash;
use crate::scope::Scope;

/// `hash(string, n)`: a whole number from 0 below `n`, the same for the same string.
pub(super) fn hash(_: &Scope, given: &Given) -> Result<Value, Error> {
    let arguments = Arguments::read("hash", &["text", "n"], given)?;
    let text = arguments.value("text")?.to_string();
    let bound = arguments.number_or_none("n")?.unwrap_or(1000.0).max(1.0) as u64;
    Ok(Value::from(stable_hash(&text) % bound))
}

pub(super) fn shade(
    function: &str,
    given: &Given,
    change: fn(Colour, f32) -> Colour,
) -> Result<Value, Error> {
    let arguments = Arguments::read(function, &["colour", "amount"], given)?;
    let colour = colour(&arguments, "colour")?;
    Ok(Value::from(change(colour, arguments.number("amount")?).to_string()))
}

pub(super) fn mix(_: &Scope, given: &Given) -> Result<Value, Error> {
    let arguments = Arguments::read("mix", &["colour", "other", "amount"], given)?;
    let mixed = colour(&arguments, "colour")?
        .mix(colour(&arguments, "other")?, arguments.number_or_none("amount")?.unwrap_or(0.5));
    Ok(Value::from(mixed.to_string()))
}

fn colour(arguments: &Arguments<'_>, name: &str) -> Result<Colour, Error> {
    let text = arguments.value(name)?.to_string();
    Colour::parse(&text).ok_or_else(|| wrong(format!("`{text}` is not a colour like `#8a2f2f`")))
}

pub(super) fn roman(_: &Scope, given: &Given) -> Result<Value, Error> {
    const DIGITS: &[(u32, &str)] = &[
        (1000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let number = Arguments::read("roman", &["n"], given)?.number("n")?;
    let mut rest = number.clamp(0.0, 3999.0) as u32;
    let mut text = String::new();
    for (worth, digit) in DIGITS {
        while rest >= *worth {
            text.push_str(digit);
            rest -= worth;
        }
    }
    Ok(Value::from(text))
}

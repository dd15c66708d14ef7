//! Arguments of template functions, by position or by name as the template prefers.

use minijinja::value::{Kwargs, Value};
use minijinja::{Error, ErrorKind};

/// The arguments of one call as the template wrote them.
pub(crate) struct Given {
    pub(crate) positional: Vec<Value>,
    pub(crate) named: Kwargs,
}

/// The arguments of one call, by parameter.
pub(crate) struct Arguments<'a> {
    function: &'a str,
    names: &'a [&'a str],
    values: Vec<Option<Value>>,
}

impl<'a> Arguments<'a> {
    /// Assigns the arguments of a call to the parameters' names.
    pub(crate) fn read(
        function: &'a str,
        names: &'a [&'a str],
        given: &Given,
    ) -> Result<Arguments<'a>, Error> {
        let mut values = vec![None; names.len()];
        let Given { positional, named } = given;
        if positional.len() > names.len() {
            return Err(wrong(format!("`{function}` takes at most {} arguments", names.len())));
        }
        for (slot, value) in values.iter_mut().zip(positional) {
            *slot = Some(value.clone());
        }
        let mut named_arguments: Vec<&str> = named.args().collect();
        named_arguments.sort_unstable();
        for name in named_arguments {
            let Some(index) = names.iter().position(|known| *known == name) else {
                let known = names.join("`, `");
                return Err(wrong(format!(
                    "`{function}` has no argument `{name}`; it has `{known}`"
                )));
            };
            values[index] = Some(named.get::<Value>(name)?);
        }
        Ok(Arguments { function, names, values })
    }

    /// The argument, unless it was left out or is `none`.
    pub(crate) fn get(&self, name: &str) -> Option<&Value> {
        let index = self.names.iter().position(|known| *known == name)?;
        self.values[index].as_ref().filter(|value| !value.is_none() && !value.is_undefined())
    }

    /// The argument, even if it is `none`; an error only if the template left it out.
    pub(crate) fn value(&self, name: &str) -> Result<&Value, Error> {
        let index = self.names.iter().position(|known| *known == name);
        index
            .and_then(|index| self.values[index].as_ref())
            .filter(|value| !value.is_undefined())
            .ok_or_else(|| wrong(format!("`{}` needs `{name}`", self.function)))
    }

    /// A required number.
    pub(crate) fn number(&self, name: &str) -> Result<f32, Error> {
        self.number_or_none(name)?
            .ok_or_else(|| wrong(format!("`{}` needs the number `{name}`", self.function)))
    }

    /// An optional number.
    pub(crate) fn number_or_none(&self, name: &str) -> Result<Option<f32>, Error> {
        let Some(value) = self.get(name) else { return Ok(None) };
        let number = f64::try_from(value.clone()).map_err(|_| {
            wrong(format!("`{name}` of `{}` is `{value}`, not a number", self.function))
        })?;
        let number = number as f32;
        if !number.is_finite() || number.abs() > 10_000.0 {
            return Err(wrong(format!("`{name}` of `{}` is out of range", self.function)));
        }
        Ok(Some(number))
    }

    /// An optional word.
    pub(crate) fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_str()
    }
}

/// A mistake in how a template calls a function.
pub(crate) fn wrong(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}

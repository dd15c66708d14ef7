//! Methods on values that people who know Jinja expect: `map.get("x", 0)`, `name.upper()`.

use minijinja::value::{Value, ValueKind};
use minijinja::{Error, ErrorKind, State};

/// Answers a method call that minijinja itself does not know.
pub(crate) fn call(
    state: &mut State<'_, '_>,
    value: &Value,
    method: &str,
    arguments: &[Value],
) -> Result<Value, Error> {
    let unknown = || {
        let message = format!("{} has no method named {method}", value.kind());
        Error::new(ErrorKind::UnknownMethod, message)
    };
    match value.kind() {
        ValueKind::Map => on_map(value, method, arguments).ok_or_else(unknown),
        // The filter looks at how long the text becomes.
        ValueKind::String if method == "replace" => {
            let given = [std::slice::from_ref(value), arguments].concat();
            state.apply_filter("replace", &given)
        }
        ValueKind::String => {
            on_text(value.as_str().unwrap_or_default(), method, arguments).ok_or_else(unknown)
        }
        _ => Err(unknown()),
    }
}

fn on_map(map: &Value, method: &str, arguments: &[Value]) -> Option<Value> {
    let entry = |key: &Value| map.get_item(key).unwrap_or_default();
    let keys = || map.try_iter().into_iter().flatten();
    Some(match method {
        "get" => {
            let found = entry(arguments.first()?);
            let fallback = || arguments.get(1).cloned().unwrap_or_else(|| Value::from(()));
            if found.is_undefined() { fallback() } else { found }
        }
        "keys" => keys().collect(),
        "values" => keys().map(|key| entry(&key)).collect(),
        "items" => keys().map(|key| Value::from(vec![key.clone(), entry(&key)])).collect(),
        _ => return None,
    })
}

fn on_text(text: &str, method: &str, arguments: &[Value]) -> Option<Value> {
    let word = |index: usize| arguments.get(index).and_then(Value::as_str);
    Some(match method {
        "upper" => Value::from(text.to_uppercase()),
        "lower" => Value::from(text.to_lowercase()),
        "strip" => Value::from(text.trim()),
        "startswith" => Value::from(text.starts_with(word(0)?)),
        "endswith" => Value::from(text.ends_with(word(0)?)),
        "split" => match word(0) {
            Some(separator) => text.split(separator).collect(),
            None => text.split_whitespace().collect(),
        },
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use minijinja::{Environment, context};

    #[test]
    fn maps_and_texts_answer() {
        let mut environment = Environment::new();
        environment.set_unknown_method_callback(super::call);
        let render = |source: &str| {
            let map = context!(a => 1, b => 2);
            environment.render_str(source, context!(map)).map_err(|e| e.to_string())
        };
        assert_eq!(render("{{ map.get('a') }}{{ map.get('z', 7) }}").unwrap(), "17");
        assert_eq!(render("{{ map.values()|sum }}").unwrap(), "3");
        assert_eq!(render("{{ 'a b'.upper().split()|length }}").unwrap(), "2");
        assert!(render("{{ map.nothing() }}").is_err());
    }
}

//! The functions that templates call. `TEMPLATES.md` of this crate is their manual.

mod drawing;
mod grid;
mod plain;
mod pool;
mod qr;
mod sprite;
mod text;
mod track;

use std::sync::Arc;

use minijinja::value::{Kwargs, Rest, Value};
use minijinja::{Environment, Error};

use crate::arguments::{Arguments, Given};
use crate::colour::Colour;
use crate::number::short;
use crate::scope::Scope;
use crate::toll;

/// What a call costs beside the bytes that it draws: enough that no template makes thousands.
const CALL: u64 = 24 << 10;

/// The functions that draw something other than texts.
const DRAWINGS: [&str; 6] = ["icon", "art", "pool", "grid", "sprite", "track"];

/// Adds all functions to an environment that draws one card.
pub(crate) fn register(environment: &mut Environment<'static>, scope: &Arc<Scope>) {
    toll::register(environment, scope);
    let mut add = |name: &'static str, function: fn(&Scope, &Given) -> Result<Value, Error>| {
        let scope = Arc::clone(scope);
        environment.add_function(name, move |positional: Rest<Value>, named: Kwargs| {
            let drawn = function(&scope, &Given { positional: positional.0, named })?;
            let length = drawn.as_str().map_or(0, str::len) as u64;
            scope.purse.pay(CALL + length)?;
            let is_drawing = DRAWINGS.contains(&name);
            Ok::<Value, Error>(if is_drawing { scope.trace_drawing(name, drawn) } else { drawn })
        });
    };
    add("textbox", text::textbox);
    add("text", text::text);
    add("stack", text::stack);
    add("measure", text::measure);
    add("icon", drawing::icon);
    add("has_icon", drawing::has_icon);
    add("art", drawing::art);
    add("pool", pool::pool);
    add("grid", grid::grid);
    add("sprite", sprite::sprite);
    add("track", track::track);
    add("qr", qr::qr);
    add("hash", plain::hash);
    add("lighten", |_, arguments| plain::shade("lighten", arguments, Colour::lighten));
    add("darken", |_, arguments| plain::shade("darken", arguments, Colour::darken));
    add("mix", plain::mix);
    add("roman", plain::roman);
    add("mm", |_, arguments| {
        Ok(Value::from(short(Arguments::read("mm", &["n"], arguments)?.number("n")?)))
    });
}

fn safe(svg: String) -> Value {
    Value::from_safe_string(svg)
}

fn number(value: f32) -> Value {
    Value::from((f64::from(value) * 1000.0).round() / 1000.0)
}

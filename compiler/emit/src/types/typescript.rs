//! Shapes as TypeScript declarations.

use std::fmt::Write;

use super::shape::{Body, Field, Named, Shape, Shapes, Type, Variant};

/// The whole module.
pub(super) fn write(game: &str, shapes: &Shapes) -> String {
    let mut out = format!(
        "// The data of the game `{game}`, as `cardwright build` writes it.\n// Generated from its JSON Schema; do not edit.\n\n/** A name that was resolved: a value of an enum, or another declaration. */\nexport interface Ref<T extends string = string> {{\n  ref: T;\n}}\n"
    );
    for (name, named) in &shapes.named {
        out.push('\n');
        declaration(&mut out, name, named);
    }
    out
}

fn declaration(out: &mut String, name: &str, named: &Named) {
    comment(out, "", &named.about);
    // Writing to a string cannot fail.
    let _ = match &named.shape {
        Shape::Record(fields) => {
            let _ = writeln!(out, "export interface {name} {{");
            record(out, "  ", fields);
            writeln!(out, "}}")
        }
        Shape::Words(words) => {
            let _ = write!(out, "export type {name} =");
            for (word, about) in words {
                out.push('\n');
                comment(out, "  ", about);
                let _ = write!(out, "  | {}", quoted(word));
            }
            writeln!(out, ";")
        }
        Shape::Tagged { tag, variants } => {
            let _ = write!(out, "export type {name} =");
            for variant in variants {
                out.push('\n');
                comment(out, "  ", &variant.about);
                out.push_str("  | ");
                body(out, tag, variant);
            }
            writeln!(out, ";")
        }
        Shape::Choice(types) => {
            let types: Vec<String> = types.iter().map(ty).collect();
            writeln!(out, "export type {name} = {};", types.join(" | "))
        }
        Shape::Alias(target) => writeln!(out, "export type {name} = {};", ty(target)),
    };
}

fn body(out: &mut String, tag: &str, variant: &Variant) {
    match &variant.body {
        Body::Named(name) => out.push_str(name),
        Body::Fields(fields) => {
            let _ = writeln!(out, "{{");
            let _ = writeln!(out, "      {}: {};", key(tag), quoted(&variant.word));
            record(out, "      ", fields);
            out.push_str("    }");
        }
    }
}

fn record(out: &mut String, indent: &str, fields: &[Field]) {
    for field in fields {
        comment(out, indent, &field.about);
        let mark = if field.optional { "?" } else { "" };
        let _ = writeln!(out, "{indent}{}{mark}: {};", key(&field.name), ty(&field.ty));
    }
}

fn ty(ty: &Type) -> String {
    match ty {
        Type::Any => "unknown".into(),
        Type::Bool => "boolean".into(),
        Type::Int => "number".into(),
        Type::Text => "string".into(),
        Type::Word(word) => quoted(word),
        Type::Named(name) => name.clone(),
        Type::Ref(target) => match **target {
            Type::Text => "Ref".into(),
            _ => format!("Ref<{}>", self::ty(target)),
        },
        Type::List(item) => match **item {
            Type::Nullable(_) => format!("({})[]", self::ty(item)),
            _ => format!("{}[]", self::ty(item)),
        },
        Type::Map(value) => format!("Record<string, {}>", self::ty(value)),
        Type::Nullable(value) => format!("{} | null", self::ty(value)),
    }
}

/// A property's name, quoted unless it is a plain identifier.
fn key(name: &str) -> String {
    let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
        && !name.starts_with(|letter: char| letter.is_ascii_digit());
    if plain { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn comment(out: &mut String, indent: &str, about: &str) {
    // A comment in a designer's note must not end ours.
    let about = about.replace("*/", "*\u{200b}/");
    let lines: Vec<&str> = about.lines().map(str::trim_end).collect();
    let _ = match lines.as_slice() {
        [] => Ok(()),
        [single] => writeln!(out, "{indent}/** {single} */"),
        several => {
            let _ = writeln!(out, "{indent}/**");
            for line in several {
                let _ = writeln!(out, "{}", format!("{indent} * {line}").trim_end());
            }
            writeln!(out, "{indent} */")
        }
    };
}

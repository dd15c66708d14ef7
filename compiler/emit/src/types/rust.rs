//! Shapes as Rust types for `serde`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::super::schema::pascal;
use super::shape::{Body, Field, Named, Shape, Shapes, Type, Variant};

/// The whole module.
pub(super) fn write(game: &str, shapes: &Shapes) -> String {
    let writer = Writer { boxed: Boxed::find(shapes), tags: tags(shapes) };
    let mut out = format!(
        "//! The data of the game `{game}`, as `cardwright build` writes it.\n//! Generated from its JSON Schema; do not edit.\n//!\n//! Needs the crates `serde` (with `derive`) and `serde_json`.\n\n#![allow(dead_code, clippy::all)]\n\nuse std::collections::BTreeMap;\n\nuse serde::{{Deserialize, Serialize}};\n\n/// A name that was resolved: a value of an enum, or another declaration.\n#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]\n#[serde(deny_unknown_fields)]\npub struct Ref<T> {{\n    /// The identifier.\n    #[serde(rename = \"ref\")]\n    pub id: T,\n}}\n"
    );
    for (name, named) in &shapes.named {
        out.push('\n');
        writer.declaration(&mut out, name, named);
    }
    out
}

struct Writer {
    boxed: Boxed,
    /// Records that are variants of a tagged union, with the tag they leave to it.
    tags: BTreeMap<String, String>,
}

impl Writer {
    fn declaration(&self, out: &mut String, name: &str, named: &Named) {
        comment(out, "", &named.about);
        let derive = "#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]";
        // Writing to a string cannot fail.
        let _ = match &named.shape {
            Shape::Record(fields) => {
                let tag = self.tags.get(name);
                let _ =
                    writeln!(out, "{derive}\n#[serde(deny_unknown_fields)]\npub struct {name} {{");
                let own = fields.iter().filter(|field| Some(&field.name) != tag);
                self.record(out, name, "    ", "pub ", own);
                writeln!(out, "}}")
            }
            Shape::Words(words) => {
                let derive = "#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]";
                let _ = writeln!(out, "{derive}\npub enum {name} {{");
                let mut used = BTreeSet::new();
                for (word, about) in words {
                    comment(out, "    ", about);
                    let _ = writeln!(out, "    #[serde(rename = {word:?})]");
                    let _ = writeln!(out, "    {},", variant_name(word, &mut used));
                }
                writeln!(out, "}}")
            }
            Shape::Tagged { tag, variants } => {
                let _ = writeln!(out, "{derive}\n#[serde(tag = {tag:?})]\npub enum {name} {{");
                let mut used = BTreeSet::new();
                for variant in variants {
                    self.variant(out, name, variant, &mut used);
                }
                writeln!(out, "}}")
            }
            Shape::Choice(types) => {
                let _ = writeln!(out, "{derive}\n#[serde(untagged)]\npub enum {name} {{");
                let mut used = BTreeSet::new();
                for ty in types {
                    let case = variant_name(&case(ty), &mut used);
                    let _ = writeln!(out, "    {case}({}),", self.ty(name, ty));
                }
                writeln!(out, "}}")
            }
            Shape::Alias(target) => writeln!(out, "pub type {name} = {};", self.ty(name, target)),
        };
    }

    fn variant(
        &self,
        out: &mut String,
        owner: &str,
        variant: &Variant,
        used: &mut BTreeSet<String>,
    ) {
        comment(out, "    ", &variant.about);
        let name = variant_name(&variant.word, used);
        let _ = writeln!(out, "    #[serde(rename = {:?})]", variant.word);
        let _ = match &variant.body {
            Body::Named(target) => writeln!(out, "    {name}({target}),"),
            Body::Fields(fields) if fields.is_empty() => writeln!(out, "    {name} {{}},"),
            Body::Fields(fields) => {
                let _ = writeln!(out, "    {name} {{");
                self.record(out, owner, "        ", "", fields.iter());
                writeln!(out, "    }},")
            }
        };
    }

    fn record<'a>(
        &self,
        out: &mut String,
        owner: &str,
        indent: &str,
        public: &str,
        fields: impl Iterator<Item = &'a Field>,
    ) {
        for field in fields {
            comment(out, indent, &field.about);
            let (name, mut attributes) = field_name(&field.name);
            let mut ty = self.ty(owner, &field.ty);
            if field.optional {
                if !matches!(field.ty, Type::Nullable(_)) {
                    ty = format!("Option<{ty}>");
                }
                attributes.push("default, skip_serializing_if = \"Option::is_none\"".into());
            }
            if !attributes.is_empty() {
                let _ = writeln!(out, "{indent}#[serde({})]", attributes.join(", "));
            }
            let _ = writeln!(out, "{indent}{public}{name}: {ty},");
        }
    }

    fn ty(&self, owner: &str, ty: &Type) -> String {
        match ty {
            Type::Any => "serde_json::Value".into(),
            Type::Bool => "bool".into(),
            Type::Int => "i64".into(),
            Type::Text | Type::Word(_) => "String".into(),
            Type::Named(name) if self.boxed.needs(owner, name) => format!("Box<{name}>"),
            Type::Named(name) => name.clone(),
            Type::Ref(target) => format!("Ref<{}>", self.ty(owner, target)),
            Type::List(item) => format!("Vec<{}>", self.unboxed(item)),
            Type::Map(value) => format!("BTreeMap<String, {}>", self.unboxed(value)),
            Type::Nullable(value) => format!("Option<{}>", self.ty(owner, value)),
        }
    }

    /// Inside a list or map nothing needs a box.
    fn unboxed(&self, ty: &Type) -> String {
        self.ty("", ty)
    }
}

/// Which record leaves which field to the union it belongs to.
fn tags(shapes: &Shapes) -> BTreeMap<String, String> {
    let mut tags = BTreeMap::new();
    for named in shapes.named.values() {
        let Shape::Tagged { tag, variants } = &named.shape else { continue };
        for variant in variants {
            if let Body::Named(name) = &variant.body {
                tags.insert(name.clone(), tag.clone());
            }
        }
    }
    tags
}

/// Which types hold themselves, so that a box must stand between.
struct Boxed {
    /// What each type holds directly, not in a list or map, at any depth.
    holds: BTreeMap<String, BTreeSet<String>>,
}

impl Boxed {
    fn find(shapes: &Shapes) -> Boxed {
        let direct: BTreeMap<String, BTreeSet<String>> = shapes
            .named
            .iter()
            .map(|(name, named)| {
                let mut found = BTreeSet::new();
                held(&named.shape, &mut found);
                (name.clone(), found)
            })
            .collect();
        let holds = direct
            .keys()
            .map(|name| {
                let mut reached = BTreeSet::new();
                let mut waiting = vec![name.clone()];
                while let Some(next) = waiting.pop() {
                    for target in direct.get(&next).into_iter().flatten() {
                        if reached.insert(target.clone()) {
                            waiting.push(target.clone());
                        }
                    }
                }
                (name.clone(), reached)
            })
            .collect();
        Boxed { holds }
    }

    fn needs(&self, owner: &str, target: &str) -> bool {
        target == owner || self.holds.get(target).is_some_and(|reached| reached.contains(owner))
    }
}

fn held(shape: &Shape, found: &mut BTreeSet<String>) {
    let mut add = |ty: &Type| {
        let mut ty = ty;
        while let Type::Nullable(inner) | Type::Ref(inner) = ty {
            ty = inner;
        }
        if let Type::Named(name) = ty {
            found.insert(name.clone());
        }
    };
    match shape {
        Shape::Record(fields) => fields.iter().for_each(|field| add(&field.ty)),
        Shape::Words(_) => {}
        Shape::Choice(types) => types.iter().for_each(add),
        Shape::Alias(ty) => add(ty),
        Shape::Tagged { variants, .. } => {
            for variant in variants {
                match &variant.body {
                    Body::Fields(fields) => fields.iter().for_each(|field| add(&field.ty)),
                    Body::Named(name) => add(&Type::Named(name.clone())),
                }
            }
        }
    }
}

/// The name of an untagged case.
fn case(ty: &Type) -> String {
    match ty {
        Type::Any => "any".into(),
        Type::Bool => "bool".into(),
        Type::Int => "int".into(),
        Type::Text => "text".into(),
        Type::Word(word) => word.clone(),
        Type::Named(name) => name.clone(),
        Type::Ref(_) => "ref".into(),
        Type::List(_) => "list".into(),
        Type::Map(_) => "map".into(),
        Type::Nullable(inner) => case(inner),
    }
}

/// A word as a variant, never twice in one enum and never a name Rust keeps for itself.
fn variant_name(word: &str, used: &mut BTreeSet<String>) -> String {
    let plain: String = pascal(word).chars().filter(char::is_ascii_alphanumeric).collect();
    let base = match plain.as_str() {
        "" => "Unnamed".to_owned(),
        "Self" => "SelfValue".to_owned(),
        _ => plain,
    };
    let mut name = base.clone();
    let mut number = 2;
    while !used.insert(name.clone()) {
        name = format!("{base}{number}");
        number += 1;
    }
    name
}

/// A field's Rust name, and the rename that it needs.
fn field_name(name: &str) -> (String, Vec<String>) {
    const KEPT: &[&str] = &[
        "abstract", "as", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
        "extern", "final", "fn", "for", "if", "impl", "in", "let", "loop", "macro", "match", "mod",
        "move", "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait",
        "true", "false", "try", "type", "typeof", "unsafe", "unsized", "use", "virtual", "where",
        "while", "yield", "async", "await", "gen",
    ];
    let mut plain: String = name
        .chars()
        .map(
            |letter| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '_' },
        )
        .collect();
    if plain.starts_with(|letter: char| letter.is_ascii_digit()) || plain.is_empty() {
        plain.insert(0, 'n');
    }
    if matches!(plain.as_str(), "self" | "super" | "crate") {
        plain.push('_');
    }
    let rust = if KEPT.contains(&plain.as_str()) { format!("r#{plain}") } else { plain.clone() };
    let attributes = if plain == name { Vec::new() } else { vec![format!("rename = {name:?}")] };
    (rust, attributes)
}

fn comment(out: &mut String, indent: &str, about: &str) {
    for line in about.lines() {
        let _ = writeln!(out, "{}", format!("{indent}/// {line}").trim_end());
    }
}

//! A JSON Schema as named shapes: records, unions and lists of names.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Every named shape of a schema, by name.
#[derive(Debug, Default)]
pub(super) struct Shapes {
    pub(super) named: BTreeMap<String, Named>,
}

/// A shape with its name's documentation.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named {
    pub(super) about: String,
    pub(super) shape: Shape,
}

/// What a named type is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Shape {
    /// A record.
    Record(Vec<Field>),
    /// Exactly these words, each with its meaning.
    Words(Vec<(String, String)>),
    /// Records told apart by the word in the field `tag`.
    Tagged { tag: String, variants: Vec<Variant> },
    /// One of several types that differ by themselves.
    Choice(Vec<Type>),
    /// Another name for a type.
    Alias(Type),
}

/// One record of a tagged union.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Variant {
    pub(super) word: String,
    pub(super) about: String,
    pub(super) body: Body,
}

/// What a variant holds beside its tag.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Body {
    /// Fields of its own.
    Fields(Vec<Field>),
    /// The record of that name, which has the tag as a field.
    Named(String),
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) ty: Type,
    /// It may be absent.
    pub(super) optional: bool,
}

/// The type of a value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Type {
    Any,
    Bool,
    Int,
    Text,
    /// Exactly this word.
    Word(String),
    Named(String),
    /// `{"ref": …}`: a name of that type.
    Ref(Box<Type>),
    List(Box<Type>),
    Map(Box<Type>),
    /// May be null.
    Nullable(Box<Type>),
}

impl Shapes {
    /// Reads a schema with its definitions; the schema itself is named `Package`.
    pub(super) fn read(schema: &Value) -> Shapes {
        let mut shapes = Shapes::default();
        let definitions =
            schema.get("$defs").and_then(Value::as_object).cloned().unwrap_or_default();
        let root = ("Package".to_owned(), schema.clone());
        for (name, definition) in definitions.into_iter().chain([root]) {
            let shape = shapes.shape(&name, &definition);
            shapes.named.insert(name, Named { about: about(&definition), shape });
        }
        shapes.resolve_tags();
        shapes
    }

    fn shape(&mut self, name: &str, schema: &Value) -> Shape {
        if let Some(members) = members(schema) {
            return self.union(name, members);
        }
        match schema.get("properties").and_then(Value::as_object) {
            Some(properties) => Shape::Record(self.fields(name, properties, schema)),
            None => Shape::Alias(self.ty(name, schema)),
        }
    }

    fn union(&mut self, name: &str, members: &[Value]) -> Shape {
        let words: Option<Vec<(String, String)>> = members
            .iter()
            .map(|member| Some((member.get("const")?.as_str()?.to_owned(), about(member))))
            .collect();
        if let Some(words) = words {
            return Shape::Words(words);
        }
        if let Some(tag) = common_tag(members) {
            let variants = members.iter().map(|member| self.variant(name, &tag, member)).collect();
            return Shape::Tagged { tag, variants };
        }
        // Whether references share a tag is known only when all definitions are read.
        Shape::Choice(
            members
                .iter()
                .map(|member| self.ty(&format!("{name}{}", hint(member)), member))
                .collect(),
        )
    }

    fn variant(&mut self, owner: &str, tag: &str, schema: &Value) -> Variant {
        let properties = schema.get("properties").and_then(Value::as_object);
        let word = properties
            .and_then(|properties| properties.get(tag)?.get("const")?.as_str())
            .unwrap_or_default()
            .to_owned();
        let name = format!("{owner}{}", super::super::schema::pascal(&word));
        let mut fields =
            properties.map_or_else(Vec::new, |properties| self.fields(&name, properties, schema));
        fields.retain(|field| field.name != tag);
        Variant { word, about: about(schema), body: Body::Fields(fields) }
    }

    fn fields(
        &mut self,
        owner: &str,
        properties: &Map<String, Value>,
        schema: &Value,
    ) -> Vec<Field> {
        let required: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .map(|names| names.iter().filter_map(Value::as_str).collect())
            .unwrap_or_default();
        properties
            .iter()
            .map(|(name, property)| Field {
                name: name.clone(),
                about: about(property),
                ty: self.ty(&format!("{owner}{}", super::super::schema::pascal(name)), property),
                optional: !required.contains(&name.as_str()),
            })
            .collect()
    }

    /// The type of a schema; a record or union without a name gets `name`.
    fn ty(&mut self, name: &str, schema: &Value) -> Type {
        if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
            return Type::Named(target.trim_start_matches("#/$defs/").to_owned());
        }
        if let Some(word) = schema.get("const").and_then(Value::as_str) {
            return Type::Word(word.to_owned());
        }
        if let Some(members) = members(schema) {
            return self.unnamed_union(name, schema, members);
        }
        match schema.get("type") {
            Some(Value::String(kind)) => self.plain(name, kind, schema),
            Some(Value::Array(kinds)) => {
                let kind = kinds.iter().filter_map(Value::as_str).find(|kind| *kind != "null");
                let ty = self.plain(name, kind.unwrap_or_default(), schema);
                Type::Nullable(Box::new(ty))
            }
            _ => Type::Any,
        }
    }

    fn unnamed_union(&mut self, name: &str, schema: &Value, members: &[Value]) -> Type {
        let is_null = |member: &Value| member.get("type").and_then(Value::as_str) == Some("null");
        let present: Vec<Value> =
            members.iter().filter(|member| !is_null(member)).cloned().collect();
        let ty = match present.as_slice() {
            [single] => self.ty(name, single),
            several => {
                let shape = self.union(name, several);
                self.hoist(name, about(schema), shape)
            }
        };
        if present.len() < members.len() { Type::Nullable(Box::new(ty)) } else { ty }
    }

    fn plain(&mut self, name: &str, kind: &str, schema: &Value) -> Type {
        match kind {
            "boolean" => Type::Bool,
            "integer" => Type::Int,
            "string" => Type::Text,
            "array" => match schema.get("items") {
                Some(items) => Type::List(Box::new(self.ty(&format!("{name}Item"), items))),
                None => Type::List(Box::new(Type::Any)),
            },
            "object" => self.object(name, schema),
            _ => Type::Any,
        }
    }

    fn object(&mut self, name: &str, schema: &Value) -> Type {
        let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
            return match schema.get("additionalProperties") {
                Some(values @ Value::Object(_)) => {
                    Type::Map(Box::new(self.ty(&format!("{name}Value"), values)))
                }
                _ => Type::Map(Box::new(Type::Any)),
            };
        };
        if properties.len() == 1
            && let Some(target) = properties.get("ref")
        {
            return Type::Ref(Box::new(self.ty(name, target)));
        }
        let fields = self.fields(name, properties, schema);
        self.hoist(name, about(schema), Shape::Record(fields))
    }

    /// Names a shape that the schema leaves unnamed. Equal shapes share the first one's name.
    fn hoist(&mut self, name: &str, about: String, shape: Shape) -> Type {
        let name = match &shape {
            Shape::Record(fields) if is_formula(fields) => "Formula",
            Shape::Choice(types) if *types == [Type::Int, Type::Named("Formula".into())] => {
                "NumberOrFormula"
            }
            _ => name,
        };
        self.named.insert(name.to_owned(), Named { about, shape });
        Type::Named(name.to_owned())
    }

    /// Makes unions of named records tagged where all of them carry the same tag.
    fn resolve_tags(&mut self) {
        let mut resolved = Vec::new();
        for (name, named) in &self.named {
            let Shape::Choice(types) = &named.shape else { continue };
            if let Some(shape) = self.tagged(types) {
                resolved.push((name.clone(), shape));
            }
        }
        for (name, shape) in resolved {
            if let Some(named) = self.named.get_mut(&name) {
                named.shape = shape;
            }
        }
    }

    fn tagged(&self, types: &[Type]) -> Option<Shape> {
        let mut records = Vec::new();
        for ty in types {
            let Type::Named(name) = ty else { return None };
            let named = self.named.get(name)?;
            let Shape::Record(fields) = &named.shape else { return None };
            records.push((name, named, fields));
        }
        let (_, _, first) = records.first()?;
        let tag = first.iter().find(|field| matches!(field.ty, Type::Word(_)))?.name.clone();
        let variants = records
            .iter()
            .map(|(name, named, fields)| {
                let field = fields.iter().find(|field| field.name == tag)?;
                let Type::Word(word) = &field.ty else { return None };
                Some(Variant {
                    word: word.clone(),
                    about: named.about.clone(),
                    body: Body::Named((*name).clone()),
                })
            })
            .collect::<Option<Vec<_>>>()?;
        Some(Shape::Tagged { tag, variants })
    }
}

fn is_formula(fields: &[Field]) -> bool {
    matches!(fields, [field] if field.name == "formula")
}

fn members(schema: &Value) -> Option<&Vec<Value>> {
    schema.get("oneOf").or_else(|| schema.get("anyOf"))?.as_array()
}

/// The field that tells inline records apart.
fn common_tag(members: &[Value]) -> Option<String> {
    let words = |member: &Value| -> Vec<String> {
        let properties = member.get("properties").and_then(Value::as_object);
        properties
            .into_iter()
            .flatten()
            .filter(|(_, property)| property.get("const").is_some_and(Value::is_string))
            .map(|(name, _)| name.clone())
            .collect()
    };
    let (first, others) = members.split_first()?;
    words(first).into_iter().find(|tag| others.iter().all(|other| words(other).contains(tag)))
}

/// A word for an unnamed member of a union.
fn hint(schema: &Value) -> String {
    let properties = schema.get("properties").and_then(Value::as_object);
    match properties.and_then(|properties| properties.keys().next()) {
        Some(name) => super::super::schema::pascal(name),
        None => super::super::schema::pascal(
            schema.get("type").and_then(Value::as_str).unwrap_or("value"),
        ),
    }
}

fn about(schema: &Value) -> String {
    schema.get("description").and_then(Value::as_str).unwrap_or_default().to_owned()
}

//! Names of a game's definitions: one each for its kinds and enums, none used twice.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_model::{EnumValue, Kind, Library, Role};
use serde_json::{Map, Value, json};

/// Names that no kind or enum may take: our own, and those of the languages that types are
/// written in.
const RESERVED: &[&str] = &[
    "AnyCard",
    "AnyDeck",
    "AnyFormat",
    "AnyRecord",
    "KeywordId",
    "Package",
    "Formula",
    "NumberOrFormula",
    "Ref",
    "Record",
    "Array",
    "Set",
    "Map",
    "String",
    "Number",
    "Boolean",
    "Object",
    "Vec",
    "Option",
    "Box",
    "BTreeMap",
    "Self",
    "Serialize",
    "Deserialize",
    "Some",
    "None",
    "Ok",
    "Err",
];

/// The kinds, enums and keywords of a game, with the names of their definitions.
pub(super) struct Names<'a> {
    kinds: BTreeMap<&'a str, (&'a Kind, String)>,
    enums: BTreeMap<&'a str, Enum<'a>>,
    keywords: BTreeMap<&'a str, &'a str>,
}

struct Enum<'a> {
    definition: String,
    name: &'a str,
    note: Option<&'a str>,
    values: Vec<&'a EnumValue>,
}

impl<'a> Names<'a> {
    /// True if a kind or an enum has that name.
    pub(super) fn is_taken(&self, name: &str) -> bool {
        self.kinds.values().any(|(_, known)| known == name)
            || self.enums.values().any(|known| known.definition == name)
    }

    /// Everything the libraries declare. `taken` are the definitions that exist already.
    pub(super) fn collect(libraries: &[&'a Library], taken: &Map<String, Value>) -> Names<'a> {
        let mut used: BTreeSet<String> = taken.keys().cloned().collect();
        used.extend(RESERVED.iter().map(|name| (*name).to_owned()));
        let mut enums: BTreeMap<&str, Enum<'a>> = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for declared in libraries.iter().flat_map(|library| library.enums()) {
            let entry = enums.entry(&declared.id).or_insert_with(|| Enum {
                definition: unused(&mut used, &pascal(&declared.id), "Value"),
                name: &declared.name,
                note: declared.note.as_deref(),
                values: Vec::new(),
            });
            for value in &declared.values {
                if seen.insert((declared.id.as_str(), value.id.as_str())) {
                    entry.values.push(value);
                }
            }
        }
        let mut kinds = BTreeMap::new();
        for kind in libraries.iter().flat_map(|library| library.kinds()) {
            kinds.entry(kind.id.as_str()).or_insert_with(|| {
                let role = match kind.role {
                    Role::Card => "Card",
                    Role::Deck => "Deck",
                    Role::Format => "Format",
                    Role::Record => "Record",
                };
                (kind, unused(&mut used, &pascal(&kind.id), role))
            });
        }
        let keywords = libraries
            .iter()
            .flat_map(|library| library.keywords())
            .map(|keyword| (keyword.id.as_str(), keyword.name.as_str()))
            .collect();
        Names { kinds, enums, keywords }
    }

    /// The kinds, by identifier.
    pub(super) fn kinds(&self) -> impl Iterator<Item = &'a Kind> {
        self.kinds.values().map(|(kind, _)| *kind)
    }

    /// The name of a kind's definition.
    pub(super) fn kind_name(&self, id: &str) -> Option<&str> {
        self.kinds.get(id).map(|(_, name)| name.as_str())
    }

    /// A reference to a kind's definition.
    pub(super) fn reference(&self, kind: &str) -> Value {
        json!({"$ref": format!("#/$defs/{}", self.kind_name(kind).unwrap_or("Entity"))})
    }

    /// A value of an enum by its identifier.
    pub(super) fn enum_reference(&self, id: &str) -> Value {
        match self.enums.get(id) {
            Some(declared) => json!({"$ref": format!("#/$defs/{}", declared.definition)}),
            None => json!({"type": "string"}),
        }
    }

    /// The definitions of all enums.
    pub(super) fn enum_definitions(&self) -> impl Iterator<Item = (String, Value)> {
        self.enums.values().map(|declared| {
            let values: Vec<Value> = declared
                .values
                .iter()
                .map(|value| {
                    let about = value.note.as_deref().unwrap_or(&value.name);
                    json!({"description": about, "type": "string", "const": value.id})
                })
                .collect();
            let about = declared.note.unwrap_or(declared.name);
            (declared.definition.clone(), json!({"description": about, "oneOf": values}))
        })
    }

    /// The definition of a keyword's identifier, if there are any.
    pub(super) fn keyword_definition(&self) -> Option<Value> {
        if self.keywords.is_empty() {
            return None;
        }
        let values: Vec<Value> = self
            .keywords
            .iter()
            .map(|(id, name)| json!({"description": name, "type": "string", "const": id}))
            .collect();
        Some(json!({"description": "Identifier of a keyword.", "oneOf": values}))
    }
}

/// The name itself, or with the ending, or with a number, so that none is used twice.
fn unused(used: &mut BTreeSet<String>, name: &str, ending: &str) -> String {
    let mut candidate = name.to_owned();
    let mut number = 1;
    while !used.insert(candidate.clone()) {
        candidate = match number {
            1 => format!("{name}{ending}"),
            _ => format!("{name}{ending}{number}"),
        };
        number += 1;
    }
    candidate
}

/// `character-type` as `CharacterType`; a name that would start with a digit gets an `N`.
pub(crate) fn pascal(id: &str) -> String {
    let mut text = String::new();
    for part in id.split(|letter: char| !letter.is_alphanumeric()) {
        let mut letters = part.chars();
        if let Some(first) = letters.next() {
            text.extend(first.to_uppercase());
            text.push_str(letters.as_str());
        }
    }
    if text.starts_with(|letter: char| letter.is_ascii_digit()) {
        text.insert(0, 'N');
    }
    text
}

//! The words that content declares: wordings, names of kinds, enum values, keywords, cards.

use std::collections::{BTreeSet, HashMap};

use cardwright_model::{Entity, Keyword, Kind, Package, Pool, Value};

use super::Missing;
use super::phrase::capitalised;
use super::template::{Template, forms, parse};

/// Everything that words can be looked up in.
pub(super) struct Lexicon<'a> {
    /// By category, then by name.
    wordings: HashMap<&'a str, HashMap<&'a str, Vec<&'a str>>>,
    kinds: HashMap<&'a str, &'a Kind>,
    /// Printed names by enum, then by value.
    values: HashMap<&'a str, HashMap<&'a str, &'a str>>,
    value_names: HashMap<&'a str, &'a str>,
    keywords: HashMap<&'a str, &'a Keyword>,
    cards: HashMap<&'a str, &'a str>,
    /// The codes and names of dice.
    dice: HashMap<&'a str, (&'a str, &'a str)>,
    /// Flags and counters that cards declare.
    variables: BTreeSet<&'a str>,
}

impl<'a> Lexicon<'a> {
    /// Collects the words of all packages. Later packages may reword what earlier ones declare.
    pub(super) fn new(packages: &[&'a Package]) -> Lexicon<'a> {
        let mut lexicon = Lexicon {
            wordings: HashMap::new(),
            kinds: HashMap::new(),
            values: HashMap::new(),
            value_names: HashMap::new(),
            keywords: HashMap::new(),
            cards: HashMap::new(),
            dice: HashMap::new(),
            variables: BTreeSet::new(),
        };
        for package in packages {
            for wording in &package.wordings {
                if let Some((category, name)) = wording.of.split_once(' ') {
                    let words = lexicon.wordings.entry(category).or_default();
                    words.insert(name, forms(&wording.text));
                }
            }
            for kind in &package.kinds {
                lexicon.kinds.insert(&kind.id, kind);
            }
            for declared in &package.enums {
                let names = lexicon.values.entry(&declared.id).or_default();
                for value in &declared.values {
                    names.insert(&value.id, &value.name);
                    lexicon.value_names.entry(&value.id).or_insert(&value.name);
                }
            }
            for keyword in &package.keywords {
                lexicon.keywords.insert(&keyword.id, keyword);
            }
            for die in &package.dice {
                lexicon.dice.insert(&die.id, (&die.code, &die.name));
            }
            let clauses = package.cards.iter().flat_map(|card| &card.clauses);
            let variables = clauses.filter(|clause| clause.fields.contains_key("start"));
            let names = variables.filter_map(|clause| clause.args.get("name")?.as_text());
            lexicon.variables.extend(names);
            let entities = package.cards.iter().chain(&package.decks).chain(&package.formats);
            lexicon.cards.extend(entities.map(|card| (card.id.as_str(), card.name.as_str())));
        }
        lexicon
    }

    /// The forms of a wording.
    pub(super) fn forms(&self, category: &str, name: &str) -> Option<&[&'a str]> {
        self.wordings.get(category)?.get(name).map(Vec::as_slice)
    }

    /// Whether a card has a flag or counter of that name.
    pub(super) fn is_variable(&self, name: &str) -> bool {
        self.variables.contains(name)
    }

    /// One form of a wording, parsed.
    pub(super) fn form(&self, category: &str, name: &str, form: usize) -> Option<Template> {
        let text = self.forms(category, name)?.get(form)?;
        Some(parse(&text.replace('~', "")))
    }

    pub(super) fn kind(&self, id: &str) -> Option<&'a Kind> {
        self.kinds.get(id).copied()
    }

    pub(super) fn keyword(&self, id: &str) -> Option<&'a Keyword> {
        self.keywords.get(id).copied()
    }

    /// The printed name of an identifier, in singular and plural.
    pub(super) fn noun(&self, id: &str, domain: Option<&str>) -> (String, String) {
        // Kinds, resources and damage types share names such as `magic`, so the wording of an enum
        // value includes its enum: `noun ENUM-VALUE`.
        let forms = match domain {
            Some(domain) => self.forms("noun", &format!("{domain}-{id}")),
            None => self.forms("noun", id),
        };
        if let Some([one, many, ..]) = forms {
            return ((*one).to_owned(), (*many).to_owned());
        }
        let name = self.name(id, domain);
        let many = if name.ends_with('s') { name.clone() } else { format!("{name}s") };
        (name, many)
    }

    /// The printed name of an identifier; the identifier in words if nothing has it.
    pub(super) fn name(&self, id: &str, domain: Option<&str>) -> String {
        let value = domain.and_then(|domain| self.values.get(domain)?.get(id).copied());
        value
            .or_else(|| self.kinds.get(id).map(|kind| kind.name.as_str()))
            .or_else(|| self.value_names.get(id).copied())
            .or_else(|| self.cards.get(id).copied())
            .map_or_else(|| capitalised(&humanised(id)), ToOwned::to_owned)
    }

    /// The printed name of a die.
    pub(super) fn die(&self, id: &'a str) -> &'a str {
        self.dice.get(id).map_or(id, |(_, name)| *name)
    }

    /// The code of a die in pools: the `B` of `2B`.
    pub(super) fn code(&self, id: &str) -> String {
        self.dice.get(id).map_or_else(|| format!(" {id}"), |(code, _)| (*code).to_owned())
    }

    /// The die with that code.
    pub(super) fn die_of_code(&self, code: &str) -> Option<&'a str> {
        let dice = self.dice.iter().filter(|(_, (known, _))| *known == code);
        dice.map(|(id, _)| *id).min()
    }

    /// Dice as they are written on cards: `2B 1R +1`.
    pub(super) fn pool(&self, pool: &Pool) -> String {
        let mut parts: Vec<String> = pool
            .dice
            .iter()
            .map(|(die, count)| match self.dice.get(die.as_str()) {
                Some((code, _)) => format!("{count}{code}"),
                None => format!("{count} {die}"),
            })
            .collect();
        if pool.bonus != 0 || parts.is_empty() {
            let sign = if pool.bonus > 0 && !parts.is_empty() { "+" } else { "" };
            parts.push(format!("{sign}{}", pool.bonus));
        }
        parts.join(" ")
    }

    /// The printed name of a value of a field, whose enum the kind declares.
    pub(super) fn value_name(&self, value: &Value, domain: Option<&str>) -> String {
        match value {
            Value::Ref { id } => self.name(id, domain),
            Value::Text(text) => text.clone(),
            Value::Int(number) => number.to_string(),
            Value::Quantity { quantity, unit } => format!("{quantity}{unit}"),
            Value::Bool(truth) => if *truth { "yes" } else { "no" }.to_owned(),
            Value::Formula { .. } => "X".to_owned(),
            Value::Pool { pool } => self.pool(pool),
            Value::Die { die, face: None } => self.name(die, None),
            Value::Die { die, face: Some(face) } => format!("{} {face}", self.name(die, None)),
            Value::Range { min, max: Some(max) } => format!("{min}–{max}"),
            Value::Range { min, max: None } => format!("{min}+"),
            Value::Map { .. } => String::new(),
            Value::List(items) => {
                let names: Vec<String> =
                    items.iter().map(|item| self.value_name(item, domain)).collect();
                names.join("/")
            }
        }
    }
}

/// Wordings that were needed but not found, each once.
#[derive(Debug, Default)]
pub(super) struct MissingWords {
    found: BTreeSet<(String, String)>,
    list: Vec<Missing>,
}

impl MissingWords {
    pub(super) fn add(&mut self, category: &str, name: &str, card: &Entity) {
        if self.found.insert((category.to_owned(), name.to_owned())) {
            self.list.push(Missing {
                category: category.to_owned(),
                name: name.to_owned(),
                card: card.id.clone(),
            });
        }
    }

    pub(super) fn into_list(self) -> Vec<Missing> {
        self.list
    }
}

/// An identifier as words: `end-of-round` as "end of round".
pub(super) fn humanised(id: &str) -> String {
    id.replace('-', " ")
}

//! The words that content declares: wordings, names of kinds, enum values, keywords, cards.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::sync::{Arc, PoisonError, RwLock};

use cardwright_model::{Keyword, Kind, Package, Pool, Value};

use super::MissingWording;
use super::phrase::capitalised;
use super::template::{Template, forms, parse};
use crate::view::{Key, Name};

/// Everything that words can be looked up in, for one card. Which keywords and names of cards
/// its text depends on is noted.
pub(super) struct Lexicon<'a> {
    tables: Arc<Tables<'a>>,
    seen: RefCell<Vec<Key>>,
}

impl<'a> Deref for Lexicon<'a> {
    type Target = Tables<'a>;

    fn deref(&self) -> &Tables<'a> {
        &self.tables
    }
}

/// What all cards share.
pub(super) struct Tables<'a> {
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
    /// Forms that were parsed, by their text: ten thousand cards share a few hundred.
    templates: RwLock<HashMap<Box<str>, Arc<Template>>>,
}

impl<'a> Tables<'a> {
    /// Later packages may reword what earlier ones declare.
    pub(super) fn new(packages: &[&'a Package]) -> Tables<'a> {
        let mut lexicon = Tables {
            wordings: HashMap::new(),
            kinds: HashMap::new(),
            values: HashMap::new(),
            value_names: HashMap::new(),
            keywords: HashMap::new(),
            cards: HashMap::new(),
            dice: HashMap::new(),
            variables: BTreeSet::new(),
            templates: RwLock::default(),
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
}

impl<'a> Lexicon<'a> {
    pub(super) fn new(tables: &Arc<Tables<'a>>) -> Lexicon<'a> {
        Lexicon { tables: tables.clone(), seen: RefCell::default() }
    }

    /// The names that were looked up.
    pub(super) fn into_seen(self) -> Vec<Key> {
        self.seen.into_inner()
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
    pub(super) fn form(&self, category: &str, name: &str, form: usize) -> Option<Arc<Template>> {
        let text = self.forms(category, name)?.get(form)?;
        Some(self.template(&text.replace('~', "")))
    }

    /// The template that a text is.
    pub(super) fn template(&self, text: &str) -> Arc<Template> {
        let known = self.templates.read().ok().and_then(|known| known.get(text).cloned());
        known.unwrap_or_else(|| {
            let template = Arc::new(parse(text));
            if let Ok(mut known) = self.templates.write() {
                known.insert(text.into(), template.clone());
            }
            template
        })
    }

    pub(super) fn kind(&self, id: &str) -> Option<&'a Kind> {
        self.kinds.get(id).copied()
    }

    pub(super) fn keyword(&self, id: &str) -> Option<&'a Keyword> {
        self.seen.borrow_mut().push(Name::Keyword(id).key());
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
            .or_else(|| {
                self.seen.borrow_mut().push(Name::Declared(id).key());
                self.cards.get(id).copied()
            })
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

/// Wordings that were needed but not found, by number: what one card lacks, ten thousand lack.
#[derive(Debug, Default)]
pub(crate) struct WantedWords(RwLock<Numbered>);

#[derive(Debug, Default)]
struct Numbered {
    /// By category, then by name.
    numbers: HashMap<Box<str>, HashMap<Box<str>, u32>>,
    words: Vec<(Box<str>, Box<str>)>,
}

impl WantedWords {
    fn number(&self, category: &str, name: &str) -> u32 {
        let find = |known: &Numbered| known.numbers.get(category)?.get(name).copied();
        let known = find(&self.0.read().unwrap_or_else(PoisonError::into_inner));
        known.unwrap_or_else(|| {
            let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have been faster.
            find(&all).unwrap_or_else(|| {
                let number = all.words.len() as u32;
                all.words.push((category.into(), name.into()));
                all.numbers.entry(category.into()).or_default().insert(name.into(), number);
                number
            })
        })
    }

    /// Those words, each with the first card that lacks it.
    pub(crate) fn each_once<'c>(
        &self,
        missing: impl Iterator<Item = (&'c str, &'c [u32])>,
    ) -> Vec<MissingWording> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let mut is_told = vec![false; all.words.len()];
        let mut found = Vec::new();
        for (card, numbers) in missing {
            for number in numbers {
                let number = *number as usize;
                if !std::mem::replace(&mut is_told[number], true) {
                    let (category, name) = &all.words[number];
                    let (category, name) = (category.to_string(), name.to_string());
                    found.push(MissingWording { category, name, card: card.to_owned() });
                }
            }
        }
        found
    }
}

/// The wordings that one card lacks, each once.
pub(super) struct MissingWords<'w> {
    wanted: &'w WantedWords,
    list: Vec<u32>,
}

impl<'w> MissingWords<'w> {
    pub(super) fn new(wanted: &'w WantedWords) -> MissingWords<'w> {
        MissingWords { wanted, list: Vec::new() }
    }

    pub(super) fn add(&mut self, category: &str, name: &str) {
        let number = self.wanted.number(category, name);
        if !self.list.contains(&number) {
            self.list.push(number);
        }
    }

    pub(super) fn into_list(self) -> Vec<u32> {
        self.list
    }
}

/// An identifier as words: `end-of-round` as "end of round".
pub(super) fn humanised(id: &str) -> String {
    id.replace('-', " ")
}

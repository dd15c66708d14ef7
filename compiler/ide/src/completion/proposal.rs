//! One thing that may be written at the cursor, and where such things come from.

use cardwright_check::WordClass;
use cardwright_model::{Entity, FieldType, Keyword, Library, Role};
use cardwright_vocabulary::{Games, Type, Vocabulary, Word, WordType};

use crate::vocabulary::{signature, type_name};
use cardwright_model::words::type_words;

/// The protocol's numbers of what a proposal is.
mod kind {
    pub(super) const FUNCTION: u8 = 3;
    pub(super) const FIELD: u8 = 5;
    pub(super) const CLASS: u8 = 7;
    pub(super) const METHOD: u8 = 2;
    pub(super) const VALUE: u8 = 12;
    pub(super) const KEYWORD: u8 = 14;
    pub(super) const ENUM_MEMBER: u8 = 20;
    pub(super) const EVENT: u8 = 23;
    pub(super) const VARIABLE: u8 = 6;
}

/// Something that may be written at the cursor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proposal {
    /// What is shown and compared with what was typed.
    pub(super) label: String,
    /// What is written.
    pub(super) insert: String,
    /// What it is, as a number of the protocol.
    pub(super) kind: u8,
    /// A few words beside it.
    pub(super) detail: String,
    /// What it means.
    pub(super) note: String,
    /// Lower ones come first.
    pub(super) rank: u8,
}

impl Proposal {
    fn new(label: &str, kind: u8, detail: impl Into<String>) -> Proposal {
        Proposal {
            label: label.to_owned(),
            insert: label.to_owned(),
            kind,
            detail: detail.into(),
            note: String::new(),
            rank: 1,
        }
    }

    fn note(mut self, note: impl Into<String>) -> Proposal {
        self.note = note.into();
        self
    }

    pub(super) fn rank(mut self, rank: u8) -> Proposal {
        self.rank = rank;
        self
    }

    fn insert(mut self, insert: String) -> Proposal {
        self.insert = insert;
        self
    }

    /// A word of the language.
    pub(super) fn word(word: &str) -> Proposal {
        Proposal::new(word, kind::KEYWORD, "")
    }

    /// A label before an argument.
    pub(super) fn label(name: &str, ty: WordType) -> Proposal {
        Proposal::new(name, kind::VARIABLE, type_name(ty)).insert(format!("{name}: ")).rank(0)
    }
}

/// Where proposals come from.
pub(super) struct Stock<'l> {
    pub(super) library: &'l Library,
    pub(super) vocabulary: Option<&'static Vocabulary>,
}

impl<'l> Stock<'l> {
    pub(super) fn new(library: &'l Library, games: Games) -> Stock<'l> {
        let engine = library.game().map(|game| game.engine.as_str()).unwrap_or_default();
        Stock { library, vocabulary: games.vocabulary(engine) }
    }

    /// Words of one use.
    pub(super) fn words(&self, class: WordClass) -> Vec<Proposal> {
        let words = self.vocabulary.map(|vocabulary| class.words(vocabulary)).unwrap_or_default();
        let own = self.library.words().filter(|word| word.category == class.title());
        let own = own.map(|word| {
            Proposal::new(&word.id, kind::FUNCTION, word.signature())
                .note(word.note.clone().unwrap_or_default())
        });
        words.iter().map(|word| of_word(class, word)).chain(own).collect()
    }

    /// The word of that name among those that are called.
    pub(super) fn called(&self, name: &str) -> Option<&'static Word> {
        use WordClass::{Mark, Query, RuleQuery, Selection, Stat, Verb};
        let vocabulary = self.vocabulary?;
        let classes = [Verb, Query, Mark, Stat, Selection, RuleQuery];
        let mut tables = classes.into_iter().map(|class| class.words(vocabulary));
        tables.find_map(|words| words.iter().find(|word| word.name == name))
    }

    /// Values of an enum.
    pub(super) fn values(&self, id: &str) -> Vec<Proposal> {
        let enums = self.library.enums().filter(|declared| declared.id == id);
        enums
            .flat_map(|declared| &declared.values)
            .map(|value| {
                Proposal::new(&value.id, kind::ENUM_MEMBER, &value.name)
                    .note(value.note.clone().unwrap_or_default())
                    .rank(0)
            })
            .collect()
    }

    /// The rules of the rulebook that a test can prove; behind the name of a chapter and a dot
    /// only the numbers of its rules.
    pub(super) fn book_rules(&self, chapter: Option<&str>) -> Vec<Proposal> {
        let provable = self.library.book_rules().filter(|rule| !rule.explains());
        provable
            .filter(|rule| chapter.is_none_or(|chapter| rule.chapter.id == chapter))
            .map(|rule| {
                let label = match chapter {
                    Some(_) => rule.number.to_string(),
                    None => rule.name(),
                };
                let text = rule.clause.fields.get("text").and_then(|text| text.as_text());
                Proposal::new(&label, kind::VALUE, rule.title())
                    .note(text.unwrap_or_default())
                    .rank(0)
            })
            .collect()
    }

    /// Cards, decks, formats and records of a kind or family; `card` for all cards.
    pub(super) fn entities(&self, wanted: &str) -> Vec<Proposal> {
        let all = self.library.packages.iter().flat_map(|package| {
            package
                .cards
                .iter()
                .chain(&package.decks)
                .chain(&package.formats)
                .chain(&package.records)
        });
        let fits = |entity: &&Entity| {
            let kind = self.library.kind(&entity.kind);
            let is_card = wanted == "card" && kind.is_some_and(|kind| kind.role == Role::Card);
            is_card || self.library.kind_fits(&entity.kind, wanted)
        };
        let kind_name = |id: &'l str| self.library.kind(id).map_or(id, |kind| kind.name.as_str());
        all.filter(fits)
            .map(|entity| {
                let detail = format!("{}, {}", entity.name, kind_name(&entity.kind));
                Proposal::new(&entity.id, kind::VALUE, detail).rank(0)
            })
            .collect()
    }

    /// Declarations of a role.
    pub(super) fn of_role(&self, role: Role) -> Vec<Proposal> {
        let kinds = self.library.kinds().filter(|kind| kind.role == role && kind.parent.is_none());
        let mut found: Vec<Proposal> = kinds.flat_map(|kind| self.entities(&kind.id)).collect();
        let children = self.library.kinds().filter(|kind| kind.role == role);
        found.extend(children.flat_map(|kind| self.entities(&kind.id)));
        found
    }

    /// Abstract declarations of a kind, and others that it may inherit from.
    pub(super) fn parents(&self, kind: &str) -> Vec<Proposal> {
        let patterns = self.library.packages.iter().flat_map(|package| &package.patterns);
        let same = patterns.filter(|pattern| pattern.kind == kind);
        let mut found: Vec<Proposal> = same
            .map(|pattern| Proposal::new(&pattern.id, kind::CLASS, "abstract").rank(0))
            .collect();
        found.extend(self.entities(kind).into_iter().map(|other| other.rank(1)));
        found
    }

    /// Keywords that a kind may carry; all without one.
    pub(super) fn keywords(&self, host: Option<&str>) -> Vec<Proposal> {
        let fits = |keyword: &&Keyword| match host {
            Some(host) if !keyword.hosts.is_empty() => keyword
                .hosts
                .iter()
                .any(|wanted| wanted == "card" || self.library.kind_fits(host, wanted)),
            _ => true,
        };
        let all = self.library.keywords().filter(fits);
        all.map(|keyword| {
            let params: Vec<String> = keyword
                .params
                .iter()
                .map(|param| format!("{}: {}", param.name, type_words(&param.field_type)))
                .collect();
            let detail = match params.is_empty() {
                true => keyword.name.clone(),
                false => format!("{} ({})", keyword.name, params.join(", ")),
            };
            let note = format!("{}\n\n{}", keyword.wording, keyword.reminder);
            Proposal::new(&keyword.id, kind::FUNCTION, detail).note(note)
        })
        .collect()
    }

    /// Kinds and families.
    pub(super) fn kinds_and_families(&self) -> Vec<Proposal> {
        let mut found = self.kinds();
        let mut families: Vec<&str> =
            self.library.kinds().filter_map(|kind| kind.family.as_deref()).collect();
        families.sort_unstable();
        families.dedup();
        let families = families.into_iter();
        found.extend(families.map(|family| Proposal::new(family, kind::CLASS, "family")));
        found
    }

    /// Kinds that may be declared.
    pub(super) fn kinds(&self) -> Vec<Proposal> {
        let kinds = self.library.kinds().filter(|kind| !kind.is_abstract);
        kinds
            .map(|kind| {
                Proposal::new(&kind.id, kind::CLASS, &kind.name)
                    .note(kind.note.clone().unwrap_or_default())
            })
            .collect()
    }

    /// Enums.
    pub(super) fn enums(&self) -> Vec<Proposal> {
        let enums = self.library.enums();
        enums.map(|declared| Proposal::new(&declared.id, kind::CLASS, "enum")).collect()
    }

    /// Dice, one of each.
    pub(super) fn dice(&self) -> Vec<Proposal> {
        let dice = self.library.dice();
        dice.map(|die| Proposal::new(&format!("1{}", die.code), kind::VALUE, &die.name).rank(0))
            .collect()
    }

    /// A field or clause of a kind.
    pub(super) fn field(
        &self,
        name: &str,
        detail: String,
        note: Option<&str>,
        needed: bool,
    ) -> Proposal {
        Proposal::new(name, kind::FIELD, detail)
            .insert(format!("{name}: "))
            .note(note.unwrap_or_default())
            .rank(if needed { 0 } else { 1 })
    }

    /// A clause that has a block or a head of its own.
    pub(super) fn clause(&self, name: &str, detail: String, note: Option<&str>) -> Proposal {
        Proposal::new(name, kind::METHOD, detail).note(note.unwrap_or_default())
    }

    /// What a field of that type may hold.
    pub(super) fn values_of(&self, field_type: &FieldType) -> Vec<Proposal> {
        match field_type {
            FieldType::List { of } => self.values_of(of),
            FieldType::Enum { id } => self.values(id),
            FieldType::Entity { kind } => self.entities(kind),
            FieldType::Keyword => self.keywords(None),
            FieldType::Flag => vec![Proposal::word("yes"), Proposal::word("no")],
            FieldType::Pool | FieldType::Die => self.dice(),
            FieldType::Formula { .. } | FieldType::Condition | FieldType::Selection => {
                self.expression()
            }
            FieldType::DeckCondition => self.rule_expression(),
            _ => Vec::new(),
        }
    }

    /// What an argument of that type may be.
    pub(super) fn values_of_type(&self, ty: WordType) -> Vec<Proposal> {
        match ty {
            Type::Enum(id) => self.values(id),
            Type::EnumSet(ids) => ids.iter().flat_map(|id| self.values(id)).collect(),
            Type::CardName | Type::CardNames => self.entities("card"),
            Type::Zone => self.words(WordClass::Zone),
            Type::Kind => self.kinds_and_families(),
            Type::Keyword => self.keywords(None),
            Type::Stat => self.words(WordClass::Stat),
            Type::Entity(role) => self.of_role(role),
            Type::Pool | Type::Die => self.dice(),
            _ => self.expression(),
        }
    }

    /// What may stand in conditions, formulas and selections.
    pub(super) fn expression(&self) -> Vec<Proposal> {
        let mut found = vec![Proposal::word("self"), Proposal::word("it")];
        for class in [WordClass::Query, WordClass::Stat, WordClass::Selection, WordClass::Zone] {
            found.extend(self.words(class));
        }
        found
    }

    /// The same in legality rules.
    pub(super) fn rule_expression(&self) -> Vec<Proposal> {
        let mut found = self.words(WordClass::RuleQuery);
        found.extend(self.words(WordClass::RuleSelection));
        let mut fields: Vec<&str> = self
            .library
            .kinds()
            .flat_map(|kind| &kind.fields)
            .map(|field| field.name.as_str())
            .collect();
        fields.sort_unstable();
        fields.dedup();
        found.extend(fields.into_iter().map(|field| Proposal::new(field, kind::FIELD, "field")));
        found
    }
}

fn of_word(class: WordClass, word: &Word) -> Proposal {
    let kind = match class {
        WordClass::Event | WordClass::Window => kind::EVENT,
        WordClass::Setup | WordClass::Property => kind::FIELD,
        WordClass::Zone | WordClass::Act => kind::VALUE,
        _ => kind::FUNCTION,
    };
    let proposal = Proposal::new(word.name, kind, signature(word)).note(word.doc);
    match class {
        WordClass::Setup => proposal.insert(format!("{}: ", word.name)),
        _ => proposal,
    }
}

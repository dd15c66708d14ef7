//! What each name in the text means, for editors: they show the meaning, jump to the declaration,
//! and rename it everywhere.
//!
//! Lowering records a [`Mention`] wherever it finds out what a name means, so an editor sees
//! exactly what the checker saw.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use cardwright_dsl::ast::{self, Entry, Span};
use cardwright_model::{Arg, Pool, Role};
use cardwright_vocabulary::Vocabulary;
use cardwright_vocabulary::Word;

use crate::diag::Location;
use crate::item::Placements;
use crate::lower::{Sorted, Unit};
use crate::rules::RULE_WORDS;
use crate::source::FileId;
use crate::symbols::{EntitySymbol, Frame, Symbols};
use crate::ty::EntityRole;
use crate::view::View;

/// A name, or dice, and what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mention {
    /// Where it stands. For a name in the hole of a message: the whole hole.
    pub location: Location,
    /// What it means.
    pub meaning: Meaning,
    /// True where it is declared.
    pub declares: bool,
    /// The arguments that a keyword is used with, with defaults filled in.
    pub args: Vec<Arg>,
}

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Meaning {
    /// A card, deck, format or record.
    Entity {
        /// Which of those.
        role: Role,
        /// Its identifier.
        id: String,
    },
    /// A kind.
    Kind(String),
    /// A family of kinds.
    Family(String),
    /// A keyword.
    Keyword(String),
    /// An enum.
    Enum(String),
    /// A value of an enum.
    Value {
        /// The enum.
        of: String,
        /// The value.
        id: String,
    },
    /// A die.
    Die(String),
    /// A legality rule.
    Rule(String),
    /// A test.
    Test(String),
    /// A rule of a rulebook.
    BookRule {
        /// The chapter.
        chapter: String,
        /// Its number in the chapter.
        number: String,
    },
    /// A field or clause of a kind.
    Member(Member),
    /// A word of the game's vocabulary.
    Word {
        /// What it is used for.
        class: WordClass,
        /// The word.
        name: String,
    },
    /// Dice that are thrown.
    Dice {
        /// The dice.
        pool: Pool,
        /// The field or stat whose dice they are.
        stat: Option<String>,
        /// True if they are added to what the stat has, as in `+1B ATT`.
        adds: bool,
    },
    /// A file of the package, relative to it.
    File(String),
}

/// A field or clause of a kind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The kind.
    pub kind: String,
    /// The clause inside which it stands, if it is one of a block.
    pub clause: Option<String>,
    /// Its name.
    pub name: String,
    /// Where it is declared, if that is known.
    pub declared: Option<Location>,
}

/// What a word of the vocabulary is used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WordClass {
    /// What an effect does.
    Verb,
    /// What an effect reacts to.
    Event,
    /// What `modify` changes.
    Stat,
    /// What `mark` switches on.
    Mark,
    /// What `forbid` forbids.
    Act,
    /// Where cards can be.
    Zone,
    /// The cards that an effect is about.
    Selection,
    /// What conditions and formulas ask.
    Query,
    /// When something that lasts ends.
    Window,
    /// What a test does.
    Command,
    /// What a test sets up.
    Setup,
    /// What a card in a set-up has.
    Property,
    /// Cards that a legality rule is about.
    RuleSelection,
    /// What a legality rule asks.
    RuleQuery,
}

impl WordClass {
    /// What one such word is called.
    pub fn title(self) -> &'static str {
        match self {
            WordClass::Verb => "verb",
            WordClass::Event => "event",
            WordClass::Stat => "stat",
            WordClass::Mark => "mark",
            WordClass::Act => "act",
            WordClass::Zone => "zone",
            WordClass::Selection => "selection",
            WordClass::Query => "query",
            WordClass::Window => "window",
            WordClass::Command => "command of tests",
            WordClass::Setup => "set-up field of tests",
            WordClass::Property => "property in the set-up of tests",
            WordClass::RuleSelection => "selection of rules",
            WordClass::RuleQuery => "query of rules",
        }
    }

    /// The class of a word that a game without an engine declares: `verb`, `event` and so on.
    pub fn of_category(category: &str) -> Option<WordClass> {
        use WordClass::{Act, Event, Mark, Query, Selection, Stat, Verb, Window, Zone};
        let all = [Verb, Event, Stat, Mark, Act, Zone, Selection, Query, Window];
        all.into_iter().find(|class| class.title() == category)
    }

    /// All such words.
    pub fn words(self, vocabulary: &Vocabulary) -> &'static [Word] {
        match self {
            WordClass::Verb => vocabulary.verbs,
            WordClass::Event => vocabulary.events,
            WordClass::Stat => vocabulary.stats,
            WordClass::Mark => vocabulary.marks,
            WordClass::Act => vocabulary.acts,
            WordClass::Zone => vocabulary.zones,
            WordClass::Selection => vocabulary.selections,
            WordClass::Query => vocabulary.queries,
            WordClass::Window => vocabulary.windows,
            WordClass::Command => vocabulary.commands,
            WordClass::Setup => vocabulary.setup,
            WordClass::Property => vocabulary.properties,
            WordClass::RuleSelection => RULE_WORDS.selections,
            WordClass::RuleQuery => RULE_WORDS.queries,
        }
    }
}

impl Meaning {
    /// True if both mean the same thing.
    pub fn is_same(&self, other: &Meaning) -> bool {
        match (self, other) {
            // Kinds that inherit a field share its declaration.
            (Meaning::Member(one), Meaning::Member(two)) => match (one.declared, two.declared) {
                (Some(one), Some(two)) => one == two,
                _ => (&one.kind, &one.clause, &one.name) == (&two.kind, &two.clause, &two.name),
            },
            _ => self == other,
        }
    }

    pub(crate) fn entity(role: EntityRole, id: &str) -> Meaning {
        Meaning::Entity { role, id: id.to_owned() }
    }

    pub(crate) fn word(class: WordClass, name: &str) -> Meaning {
        Meaning::Word { class, name: name.to_owned() }
    }

    /// A kind or a family, whichever there is.
    pub(crate) fn kind_or_family(symbols: &Frame, id: &str) -> Option<Meaning> {
        if symbols.kinds.contains_key(id) {
            Some(Meaning::Kind(id.to_owned()))
        } else {
            symbols.is_family(id).then(|| Meaning::Family(id.to_owned()))
        }
    }
}

impl Mention {
    pub(crate) fn new(location: Location, meaning: Meaning) -> Mention {
        Mention { location, meaning, declares: false, args: Vec::new() }
    }

    fn declaration(file: FileId, span: Span, meaning: Meaning) -> Mention {
        Mention { declares: true, ..Mention::new(Location::new(file, span), meaning) }
    }
}

/// What every name in the packages means.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    files: BTreeMap<FileId, InFile>,
    placements: Placements,
}

/// What the declarations of a file note.
#[derive(Debug, Clone, Default)]
struct InFile {
    /// At places in items.
    parts: Vec<Arc<Vec<Mention>>>,
    /// At places in the file; made when somebody asks, for after most keystrokes nobody does.
    sorted: OnceLock<Vec<Mention>>,
}

impl PartialEq for Mentions {
    fn eq(&self, other: &Mentions) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Mentions {
    pub(crate) fn new(
        parts: impl Iterator<Item = Arc<Vec<Mention>>>,
        placements: Placements,
    ) -> Mentions {
        let mut files: BTreeMap<FileId, InFile> = BTreeMap::new();
        for part in parts {
            if let Some(first) = part.first() {
                files.entry(placements.file(first.location.file)).or_default().parts.push(part);
            }
        }
        Mentions { files, placements }
    }

    /// The names in a file, by place.
    pub fn in_file(&self, file: FileId) -> &[Mention] {
        let Some(InFile { parts, sorted }) = self.files.get(&file) else { return &[] };
        sorted.get_or_init(|| {
            let noted = parts.iter().flat_map(|part| part.iter());
            let mut mentions = noted.map(|mention| self.placements.mention(mention)).collect();
            settle(&mut mentions);
            mentions
        })
    }

    /// The names in all files, by place.
    pub fn iter(&self) -> impl Iterator<Item = &Mention> {
        self.files.keys().flat_map(|file| self.in_file(*file))
    }
}

/// The mentions of each item by themselves.
pub(crate) fn by_item(mentions: Vec<Mention>) -> Vec<Arc<Vec<Mention>>> {
    let mut items: BTreeMap<FileId, Vec<Mention>> = BTreeMap::new();
    for mention in mentions {
        items.entry(mention.location.file).or_default().push(mention);
    }
    items.into_values().map(Arc::new).collect()
}

/// Sorts by place. Of several mentions at the same place, the last one is kept.
fn settle(mentions: &mut Vec<Mention>) {
    mentions.reverse();
    mentions.sort_by_key(|mention| mention.location);
    mentions.dedup_by(|later, earlier| {
        let is_dice = |mention: &Mention| matches!(mention.meaning, Meaning::Dice { .. });
        later.location == earlier.location && is_dice(later) == is_dice(earlier)
    });
}

/// The names that the heads of declarations declare and use.
pub(crate) fn of_declarations(sorted: &Sorted<'_>, symbols: &Symbols) -> Vec<Mention> {
    let mut found = Vec::new();
    type Declares = fn(String) -> Meaning;
    let plain: [(&[Unit<'_>], Declares); 6] = [
        (&sorted.keywords, Meaning::Keyword),
        (&sorted.dice, Meaning::Die),
        (&sorted.rules, Meaning::Rule),
        (&sorted.tests, Meaning::Test),
        (&sorted.enums, Meaning::Enum),
        (&sorted.kinds, Meaning::Kind),
    ];
    for (units, meaning) in plain {
        for unit in units {
            let Some(id) = &unit.declaration.id else { continue };
            found.push(Mention::declaration(unit.file, id.span, meaning(id.text.clone())));
        }
    }
    for unit in &sorted.words {
        let (Some(id), Some(category)) = (&unit.declaration.id, &unit.declaration.parent) else {
            continue;
        };
        if let Some(class) = WordClass::of_category(&category.text) {
            let meaning = Meaning::word(class, &id.text);
            found.push(Mention::declaration(unit.file, id.span, meaning));
        }
    }
    for unit in &sorted.enums {
        of_enum(unit, &mut found);
    }
    for unit in &sorted.kinds {
        of_kind(unit, symbols, &mut found);
    }
    for unit in &sorted.amendments {
        let Some(id) = &unit.declaration.id else { continue };
        let roles = [EntityRole::Card, EntityRole::Deck, EntityRole::Format, EntityRole::Record];
        let role = roles.into_iter().find(|role| symbols.entity(*role, &id.text).is_some());
        let location = Location::new(unit.file, id.span);
        found.extend(role.map(|role| Mention::new(location, Meaning::entity(role, &id.text))));
        let record = symbols.entity(EntityRole::Record, &id.text);
        found.extend(record.into_iter().flat_map(|record| of_rules(unit, &id.text, record)));
    }
    found
}

/// The numbers of the rules that a chapter declares.
fn of_rules(unit: &Unit<'_>, chapter: &str, symbol: &EntitySymbol) -> Vec<Mention> {
    let own = symbol.rules.iter().filter(|(_, rule)| rule.location.file == unit.file);
    own.map(|(number, rule)| {
        let (chapter, number) = (chapter.to_owned(), number.to_string());
        let meaning = Meaning::BookRule { chapter, number };
        Mention::declaration(unit.file, rule.location.span, meaning)
    })
    .collect()
}

fn of_enum(unit: &Unit<'_>, found: &mut Vec<Mention>) {
    let Some(id) = &unit.declaration.id else { return };
    for entry in unit.declaration.body.iter().flat_map(|body| &body.entries) {
        let Entry::Clause(value) = entry else { continue };
        let meaning = Meaning::Value { of: id.text.clone(), id: value.name.text.clone() };
        found.push(Mention::declaration(unit.file, value.name.span, meaning));
    }
}

fn of_kind(unit: &Unit<'_>, symbols: &Symbols, found: &mut Vec<Mention>) {
    let Some(id) = &unit.declaration.id else { return };
    if let Some(parent) = &unit.declaration.parent
        && symbols.kinds.contains_key(&parent.text)
    {
        let location = Location::new(unit.file, parent.span);
        found.push(Mention::new(location, Meaning::Kind(parent.text.clone())));
    }
    for clause in crate::lower::clauses(unit.declaration.body.as_ref()) {
        if let ("family", Some([ast::Expr { kind: ast::ExprKind::Name(family), span }])) =
            (clause.name.text.as_str(), clause.values.as_deref())
        {
            let meaning = Meaning::Family(family.clone());
            found.push(Mention::declaration(unit.file, *span, meaning));
        }
    }
    if let Some(body) = &unit.declaration.body {
        of_members(unit.file, &id.text, None, body, symbols, found);
    }
}

/// Fields and clauses as a kind declares them, and the types they name.
fn of_members(
    file: FileId,
    kind: &str,
    clause: Option<&str>,
    block: &ast::Block,
    symbols: &Symbols,
    found: &mut Vec<Mention>,
) {
    let member = |name: &ast::Ident| {
        let declared = Some(Location::new(file, name.span));
        let (kind, clause) = (kind.to_owned(), clause.map(str::to_owned));
        let meaning = Meaning::Member(Member { kind, clause, name: name.text.clone(), declared });
        Mention::declaration(file, name.span, meaning)
    };
    let of_type = |ty: &ast::Type| {
        let named = [Some(&ty.name), ty.of.as_ref()].into_iter().flatten();
        let named = named.filter_map(|name| {
            let meaning = match symbols.enums.contains_key(&name.text) {
                true => Some(Meaning::Enum(name.text.clone())),
                false => Meaning::kind_or_family(symbols, &name.text),
            };
            Some(Mention::new(Location::new(file, name.span), meaning?))
        });
        named.collect::<Vec<_>>()
    };
    for entry in &block.entries {
        match entry {
            Entry::Field(field) => {
                found.push(member(&field.name));
                found.extend(of_type(&field.ty));
            }
            Entry::ClauseDecl(declared) => {
                found.push(member(&declared.name));
                found.extend(of_type(&declared.shape));
                found.extend(declared.params.iter().flat_map(|param| of_type(&param.ty)));
                if let Some(body) = &declared.body {
                    of_members(file, kind, Some(&declared.name.text), body, symbols, found);
                }
            }
            _ => {}
        }
    }
}

/// What the head of a card declares and names.
pub(crate) fn of_entity(unit: &Unit<'_>, symbols: &View<'_>, found: &mut Vec<Mention>) {
    let declaration = unit.declaration;
    let Some(id) = &declaration.id else { return };
    let Some(kind) = symbols.kind(&declaration.kind.text) else { return };
    let role = kind.kind.role;
    found.push(Mention::declaration(unit.file, id.span, Meaning::entity(role, &id.text)));
    let symbol = symbols.entity(role, &id.text).filter(|symbol| !symbol.rules.is_empty());
    found.extend(symbol.into_iter().flat_map(|symbol| of_rules(unit, &id.text, symbol)));
    let at = |span| Location::new(unit.file, span);
    // The rows of a table share one word for their kind and their parent.
    let is_written = |word: &ast::Ident| unit.source.slice(word.span) == word.text;
    if is_written(&declaration.kind) {
        let meaning = Meaning::Kind(declaration.kind.text.clone());
        found.push(Mention::new(at(declaration.kind.span), meaning));
    }
    if let Some(parent) = declaration.parent.as_ref().filter(|parent| is_written(parent))
        && symbols.entity(role, &parent.text).is_some()
    {
        found.push(Mention::new(at(parent.span), Meaning::entity(role, &parent.text)));
    }
    for target in &declaration.targets {
        if symbols.entity(EntityRole::Format, &target.text).is_some() {
            let meaning = Meaning::entity(EntityRole::Format, &target.text);
            found.push(Mention::new(at(target.span), meaning));
        }
    }
}

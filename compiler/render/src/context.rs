//! What templates see: the model as plain template values.
//!
//! Names are strings, numbers are numbers, and a formula that only the engine can evaluate is the
//! string `X`. Fields that a kind declares but a card leaves out are `none`, so that a template
//! may read them although lookup is strict.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cardwright_model as model;
use minijinja::value::{Enumerator, Object, Serde, Value};
use model::{Clause, Entity, Expr, Keyword, KeywordUse, Kind, Library, Package, Run, TextBlock};

use crate::number::stable_hash;
use crate::size::CardSize;
use crate::trace::{PLACE, Trace, Watched};

/// Values that are the same for all cards of a package.
#[derive(Debug, Clone)]
pub(crate) struct Common {
    enums: Value,
    keywords: Value,
    theme: Value,
    package: Value,
    cards: Arc<AllCards>,
    /// The place of each printed card of the package, from one.
    serials: Arc<BTreeMap<String, usize>>,
}

/// The cards and records of a library by identifier, each described when it is first looked at: of
/// ten thousand cards most are not.
#[derive(Debug)]
struct AllCards {
    library: Library,
    /// Package and number of each, those of records after those of cards.
    places: OnceLock<BTreeMap<String, (usize, usize)>>,
    described: Mutex<BTreeMap<String, Value>>,
}

/// Stands for all cards in the list of cards that a template looked at.
pub(crate) const ALL_CARDS: &str = "*";

/// All cards and records by identifier, so that a card can show others that it names. Records
/// which of them a template looks at.
#[derive(Debug)]
struct Cards {
    all: Arc<AllCards>,
    looked_at: LookedAt,
}

/// Identifiers of the other cards that a template looked at.
#[derive(Debug, Clone, Default)]
pub(crate) struct LookedAt(Arc<Mutex<BTreeSet<String>>>);

impl LookedAt {
    fn note(&self, card: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(card.to_owned());
    }

    /// The identifiers.
    pub(crate) fn cards(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

impl Object for Cards {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let card = key.as_str()?;
        self.looked_at.note(card);
        self.all.get(card)
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        self.looked_at.note(ALL_CARDS);
        Enumerator::Values(self.all.places().keys().map(|id| Value::from(id.as_str())).collect())
    }
}

/// The place of a card among those of its package that are printed. It changes when cards come or
/// go, so whoever reads it looks at all cards.
#[derive(Debug)]
struct Serial {
    number: usize,
    of: usize,
    looked_at: LookedAt,
}

impl Object for Serial {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.looked_at.note(ALL_CARDS);
        let Serial { number, of, .. } = **self;
        match key.as_str()? {
            "number" => Some(Value::from(number)),
            "of" => Some(Value::from(of)),
            // As many digits as the last card needs, so that all have the same length.
            "text" => {
                let digits = of.to_string().len();
                Some(Value::from(format!("{number:0digits$}/{of}")))
            }
            _ => None,
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Str(&["number", "of", "text"])
    }
}

fn serials(library: &Library, package: &Package) -> BTreeMap<String, usize> {
    let is_printed =
        |card: &&Entity| library.kind(&card.kind).is_some_and(|kind| kind.print.is_some());
    let printed = package.cards.iter().filter(is_printed);
    printed.enumerate().map(|(place, card)| (card.id.clone(), place + 1)).collect()
}

impl Common {
    pub(crate) fn new(library: &Library, package: &Package, theme: &toml::Table) -> Common {
        Common {
            enums: enums(library),
            keywords: Value::from_pairs(
                library.keywords().map(|keyword| (keyword.id.clone(), one(keyword))),
            ),
            theme: Value::from(Serde(theme)),
            package: map([
                ("name", Value::from(package.name.as_str())),
                ("version", Value::from(package.version.as_str())),
                ("title", Value::from(package.title.as_deref().unwrap_or(&package.name))),
                ("game", Value::from(package.game.as_str())),
                ("authors", package.authors.iter().map(String::as_str).collect()),
            ]),
            cards: Arc::new(AllCards::new(library)),
            serials: Arc::new(serials(library, package)),
        }
    }

    /// What every template has, whatever it draws.
    pub(crate) fn values(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("enums", self.enums.clone()),
            ("keywords", self.keywords.clone()),
            ("theme", self.theme.clone()),
            ("package", self.package.clone()),
            ("cards", self.cards(LookedAt::default())),
        ]
    }

    fn cards(&self, looked_at: LookedAt) -> Value {
        Value::from_object(Cards { all: Arc::clone(&self.cards), looked_at })
    }

    /// The context of a card's front, or of a back of its own, and a record of the other cards that
    /// the template looks at.
    pub(crate) fn front(&self, card: &Entity, kind: &Kind, size: CardSize) -> (Value, LookedAt) {
        let known = self.cards.get(&card.id);
        let value = known.unwrap_or_else(|| entity(card, kind));
        let number = self.serials.get(&card.id).copied();
        self.side(value, number, stable_hash(&card.id), kind, size)
    }

    /// The context of a shared back, which belongs to no single card.
    pub(crate) fn back(&self, template: &str, kind: &Kind, size: CardSize) -> (Value, LookedAt) {
        self.side(Value::from(()), None, stable_hash(template), kind, size)
    }

    /// The context of a card's side in which the card notes what is read of it.
    pub(crate) fn traced(
        &self,
        card: &Entity,
        kind: &Kind,
        size: CardSize,
        library: &Library,
        trace: &Arc<Trace>,
    ) -> Value {
        let value = entity_as(card, kind, drawn_as(library, kind), Some(library));
        let value = watched(card, &value, trace);
        let number = self.serials.get(&card.id).copied();
        self.side(value, number, stable_hash(&card.id), kind, size).0
    }

    /// What the parts of a card may look like in print, and its blocks of text with their places.
    pub(crate) fn parts_of(
        &self,
        card: &Entity,
        kind: &Kind,
        library: &Library,
    ) -> (BTreeMap<String, Vec<String>>, Value) {
        let mut said = BTreeMap::from([("name".to_owned(), vec![card.name.clone()])]);
        for field in &kind.fields {
            let Some(value) = card.fields.get(&field.name) else { continue };
            let mut looks = looks_of(value);
            looks.push(printed(value, field, Some(library)));
            said.insert(field.name.clone(), looks);
        }
        for (at, clause) in card.clauses.iter().enumerate() {
            looks_of_clause(&format!("clauses.{at}"), clause, &mut said);
        }
        (said, placed_text(card))
    }

    fn side(
        &self,
        card: Value,
        place: Option<usize>,
        seed: u64,
        kind: &Kind,
        size: CardSize,
    ) -> (Value, LookedAt) {
        let looked_at = LookedAt::default();
        let serial = place.map_or(Value::from(()), |number| {
            let (of, looked_at) = (self.serials.len(), looked_at.clone());
            Value::from_object(Serial { number, of, looked_at })
        });
        let context = map([
            ("card", card),
            ("serial", serial),
            ("kind", describe_kind(kind)),
            ("enums", self.enums.clone()),
            ("keywords", self.keywords.clone()),
            ("theme", self.theme.clone()),
            ("package", self.package.clone()),
            ("cards", self.cards(looked_at.clone())),
            (
                "size",
                map([
                    ("width", number(size.width)),
                    ("height", number(size.height)),
                    ("bleed", number(size.bleed)),
                    ("safe", number(size.safe)),
                ]),
            ),
            // Templates do arithmetic with it, so it stays well below 2^53.
            ("seed", Value::from(seed % 1_000_000_007)),
        ]);
        (context, looked_at)
    }
}

impl AllCards {
    /// The library is copied, because templates may not borrow; its cards are shared.
    fn new(library: &Library) -> AllCards {
        let library = library.clone();
        AllCards { library, places: OnceLock::new(), described: Mutex::default() }
    }

    fn places(&self) -> &BTreeMap<String, (usize, usize)> {
        self.places.get_or_init(|| {
            let packages = self.library.packages.iter().enumerate();
            let entities = packages.flat_map(|(package, of)| {
                let entities = of.cards.iter().chain(&of.records).enumerate();
                entities.map(move |(number, entity)| (entity, (package, number)))
            });
            let known = entities.filter(|(entity, _)| self.library.kind(&entity.kind).is_some());
            known.map(|(entity, place)| (entity.id.clone(), place)).collect()
        })
    }

    fn get(&self, id: &str) -> Option<Value> {
        let lock = || self.described.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(id) {
            return Some(known.clone());
        }
        let (package, number) = *self.places().get(id)?;
        let of = self.library.packages.get(package)?;
        let entity = of.cards.iter().chain(&of.records).nth(number)?;
        let kind = self.library.kind(&entity.kind)?;
        let value = entity_as(entity, kind, drawn_as(&self.library, kind), Some(&self.library));
        lock().insert(id.to_owned(), value.clone());
        Some(value)
    }
}

/// A length, rounded to remove the noise of converting it to a wider number.
fn number(value: f32) -> Value {
    Value::from((f64::from(value) * 1000.0).round() / 1000.0)
}

fn map<const N: usize>(entries: [(&str, Value); N]) -> Value {
    Value::from_pairs(entries)
}

pub(crate) fn describe_kind(kind: &Kind) -> Value {
    map([
        ("id", Value::from(kind.id.as_str())),
        ("name", Value::from(kind.name.as_str())),
        ("family", kind.family.as_deref().map_or(Value::from(()), Value::from)),
        ("conditions", kind.fields.iter().filter(is_condition).map(|f| f.name.as_str()).collect()),
        ("fields", kind.fields.iter().map(describe_field).collect()),
    ])
}

/// A field of a kind: its name, its name as a label, the word of its type, the enum or kind whose
/// values it holds, and whether it holds several.
fn describe_field(field: &model::FieldDecl) -> Value {
    use model::FieldType::{Entity, Enum, List};
    let (ty, list) = match &field.field_type {
        List { of } => (&**of, true),
        single => (single, false),
    };
    let (sort, of) = match ty {
        Enum { id } => ("enum".to_owned(), Value::from(id.as_str())),
        Entity { kind } => ("card".to_owned(), Value::from(kind.as_str())),
        other => {
            let words = model::words::type_words(other);
            (words.split(' ').next().unwrap_or_default().to_owned(), Value::from(()))
        }
    };
    map([
        ("name", Value::from(field.name.as_str())),
        ("label", Value::from(label(&field.name))),
        ("type", Value::from(sort)),
        ("of", of),
        ("list", Value::from(list)),
    ])
}

/// `hand-size` as `Hand size`.
fn label(name: &str) -> String {
    let words = name.replace('-', " ");
    let mut letters = words.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Fields that say when something applies; they print nothing by themselves.
fn is_condition(field: &&model::FieldDecl) -> bool {
    matches!(field.field_type, model::FieldType::Condition | model::FieldType::DeckCondition)
}

fn enums(library: &Library) -> Value {
    // An expansion may add values to an enum of the game, so equal names are merged.
    let mut merged: BTreeMap<&str, BTreeMap<&str, Value>> = BTreeMap::new();
    for declared in library.enums() {
        let values = merged.entry(&declared.id).or_default();
        for value in &declared.values {
            let properties =
                value.properties.iter().map(|(key, value)| (key.clone(), plain(value)));
            let mut entry: BTreeMap<String, Value> = properties.clone().collect();
            entry.insert("properties".to_owned(), Value::from_pairs(properties));
            entry.insert("id".to_owned(), Value::from(value.id.as_str()));
            entry.insert("name".to_owned(), Value::from(value.name.as_str()));
            values.insert(&value.id, Value::from_pairs(entry));
        }
    }
    Value::from_pairs(merged.into_iter().map(|(id, values)| (id, Value::from_pairs(values))))
}

fn one(keyword: &Keyword) -> Value {
    let text = |text: &Option<String>| text.as_deref().map_or(Value::from(()), Value::from);
    map([
        ("id", Value::from(keyword.id.as_str())),
        ("name", Value::from(keyword.name.as_str())),
        ("wording", Value::from(keyword.wording.as_str())),
        ("reminder", Value::from(keyword.reminder.as_str())),
        ("icon", text(&keyword.icon)),
        ("category", text(&keyword.category)),
    ])
}

/// The kind that templates know a card by. A kind that an expansion derives from one of another
/// package and that keeps its template is drawn as that one: the template and the theme were
/// written without knowing of it.
fn drawn_as<'a>(library: &'a Library, mut kind: &'a Kind) -> &'a str {
    while let Some(other) = parent_elsewhere(library, kind) {
        if template(other).is_none() || template(other) != template(kind) {
            break;
        }
        kind = other;
    }
    &kind.id
}

/// The nearest kind of another package that a kind inherits from. Packages build on each other in
/// one direction, so that asking again and again comes to an end.
fn parent_elsewhere<'a>(library: &'a Library, kind: &'a Kind) -> Option<&'a Kind> {
    let mut next = kind;
    // The bound ends a circular chain of parents.
    for _ in 0..library.kinds().count() {
        next = library.kind(next.parent.as_deref()?)?;
        if next.provenance.package != kind.provenance.package {
            return Some(next);
        }
    }
    None
}

fn template(kind: &Kind) -> Option<&str> {
    kind.print.as_ref().map(|print| print.template.as_str())
}

pub(crate) fn entity(card: &Entity, kind: &Kind) -> Value {
    entity_as(card, kind, &card.kind, None)
}

/// A field's value as cards print it: names of enums and cards, commas between several.
fn printed(value: &model::Value, field: &model::FieldDecl, library: Option<&Library>) -> String {
    use model::FieldType;
    let one = |value: &model::Value, ty: &FieldType| match (ty, value) {
        (FieldType::Enum { id: of }, model::Value::Ref { id }) => {
            let enums = library.into_iter().flat_map(Library::enums);
            let values = enums.filter(|declared| declared.id == *of);
            let mut values = values.flat_map(|declared| &declared.values);
            values.find(|value| value.id == *id).map_or_else(|| id.clone(), |it| it.name.clone())
        }
        (FieldType::Entity { .. }, model::Value::Ref { id }) => {
            let packages = library.into_iter().flat_map(|library| &library.packages);
            let mut cards = packages.flat_map(|package| package.cards.iter());
            cards.find(|card| card.id == *id).map_or_else(|| id.clone(), |it| it.name.clone())
        }
        (_, model::Value::Bool(true)) => label(&field.name),
        (_, model::Value::Bool(false)) => String::new(),
        (_, value) => model::words::value(value),
    };
    match (&field.field_type, value) {
        (FieldType::List { of }, model::Value::List(items)) => {
            items.iter().map(|item| one(item, of)).collect::<Vec<_>>().join(", ")
        }
        (FieldType::List { of }, value) => one(value, of),
        (ty, value) => one(value, ty),
    }
}

fn entity_as(card: &Entity, kind: &Kind, drawn_as: &str, library: Option<&Library>) -> Value {
    let shown = kind.fields.iter().map(|field| {
        let value = card.fields.get(&field.name);
        (field.name.clone(), value.map(|it| printed(it, field, library)).unwrap_or_default())
    });
    let mut fields: BTreeMap<String, Value> =
        kind.fields.iter().map(|field| (field.name.clone(), Value::from(()))).collect();
    fields.extend(card.fields.iter().map(|(name, value)| (name.clone(), plain(value))));
    // Fields can also be read as `card.cost`; the entity's own parts win over fields of the same
    // name.
    let mut all = fields.clone();
    let parts = [
        ("id", Value::from(card.id.as_str())),
        ("name", Value::from(card.name.as_str())),
        ("kind", Value::from(drawn_as)),
        ("family", kind.family.as_deref().map_or(Value::from(()), Value::from)),
        ("fields", Value::from_pairs(fields)),
        ("shown", Value::from_pairs(shown)),
        ("keywords", card.keywords.iter().map(keyword_use).collect()),
        ("bonuses", card.bonuses.iter().map(bonus).collect()),
        ("clauses", card.clauses.iter().map(clause).collect()),
        ("lists", lists(card)),
        ("text", card.text.iter().map(block).collect()),
        ("note", card.note.as_deref().map_or(Value::from(()), Value::from)),
        ("amended", Value::from(card.amends.is_some())),
        ("provisional", card.provisional.iter().map(String::as_str).collect()),
    ];
    all.extend(parts.into_iter().map(|(name, value)| (name.to_owned(), value)));
    Value::from_pairs(all)
}

/// A card that notes what is read of it; its text knows its places.
fn watched(card: &Entity, value: &Value, trace: &Arc<Trace>) -> Value {
    /// Parts that say nothing by themselves, or note by themselves what is read of them.
    const QUIET: [&str; 8] =
        ["id", "kind", "family", "fields", "shown", "text", "clauses", "amended"];
    let of = |value: &Value, key: &str| value.get_attr(key).unwrap_or_default();
    let inner = |key: &str| {
        let values = of(value, key);
        let keys: Vec<String> = keys(&values);
        let noted = keys.into_iter().map(|name| {
            let value = of(&values, &name);
            (name.clone(), value, Some(name))
        });
        Watched::value(trace, noted)
    };
    let parts = keys(value).into_iter().map(|key| {
        let part = match key.as_str() {
            "fields" | "shown" => inner(&key),
            "text" => placed_text(card),
            "clauses" => {
                let clauses = card.clauses.iter().enumerate();
                clauses
                    .map(|(at, own)| watched_clause(&format!("clauses.{at}"), own, trace))
                    .collect()
            }
            key => of(value, key),
        };
        let noted = (!QUIET.contains(&key.as_str())).then(|| key.clone());
        (key, part, noted)
    });
    Watched::value(trace, parts)
}

fn watched_clause(path: &str, of: &Clause, trace: &Arc<Trace>) -> Value {
    let inner = |values: &BTreeMap<String, model::Value>| {
        let noted = values
            .iter()
            .map(|(name, value)| (name.clone(), plain(value), Some(format!("{path}.{name}"))));
        Watched::value(trace, noted)
    };
    let mut parts: Vec<(String, Value, Option<String>)> = Vec::new();
    for (key, value) in clause_values(of) {
        let (value, noted) = match key {
            "fields" => (inner(&of.fields), None),
            "args" => (inner(&of.args), None),
            "clause" | "text" | "when" => (value, None),
            key => (value, Some(format!("{path}.{key}"))),
        };
        parts.push((key.to_owned(), value, noted));
    }
    let clauses = of.clauses.iter().enumerate();
    let clauses =
        clauses.map(|(at, own)| watched_clause(&format!("{path}.clauses.{at}"), own, trace));
    parts.push(("clauses".to_owned(), clauses.collect(), None));
    Watched::value(trace, parts)
}

fn keys(value: &Value) -> Vec<String> {
    value
        .try_iter()
        .into_iter()
        .flatten()
        .filter_map(|key| key.as_str().map(str::to_owned))
        .collect()
}

/// The blocks of text of a card, each run with its place.
fn placed_text(card: &Entity) -> Value {
    let blocks = card.text.iter().enumerate().map(|(at, own)| {
        let paragraphs = own.paragraphs.iter().enumerate().map(|(paragraph, runs)| {
            let runs = runs.iter().enumerate().map(|(number, own)| {
                let parts = ["run", "id", "dice", "text"]
                    .map(|key| (key, run(own).get_attr(key).unwrap_or_default()));
                let place: Value = [at, paragraph, number].into_iter().collect();
                Value::from_pairs(parts.into_iter().chain([(PLACE, place)]))
            });
            runs.collect::<Value>()
        });
        map([
            ("role", Value::from(own.role.as_str())),
            ("keys", own.keys.iter().map(String::as_str).collect()),
            ("label", own.label.as_deref().map_or(Value::from(()), Value::from)),
            ("paragraphs", paragraphs.collect()),
        ])
    });
    blocks.collect()
}

/// What a value may look like in print.
fn looks_of(value: &model::Value) -> Vec<String> {
    match value {
        model::Value::Int(number) => vec![number.unsigned_abs().to_string()],
        model::Value::Text(text) => vec![text.clone()],
        model::Value::Ref { id } => vec![id.clone()],
        model::Value::List(items) => items.iter().flat_map(looks_of).collect(),
        model::Value::Range { min, max } => {
            [Some(*min), *max].into_iter().flatten().map(|end| end.to_string()).collect()
        }
        _ => Vec::new(),
    }
}

fn looks_of_clause(path: &str, of: &Clause, said: &mut BTreeMap<String, Vec<String>>) {
    for (name, value) in of.fields.iter().chain(&of.args) {
        said.insert(format!("{path}.{name}"), looks_of(value));
    }
    if let Some(label) = &of.label {
        said.insert(format!("{path}.label"), vec![label.clone()]);
    }
    for (at, inner) in of.clauses.iter().enumerate() {
        looks_of_clause(&format!("{path}.clauses.{at}"), inner, said);
    }
}

fn keyword_use(used: &KeywordUse) -> Value {
    let args = used.args.iter().map(|arg| (arg.name.clone(), expression(&arg.value)));
    map([("keyword", Value::from(used.keyword.as_str())), ("args", Value::from_pairs(args))])
}

fn bonus(bonus: &model::Bonus) -> Value {
    map([("to", Value::from(bonus.to.as_str())), ("amount", dice(&bonus.amount))])
}

/// Counted lists: how many of which card.
fn lists(card: &Entity) -> Value {
    let entry = |entry: &model::ListEntry| {
        map([("count", Value::from(entry.count)), ("card", Value::from(entry.card.as_str()))])
    };
    let list = |(name, entries): (&String, &Vec<model::ListEntry>)| {
        (name.clone(), entries.iter().map(entry).collect::<Value>())
    };
    Value::from_pairs(card.lists.iter().map(list))
}

fn clause(clause: &Clause) -> Value {
    let mut values = clause_values(clause);
    values.push(("clauses", clause.clauses.iter().map(self::clause).collect()));
    Value::from_pairs(values)
}

/// The values that templates see of a clause, without the clauses inside it.
pub(crate) fn clause_values(clause: &Clause) -> Vec<(&'static str, Value)> {
    let values = |values: &BTreeMap<String, model::Value>| -> Value {
        Value::from_pairs(values.iter().map(|(name, value)| (name.clone(), plain(value))))
    };
    vec![
        ("clause", Value::from(clause.clause.as_str())),
        ("args", values(&clause.args)),
        ("label", clause.label.as_deref().map_or(Value::from(()), Value::from)),
        ("to", clause.to.as_deref().map_or(Value::from(()), Value::from)),
        ("when", paragraph(&clause.when)),
        ("text", clause.text.iter().map(|runs| paragraph(runs)).collect()),
        ("fields", values(&clause.fields)),
        ("keywords", clause.keywords.iter().map(keyword_use).collect()),
        ("bonuses", clause.bonuses.iter().map(bonus).collect()),
    ]
}

fn block(block: &TextBlock) -> Value {
    map([
        ("role", Value::from(block.role.as_str())),
        ("keys", block.keys.iter().map(String::as_str).collect()),
        ("label", block.label.as_deref().map_or(Value::from(()), Value::from)),
        ("paragraphs", block.paragraphs.iter().map(|runs| paragraph(runs)).collect()),
    ])
}

fn paragraph(runs: &[Run]) -> Value {
    runs.iter().map(run).collect()
}

fn run(run: &Run) -> Value {
    let nature = match run {
        Run::Text { .. } => "text",
        Run::Keyword { .. } => "keyword",
        Run::Amount { .. } => "amount",
        Run::Icon { .. } => "icon",
        Run::Dice { .. } => "dice",
        Run::Term { .. } => "term",
        Run::Reminder { .. } => "reminder",
    };
    let id = match run {
        Run::Keyword { id, .. } | Run::Icon { id, .. } => Value::from(id.as_str()),
        _ => Value::from(()),
    };
    let dice = match run {
        Run::Dice { dice, .. } => {
            Value::from_pairs(dice.iter().map(|(die, count)| (die.as_str(), Value::from(*count))))
        }
        _ => Value::from(()),
    };
    let text = Value::from(run.plain());
    map([("run", Value::from(nature)), ("id", id), ("dice", dice), ("text", text)])
}

/// A field's value as templates see it.
pub(crate) fn plain(value: &model::Value) -> Value {
    match value {
        model::Value::Bool(truth) => Value::from(*truth),
        model::Value::Int(number) => Value::from(*number),
        model::Value::Text(text) => Value::from(text.as_str()),
        model::Value::Ref { id } => Value::from(id.as_str()),
        model::Value::Quantity { quantity, unit } => Value::from(format!("{quantity}{unit}")),
        model::Value::Formula { formula } => expression(formula),
        model::Value::Pool { pool } => dice(pool),
        model::Value::Die { die, face } => {
            map([("die", Value::from(die.as_str())), ("face", Value::from(*face))])
        }
        model::Value::Range { min, max } => {
            map([("min", Value::from(*min)), ("max", Value::from(*max))])
        }
        model::Value::Map { map } => Value::from(Serde(map)),
        model::Value::List(items) => items.iter().map(plain).collect(),
    }
}

/// How many of each die by identifier, and `bonus`.
fn dice(pool: &model::Pool) -> Value {
    let dice = pool.dice.iter().map(|(die, count)| (die.as_str(), Value::from(*count)));
    Value::from_pairs(dice.chain([("bonus", Value::from(pool.bonus))]))
}

fn expression(value: &Expr) -> Value {
    match value {
        Expr::Int { value } => Value::from(*value),
        Expr::Bool { value } => Value::from(*value),
        Expr::Text { value } => Value::from(value.as_str()),
        Expr::Quantity { value, unit } => Value::from(format!("{value}{unit}")),
        Expr::Pool { pool } => dice(pool),
        Expr::Symbol { id, .. }
        | Expr::Card { id, .. }
        | Expr::Kind { id }
        | Expr::Keyword { id, .. }
        | Expr::Zone { id } => Value::from(id.as_str()),
        Expr::Set { items } => items.iter().map(expression).collect(),
        _ => Value::from("X"),
    }
}

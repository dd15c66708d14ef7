//! Clauses as entries: the rooms of quests, or the results of their checks, each on its own.
//!
//! A chapter may number its clauses and print them in an order that gives nothing away, so that
//! "read 47" leads there and nobody reads ahead by accident. All chapters know the numbers:
//! wherever a template draws the clause, it can use its `number`.

use std::collections::BTreeMap;

use cardwright_model::rulebook::RULE;
use cardwright_model::{Clause, Entity, Kind, Library, Package};
use minijinja::value::Value;

use super::entries::{Entry, names, of_kind, title};
use super::places::Referring;
use super::spec::{Chapter, Order, Source, Spec};
use crate::context;
use crate::number::stable_hash;

/// Where a clause stands: its entity, and its index among the clauses at each depth.
type Place = (String, Vec<usize>);

/// The numbers of all clauses that numbered chapters hold.
#[derive(Debug, Default)]
pub(super) struct Numbers(BTreeMap<Place, usize>);

/// A clause with the clauses that enclose it, outermost first.
struct Found<'p> {
    entity: &'p Entity,
    clause: &'p Clause,
    within: Vec<&'p Clause>,
    path: Vec<usize>,
}

impl Found<'_> {
    fn place(&self) -> Place {
        (self.entity.id.clone(), self.path.clone())
    }

    /// The rule of the rulebook that it is, if it is one.
    fn rule(&self, kind: &Kind) -> Option<String> {
        let number = &kind.rule_clause()?.params.first()?.name;
        let number = self.clause.args.get(number).filter(|_| self.clause.clause == RULE)?;
        Some(format!("{}.{}", self.entity.id, number.as_int()?))
    }

    /// Its name: its first argument, its label, or the name of its clause.
    fn name(&self) -> String {
        let argument =
            self.clause.args.values().next().map(|value| context::plain(value).to_string());
        argument.or_else(|| self.clause.label.clone()).unwrap_or_else(|| title(&self.clause.clause))
    }
}

/// Numbers the clauses of all numbered chapters, from 1 in printed order.
pub(super) fn number(library: &Library, package: &Package, spec: &Spec) -> Numbers {
    let mut numbers = Numbers::default();
    for chapter in spec.chapters.iter().filter(|chapter| chapter.numbered) {
        for found in found(library, package, chapter).unwrap_or_default() {
            let next = numbers.0.len() + 1;
            numbers.0.entry(found.place()).or_insert(next);
        }
    }
    numbers
}

/// The entries of a chapter about clauses.
pub(super) fn entries(
    library: &Library,
    package: &Package,
    chapter: &Chapter,
    numbers: &Numbers,
    referring: &Referring<'_>,
) -> Result<Vec<Entry>, String> {
    let found = found(library, package, chapter)?;
    let entry = |found: Found<'_>| {
        let kind = library.kind(&found.entity.kind)?;
        let mut path = found.path.clone();
        let rule = found.rule(kind);
        let own = rule.as_deref().unwrap_or_default();
        let spoken = rule.as_ref().and_then(|_| referring.filled(found.clause, own));
        let clause = spoken.as_ref().unwrap_or(found.clause);
        let spoken_of = rule.as_ref().and_then(|_| referring.chapter(found.entity, own));
        let entity = spoken_of.as_ref().unwrap_or(found.entity);
        let within =
            found.within.iter().map(|clause| Value::from_pairs(context::clause_values(clause)));
        Some(Entry {
            name: format!("{} {}", found.entity.name, found.name()),
            group: chapter.by.as_ref().map(|_| found.entity.name.clone()),
            values: vec![
                ("card", context::entity(entity, kind)),
                ("kind", context::describe_kind(kind)),
                ("names", names(library, found.entity)),
                ("clause", numbered(&found.entity.id, clause, &mut path, numbers)),
                ("within", within.collect()),
            ],
            refers: spoken.is_some() || spoken_of.is_some(),
            rule,
        })
    };
    Ok(found.into_iter().filter_map(entry).collect())
}

/// The clauses of a chapter in the order in which they are printed.
fn found<'p>(
    library: &Library,
    package: &'p Package,
    chapter: &Chapter,
) -> Result<Vec<Found<'p>>, String> {
    let Source::Clauses { names, kind } = &chapter.of else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entity in of_kind(library, package, kind)? {
        collect(entity, &entity.clauses, names, (&mut Vec::new(), &mut Vec::new()), &mut found);
    }
    if chapter.numbered {
        // A clause without text has nothing to look up.
        found.retain(|found| !found.clause.text.is_empty());
    }
    match chapter.order {
        Order::Written => {}
        Order::Sorted => {
            let mut order: BTreeMap<&str, usize> = BTreeMap::new();
            for found in &found {
                let next = order.len();
                order.entry(&found.entity.id).or_insert(next);
            }
            let key = |found: &Found<'_>| {
                (order.get(found.entity.id.as_str()).copied(), natural(&found.name()))
            };
            found.sort_by_cached_key(key);
        }
        Order::Shuffled => {
            found.sort_by_cached_key(|found| {
                (stable_hash(&format!("{:?}", found.place())), found.place())
            });
        }
    }
    Ok(found)
}

fn collect<'p>(
    entity: &'p Entity,
    clauses: &'p [Clause],
    names: &[String],
    (within, path): (&mut Vec<&'p Clause>, &mut Vec<usize>),
    found: &mut Vec<Found<'p>>,
) {
    for (place, clause) in clauses.iter().enumerate() {
        path.push(place);
        if names.contains(&clause.clause) {
            found.push(Found { entity, clause, within: within.clone(), path: path.clone() });
        }
        within.push(clause);
        collect(entity, &clause.clauses, names, (&mut *within, &mut *path), found);
        within.pop();
        path.pop();
    }
}

/// A clause as templates see it, with its number and those of the clauses inside it.
fn numbered(entity: &str, clause: &Clause, path: &mut Vec<usize>, numbers: &Numbers) -> Value {
    let mut values = context::clause_values(clause);
    let number = numbers.0.get(&(entity.to_owned(), path.clone()));
    values.push(("number", number.map_or(Value::from(()), |number| Value::from(*number))));
    let mut inner = Vec::new();
    for (place, clause) in clause.clauses.iter().enumerate() {
        path.push(place);
        inner.push(numbered(entity, clause, path, numbers));
        path.pop();
    }
    values.push(("clauses", Value::from(inner)));
    Value::from_pairs(values)
}

/// A sort key that puts "9A" before "10B": the number a name begins with, then the rest.
fn natural(name: &str) -> (u64, String) {
    let digits = name.chars().take_while(char::is_ascii_digit).count();
    (name[..digits].parse().unwrap_or(u64::MAX), name[digits..].to_owned())
}

#[cfg(test)]
mod tests {
    use cardwright_model::{Run, Value as Field};

    use super::super::places::Places;
    use super::super::spec::References;

    use super::*;

    fn clause(name: &str, tile: &str, says: &str, clauses: Vec<Clause>) -> Clause {
        let text =
            if says.is_empty() { Vec::new() } else { vec![vec![Run::Text { text: says.into() }]] };
        let args = if tile.is_empty() {
            BTreeMap::new()
        } else {
            BTreeMap::from([("tile".to_owned(), Field::Ref { id: tile.into() })])
        };
        Clause { clause: name.into(), args, text, clauses, ..Clause::default() }
    }

    /// A quest with two rooms; the second has a check that says something in both cases.
    fn library() -> Library {
        let check = clause(
            "check",
            "",
            "",
            vec![clause("pass", "", "Well.", vec![]), clause("fail", "", "Ow.", vec![])],
        );
        let rooms = vec![
            clause("room", "10A", "", vec![clause("action", "", "", vec![])]),
            clause("room", "9B", "", vec![check]),
        ];
        let quest = Entity {
            id: "well".into(),
            name: "The Well".into(),
            kind: "quest".into(),
            clauses: rooms,
            ..Entity::default()
        };
        let kind = Kind { id: "quest".into(), name: "Quest".into(), ..Kind::default() };
        Library {
            packages: vec![Package {
                kinds: vec![kind],
                cards: vec![quest].into(),
                ..Package::default()
            }],
        }
    }

    fn entries_of(
        library: &Library,
        chapter: &Chapter,
        numbers: &Numbers,
    ) -> Result<Vec<Entry>, String> {
        let (words, places) = (References::default(), Places::default());
        let referring = Referring { library, words: &words, places: &places };
        entries(library, &library.packages[0], chapter, numbers, &referring)
    }

    fn spec(chapters: &str) -> Spec {
        Spec::parse("book", &format!("title = 'Book'\n{chapters}")).unwrap()
    }

    const OUTCOMES: &str = "[[chapter]]\ntitle = 'o'\nof = 'clauses pass, fail, action of quest'\norder = 'shuffled'\nnumbered = true\n";

    #[test]
    fn rooms_stand_by_their_number() {
        let library = library();
        let spec = spec(
            "[[chapter]]\ntitle = 'r'\nof = 'clauses room of quest'\norder = 'sorted'\nby = 'card'\n",
        );
        let entries = entries_of(&library, &spec.chapters[0], &Numbers::default()).unwrap();
        let names: Vec<&str> = entries.iter().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["The Well 9B", "The Well 10A"]);
        assert_eq!(entries[0].group.as_deref(), Some("The Well"));
    }

    #[test]
    fn what_says_something_has_a_number_in_every_chapter() {
        let library = library();
        let package = &library.packages[0];
        let spec =
            spec(&format!("[[chapter]]\ntitle = 'r'\nof = 'clauses room of quest'\n{OUTCOMES}"));
        let numbers = number(&library, package, &spec);
        // The action without text gets no number.
        assert_eq!(
            numbers.0.values().copied().collect::<std::collections::BTreeSet<_>>(),
            [1, 2].into()
        );
        let rooms = entries_of(&library, &spec.chapters[0], &numbers).unwrap();
        let outcomes = entries_of(&library, &spec.chapters[1], &numbers).unwrap();
        let of = |entry: &Entry, path: &str| {
            let (_, value) = entry.values.iter().find(|(name, _)| *name == "clause").unwrap();
            path.split('.').fold(value.clone(), |value, step| match step.parse::<usize>() {
                Ok(place) => value.get_item_by_index(place).unwrap(),
                Err(_) => value.get_attr(step).unwrap(),
            })
        };
        let pass = of(&rooms[1], "clauses.0.clauses.0.number");
        let place = usize::try_from(pass).unwrap() - 1;
        assert_eq!(of(&outcomes[place], "clause").as_str(), Some("pass"));
    }

    #[test]
    fn an_unknown_kind_is_named() {
        let library = library();
        let spec = spec("[[chapter]]\ntitle = 'r'\nof = 'clauses room of qust'\n");
        let error = entries_of(&library, &spec.chapters[0], &Numbers::default()).err();
        assert!(error.unwrap().contains("`qust`"));
    }
}

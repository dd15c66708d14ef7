//! The values of expressions in legality rules, and how they compare.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::rc::Rc;

use cardwright_model::Entity;

/// The value of an expression. Nothing fails: a value that is asked for something it is not
/// answers 0, no or nothing.
#[derive(Debug, Clone)]
pub(super) enum Val<'a> {
    /// A field without a value, or a formula that only the engine can work out.
    Absent,
    Int(i64),
    Bool(bool),
    Text(Cow<'a, str>),
    /// A value of an enum or a declaration, by identifier; the enum where it is known.
    Name {
        id: &'a str,
        domain: Option<&'a str>,
    },
    /// A kind with its family and the kinds that it inherits from.
    Kind {
        id: &'a str,
        family: Option<&'a str>,
        parents: Rc<[&'a str]>,
    },
    /// Both ends included.
    Range(i64, i64),
    Set(Vec<Val<'a>>),
    Card(Pick<'a>),
    Cards(Rc<Vec<Pick<'a>>>),
}

/// A declaration that was selected from somewhere.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pick<'a> {
    pub(super) entity: &'a Entity,
    /// How many copies that list holds.
    pub(super) copies: u32,
    pub(super) origin: Origin<'a>,
}

/// Where a pick comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin<'a> {
    /// The declaration as such.
    Itself,
    /// A counted list of the subject.
    List(&'a str),
    /// A field of the subject.
    Field(&'a str),
}

impl<'a> Pick<'a> {
    pub(super) fn itself(entity: &'a Entity) -> Pick<'a> {
        Pick { entity, copies: 1, origin: Origin::Itself }
    }
}

impl<'a> Val<'a> {
    pub(super) fn int(&self) -> i64 {
        match self {
            Val::Int(number) => *number,
            Val::Bool(true) => 1,
            _ => 0,
        }
    }

    pub(super) fn truth(&self) -> bool {
        match self {
            Val::Absent => false,
            Val::Bool(truth) => *truth,
            Val::Int(number) => *number != 0,
            Val::Text(text) => !text.is_empty(),
            Val::Set(items) => !items.is_empty(),
            Val::Cards(picks) => !picks.is_empty(),
            Val::Name { .. } | Val::Kind { .. } | Val::Range(..) | Val::Card(_) => true,
        }
    }

    /// The members of a set; a single value is a set of one and an absent one is empty.
    pub(super) fn members(&self) -> Vec<Val<'a>> {
        match self {
            Val::Absent => Vec::new(),
            Val::Set(items) => items.clone(),
            Val::Cards(picks) => picks.iter().map(|pick| Val::Card(*pick)).collect(),
            other => vec![other.clone()],
        }
    }

    fn identifier(&self) -> Option<&str> {
        match self {
            Val::Text(text) => Some(text),
            Val::Name { id, .. } | Val::Kind { id, .. } => Some(id),
            Val::Card(pick) => Some(&pick.entity.id),
            _ => None,
        }
    }

    /// A text that is the same for equal values, to count and index by.
    pub(super) fn key(&self) -> String {
        match self {
            Val::Absent => String::new(),
            Val::Int(number) => number.to_string(),
            Val::Bool(truth) => truth.to_string(),
            Val::Range(low, high) => format!("{low}..{high}"),
            Val::Set(_) | Val::Cards(_) => {
                let mut keys: Vec<String> = self.members().iter().map(Val::key).collect();
                keys.sort_unstable();
                keys.join("\u{1f}")
            }
            named => named.identifier().unwrap_or_default().to_owned(),
        }
    }

    pub(super) fn equals(&self, other: &Val<'_>) -> bool {
        match (self, other) {
            (Val::Absent, Val::Absent) => true,
            (Val::Absent, Val::Int(number)) | (Val::Int(number), Val::Absent) => *number == 0,
            (Val::Absent, Val::Bool(truth)) | (Val::Bool(truth), Val::Absent) => !truth,
            (Val::Absent, set) | (set, Val::Absent) => !set.truth(),
            (Val::Int(left), Val::Int(right)) => left == right,
            (Val::Bool(left), Val::Bool(right)) => left == right,
            (Val::Int(number), Val::Range(low, high))
            | (Val::Range(low, high), Val::Int(number)) => low <= number && number <= high,
            (Val::Kind { id, family, parents }, named)
            | (named, Val::Kind { id, family, parents }) => {
                let is_it = |name: &str| name == *id || Some(name) == *family;
                named.identifier().is_some_and(|name| is_it(name) || parents.contains(&name))
            }
            (Val::Set(_) | Val::Cards(_), _) | (_, Val::Set(_) | Val::Cards(_)) => {
                self.key() == other.key()
            }
            _ => self.identifier().is_some() && self.identifier() == other.identifier(),
        }
    }

    /// `has`: the left set holds the right value, or shares one with the right set.
    pub(super) fn has(&self, wanted: &Val<'_>) -> bool {
        let (own, wanted) = (self.members(), wanted.members());
        wanted.iter().any(|value| own.iter().any(|member| member.equals(value)))
    }

    /// `in`: the left value is in the right set or range.
    pub(super) fn within(&self, whole: &Val<'_>) -> bool {
        match whole {
            Val::Range(low, high) => (*low..=*high).contains(&self.int()),
            set => {
                let members = set.members();
                let own = self.members();
                !own.is_empty() && own.iter().all(|value| members.iter().any(|m| value.equals(m)))
            }
        }
    }

    /// Numbers by size, values of an enum by their place in `position`, text by letters.
    pub(super) fn compare(
        &self,
        other: &Val<'_>,
        position: impl Fn(&str, &str) -> Option<usize>,
    ) -> Ordering {
        let domain = match (self, other) {
            (Val::Name { domain: Some(domain), .. }, _)
            | (_, Val::Name { domain: Some(domain), .. }) => Some(*domain),
            _ => None,
        };
        if let Some(domain) = domain {
            // A card without the value comes before every card with one.
            let place = |value: &Val<'_>| value.identifier().and_then(|id| position(domain, id));
            return place(self).cmp(&place(other));
        }
        match (self.identifier(), other.identifier()) {
            (Some(left), Some(right)) => left.cmp(right),
            _ => self.int().cmp(&other.int()),
        }
    }
}

/// The text without case, spaces and punctuation. Two names are the same if this is.
pub(super) fn normalised(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(id: &str) -> Val<'_> {
        Val::Name { id, domain: None }
    }

    #[test]
    fn an_absent_value_is_zero_no_and_empty() {
        assert!(Val::Absent.equals(&Val::Int(0)));
        assert!(Val::Absent.equals(&Val::Bool(false)));
        assert!(!Val::Absent.has(&name("fire")));
        assert!(!Val::Absent.truth());
    }

    #[test]
    fn sets_share_members_and_compare_without_order() {
        let both = Val::Set(vec![name("undead"), name("spirit")]);
        assert!(both.has(&name("spirit")));
        assert!(both.has(&Val::Set(vec![name("golem"), name("undead")])));
        assert!(both.equals(&Val::Set(vec![name("spirit"), name("undead")])));
        assert!(name("undead").within(&both));
        assert!(!both.within(&name("undead")));
    }

    #[test]
    fn a_kind_equals_its_family_and_its_parents() {
        let parents = Rc::new(["trap", "dungeon-card"]);
        let trap = Val::Kind { id: "snare", family: Some("dungeon"), parents };
        assert!(trap.equals(&name("dungeon")));
        assert!(trap.equals(&name("snare")));
        assert!(trap.equals(&name("trap")));
        assert!(!trap.equals(&name("event")));
    }

    #[test]
    fn enum_values_are_ordered_by_their_place() {
        let order = ["common", "uncommon", "rare"];
        let position = |_: &str, id: &str| order.iter().position(|value| *value == id);
        let rare = Val::Name { id: "rare", domain: Some("rarity") };
        assert_eq!(name("common").compare(&rare, position), Ordering::Less);
    }

    #[test]
    fn normalising_drops_case_spaces_and_punctuation() {
        assert_eq!(normalised("Greenknee, Goblin Necromancer"), "greenkneegoblinnecromancer");
        assert_eq!(normalised("Long Sword"), normalised("Longsword"));
    }
}

//! Lists whose members are shared: a copy of a package costs no copy of its cards.

use std::ops::{Index, IndexMut};
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A list that reads like a `Vec<T>` and is written like one, but shares its members with its
/// copies. Whoever changes a member gets one of their own.
///
/// A check after a keystroke gives out ten thousand cards of which one is new.
#[derive(Debug, PartialEq, Eq)]
pub struct Shared<T>(Vec<Arc<T>>);

impl<T> Shared<T> {
    /// How many members there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The members in their order.
    pub fn iter(&self) -> SharedIter<'_, T> {
        self.0.iter().map(|member| &**member)
    }

    /// The members as they are shared.
    pub fn shared(&self) -> &[Arc<T>] {
        &self.0
    }

    /// The first member.
    pub fn first(&self) -> Option<&T> {
        self.0.first().map(|first| &**first)
    }

    /// The last member.
    pub fn last(&self) -> Option<&T> {
        self.0.last().map(|last| &**last)
    }

    /// The member at a place.
    pub fn get(&self, at: usize) -> Option<&T> {
        self.0.get(at).map(|member| &**member)
    }

    /// Adds a member, or one that is shared already.
    pub fn push(&mut self, member: impl Into<Arc<T>>) {
        self.0.push(member.into());
    }

    /// Takes a member out.
    pub fn remove(&mut self, at: usize) -> Arc<T> {
        self.0.remove(at)
    }

    /// Keeps the members for which `keep` holds.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        self.0.retain(|member| keep(member));
    }

    /// Keeps the first members.
    pub fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// Takes all members out.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<T: Clone> Shared<T> {
    /// The members, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().map(Arc::make_mut)
    }
}

/// The members of a [`Shared`] list.
pub type SharedIter<'a, T> = std::iter::Map<std::slice::Iter<'a, Arc<T>>, fn(&'a Arc<T>) -> &'a T>;

impl<T> Default for Shared<T> {
    fn default() -> Shared<T> {
        Shared(Vec::new())
    }
}

impl<T> Clone for Shared<T> {
    fn clone(&self) -> Shared<T> {
        Shared(self.0.clone())
    }
}

impl<T> Index<usize> for Shared<T> {
    type Output = T;

    fn index(&self, at: usize) -> &T {
        &self.0[at]
    }
}

impl<T: Clone> IndexMut<usize> for Shared<T> {
    fn index_mut(&mut self, at: usize) -> &mut T {
        Arc::make_mut(&mut self.0[at])
    }
}

impl<'a, T> IntoIterator for &'a Shared<T> {
    type Item = &'a T;
    type IntoIter = SharedIter<'a, T>;

    fn into_iter(self) -> SharedIter<'a, T> {
        self.0.iter().map(|member| &**member)
    }
}

impl<'a, T: Clone> IntoIterator for &'a mut Shared<T> {
    type Item = &'a mut T;
    type IntoIter =
        std::iter::Map<std::slice::IterMut<'a, Arc<T>>, fn(&'a mut Arc<T>) -> &'a mut T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut().map(Arc::make_mut)
    }
}

impl<T, M: Into<Arc<T>>> FromIterator<M> for Shared<T> {
    fn from_iter<I: IntoIterator<Item = M>>(members: I) -> Shared<T> {
        Shared(members.into_iter().map(Into::into).collect())
    }
}

impl<T, M: Into<Arc<T>>> Extend<M> for Shared<T> {
    fn extend<I: IntoIterator<Item = M>>(&mut self, members: I) {
        self.0.extend(members.into_iter().map(Into::into));
    }
}

impl<T> From<Vec<T>> for Shared<T> {
    fn from(members: Vec<T>) -> Shared<T> {
        members.into_iter().collect()
    }
}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Shared<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Shared<T>, D::Error> {
        Vec::deserialize(deserializer).map(Shared::from)
    }
}

impl<T: JsonSchema> JsonSchema for Shared<T> {
    fn inline_schema() -> bool {
        <Vec<T>>::inline_schema()
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        <Vec<T>>::schema_name()
    }

    fn schema_id() -> std::borrow::Cow<'static, str> {
        <Vec<T>>::schema_id()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        <Vec<T>>::json_schema(generator)
    }
}

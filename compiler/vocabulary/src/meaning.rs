//! Values of enums that a game gives a meaning to, by name.

use crate::RequiredEnum;

/// An enum of the content as far as a game knows its values. Made by
/// [`meanings!`](crate::meanings).
///
/// When content is opened, the known values come first and in the game's own order, however the
/// content lists them: the place of a known value is always its variant's.
pub trait Meaning: Copy + Eq + 'static {
    /// The enum and the values that the content must have.
    const REQUIRED: RequiredEnum;
    /// The variants, in order.
    const ALL: &'static [Self];

    /// What the value of that identifier means; `None` for one that only content knows.
    fn named(id: &str) -> Option<Self> {
        let place = Self::REQUIRED.values.iter().position(|known| *known == id)?;
        Self::ALL.get(place).copied()
    }

    /// What the value of that place means.
    fn at(place: usize) -> Option<Self> {
        Self::ALL.get(place).copied()
    }

    /// The identifier of the value.
    fn id(self) -> &'static str {
        let place = Self::ALL.iter().position(|known| *known == self);
        place.map_or("", |place| Self::REQUIRED.values[place])
    }
}

/// Makes an enum of the values that a game gives a meaning to. Where they rise, such as the
/// distances from near to far, this list says in which order.
///
/// ```
/// use cardwright_vocabulary::{Meaning, meanings};
///
/// meanings! {
///     /// How far an attack reaches.
///     pub enum Distance of "distance" { Melee = "melee", Ranged = "ranged" }
/// }
/// assert_eq!(Distance::named("ranged"), Some(Distance::Ranged));
/// assert!(Distance::Melee < Distance::Ranged);
/// ```
#[macro_export]
macro_rules! meanings {
    ($(#[$meta:meta])* $visibility:vis enum $name:ident of $domain:literal {
        $($(#[$variant_meta:meta])* $variant:ident = $id:literal),* $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        $visibility enum $name {
            $(
                $(#[$variant_meta])*
                #[allow(missing_docs)]
                $variant,
            )*
        }

        impl $crate::Meaning for $name {
            const REQUIRED: $crate::RequiredEnum =
                $crate::RequiredEnum { name: $domain, values: &[$($id),*] };
            const ALL: &'static [Self] = &[$($name::$variant),*];
        }
    };
}

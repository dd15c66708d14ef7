//! The short names under which the checker speaks of types and roles.

pub(crate) use cardwright_model::{Role as EntityRole, Type as Ty};

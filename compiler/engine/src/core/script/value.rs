//! Values of a scenario's expressions in words, for a comparison that does not hold.

use cardwright_model::{Expr, Type};

use super::super::code::{Arguments, NodeId};
use super::super::look::Look;
use super::super::lower::{Lowered, Lowerer, Scope};
use super::super::rules::Rules;
use super::super::thing::Context;
use super::super::words::Words;

/// An expression whose value can be said.
pub(crate) enum InWords {
    Number(NodeId),
    Truth(NodeId),
    Things(NodeId),
    /// Values of an enum, or of kinds where none is named.
    Values(NodeId, Option<String>),
    Numbers(u16, Arguments),
    Unknown,
}

impl InWords {
    /// Lowers an expression by the sort of its value.
    pub(crate) fn lower(lowerer: &mut Lowerer<'_>, expr: &Expr, scope: &Scope) -> Lowered<InWords> {
        Ok(match lowerer.ty(expr, scope) {
            Type::Int | Type::Range => InWords::Number(lowerer.number(expr, scope)?),
            Type::Bool => InWords::Truth(lowerer.number(expr, scope)?),
            Type::Enum(domain) => InWords::Values(lowerer.set(expr, scope)?, Some(domain)),
            Type::EnumSet(domains) => {
                InWords::Values(lowerer.set(expr, scope)?, domains.into_iter().next())
            }
            Type::Kind => InWords::Values(lowerer.set(expr, scope)?, None),
            Type::Numbers => {
                let (query, args) = lowerer.numbers_query(expr, scope)?;
                InWords::Numbers(query, args)
            }
            Type::CardName | Type::Zone => InWords::Things(lowerer.things(expr, scope)?),
            ty if ty.is_thing() || ty.are_things() => InWords::Things(lowerer.things(expr, scope)?),
            _ => InWords::Unknown,
        })
    }

    /// The value in a position.
    pub(crate) fn say<R: Rules>(&self, look: Look<'_, R>, context: &Context) -> String {
        match self {
            InWords::Number(node) => look.number(*node, context).to_string(),
            InWords::Truth(node) => {
                if look.truth(*node, context) { "yes" } else { "no" }.to_owned()
            }
            InWords::Things(node) => {
                let mut names = Vec::new();
                look.visit(*node, context, &mut |thing| {
                    names.push(R::name(look, thing));
                    true
                });
                joined(&names, ", ")
            }
            InWords::Values(node, domain) => {
                let set = look.set(*node, context);
                let known = domain.as_ref().and_then(|domain| look.code.enums.get(domain));
                let known = known.unwrap_or(&look.code.kinds).iter().enumerate();
                let values = known.filter(|(place, _)| set >> place & 1 == 1);
                joined(&values.map(|(_, name)| name.clone()).collect::<Vec<_>>(), " | ")
            }
            InWords::Numbers(query, args) => {
                let args = look.args(look.code.arguments(*args), context);
                let mut numbers = Vec::new();
                R::numbers(args, R::Query::at(usize::from(*query)), &mut |number| {
                    numbers.push(number.to_string());
                });
                format!("{{{}}}", numbers.join(", "))
            }
            InWords::Unknown => "?".to_owned(),
        }
    }
}

fn joined(names: &[String], between: &str) -> String {
    if names.is_empty() { "nothing".to_owned() } else { names.join(between) }
}

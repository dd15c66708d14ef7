//! Lines of cards: special actions, special attacks and potions.

use cardwright_model::{Bonus, Clause, Expr, ModifyOp, Statement};

use super::content::Explore;
use super::facts::Distance;
use super::vocabulary::{Event, Mark, Stat};
use cardwright_engine::core::code::{AbilitiesId, BlockId, FormId, NodeId, Trigger};
use cardwright_engine::core::words::Words;
use cardwright_engine::core::{Look, Lowered, Lowerer, Thing};
use cardwright_engine::skirmish::line::{self, Given};
use cardwright_engine::skirmish::{Profile, Says, Whom};

/// The kind of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Action,
    Attack,
    Potion,
}

/// What happens once to each model that a line affects.
#[derive(Debug, Clone, Copy)]
pub(super) struct Once {
    pub condition: NodeId,
    pub block: BlockId,
    /// The keyword that it comes from.
    pub keyword: u16,
}

/// A line of a card.
#[derive(Debug, Clone)]
pub(super) struct Line {
    /// Its name, as an index into the texts of the code.
    pub name: u16,
    pub kind: LineKind,
    /// Action points, or potion counters.
    pub cost: i32,
    /// What its user must meet to use it.
    pub condition: NodeId,
    /// Which models it affects and how.
    pub profile: Profile,
    /// Its dice and what else holds while it lasts. They count for the attacker of an attack, else
    /// for each model that the line affects.
    pub abilities: AbilitiesId,
    pub has_lasting: bool,
    /// What happens once to each model that it affects.
    pub once: Vec<Once>,
    /// Effects written in its block, which happen once too.
    pub block: BlockId,
    /// Its keywords.
    pub keywords: Vec<FormId>,
}

impl Explore {
    /// What a model pays for a line: action points, or potion counters for a potion. What costs
    /// something never becomes free, or it could go on for ever.
    pub(super) fn cost(look: Look<'_, Explore>, figure: u16, line: u16) -> i32 {
        let known = look.rules.lines.get(usize::from(line));
        let (printed, is_potion) =
            known.map_or((1, false), |line| (line.cost, line.kind == LineKind::Potion));
        let stat = if is_potion { Stat::PotionCost } else { Stat::LineCost };
        let cost = look.modified(stat, Thing::figure(figure), printed);
        cost.max(printed.min(1))
    }
}

impl Line {
    pub(super) fn read(
        lowerer: &mut Lowerer<'_>,
        clause: &Clause,
        owner: &str,
        kind: LineKind,
        cost: i32,
    ) -> Lowered<Line> {
        let (condition, clause) = line::condition(lowerer, clause, owner)?;
        let clause = &clause;
        // What says when it ends begins with the line and outlives it.
        let (lasting, at_once): (Vec<Statement>, Vec<Statement>) =
            clause.effects.iter().cloned().partition(|statement| {
                // An offer in a block is decided at once.
                let is_offer = matches!(statement, Statement::Offer { .. });
                statement.lasts() && statement.until().is_none() && !is_offer
            });
        let (abilities, keywords) = lowerer.abilities(&clause.keywords, &lasting, owner)?;
        add_bonuses(lowerer, abilities, &clause.bonuses, owner)?;
        let values = |name: &str| lowerer.code.enums.get(name).cloned().unwrap_or_default();
        let (shapes, controls) = (values("shape"), values("control"));
        let profile = line::profile(&mut lowerer.code, abilities, |mark, given| {
            says(Mark::at(mark), given, &shapes, &controls)
        })?;
        let once = take_once(lowerer, abilities);
        let effects = Clause { keywords: Vec::new(), effects: at_once, ..clause.clone() };
        Ok(Line {
            name: lowerer.text(clause.label.as_deref().unwrap_or(&clause.clause))?,
            kind,
            cost,
            condition,
            profile,
            abilities,
            has_lasting: !line::is_empty(&lowerer.code, abilities),
            once,
            block: lowerer.clause(&effects, owner)?,
            keywords,
        })
    }
}

/// Takes the reactions to the line's own effect out of its abilities. They happen once, when the
/// line takes effect, and not again while it lasts.
fn take_once(lowerer: &mut Lowerer<'_>, abilities: AbilitiesId) -> Vec<Once> {
    let triggers = &mut lowerer.code.abilities[usize::from(abilities)].triggers;
    let affected = Event::Affected.index();
    let mut once = Vec::new();
    triggers.retain(|trigger| {
        let is_once = usize::from(trigger.event) == affected;
        if is_once {
            let Trigger { condition, effect, keyword, .. } = *trigger;
            once.push(Once { condition, block: effect, keyword });
        }
        !is_once
    });
    once
}

/// What a mark says about the profile of a line or a model, if it says anything about it.
pub(super) fn says(
    mark: Mark,
    given: &[Given],
    shapes: &[String],
    controls: &[String],
) -> Option<Says> {
    let at = |place: usize| given.get(place).copied().unwrap_or_default();
    let name = |values: &[String]| values.get(at(0).number.max(0) as usize).cloned();
    Some(match mark {
        Mark::Distance if at(0).small() == Distance::Melee as u8 => Says::Reach(at(1).small()),
        Mark::Distance => Says::Distance(at(0).small(), at(1).small()),
        Mark::Area => Says::Area(line::shape(&name(shapes)?)?, at(1).small()),
        Mark::Control => Says::Control(line::shift(&name(controls)?)?, at(1).small()),
        Mark::Inflicts => Says::Inflicts(at(0).set),
        Mark::Versus => Says::Versus(at(0).small(), at(1).small()),
        Mark::MeantFor => Says::Whom(Whom::at(at(0).small())?),
        Mark::Unseen => Says::Unseen,
        _ => return None,
    })
}

/// Adds dice such as `+1B ARM` to abilities. They count for every model that has the abilities.
pub(super) fn add_bonuses(
    lowerer: &mut Lowerer<'_>,
    abilities: AbilitiesId,
    bonuses: &[Bonus],
    owner: &str,
) -> Lowered<()> {
    if bonuses.is_empty() {
        return Ok(());
    }
    let modify = |bonus: &Bonus| Statement::Modify {
        stat: bonus.to.clone(),
        subject: None,
        operation: ModifyOp::Add,
        amount: Expr::Pool { pool: bonus.amount.clone() },
        condition: None,
        until: None,
    };
    let statements: Vec<Statement> = bonuses.iter().map(modify).collect();
    let (added, _) = lowerer.abilities(&[], &statements, owner)?;
    join_abilities(lowerer, abilities, added);
    Ok(())
}

/// Adds the abilities `from` to the abilities `into`.
pub(super) fn join_abilities(lowerer: &mut Lowerer<'_>, into: AbilitiesId, from: AbilitiesId) {
    let mut added = std::mem::take(&mut lowerer.code.abilities[usize::from(from)]);
    let own = &mut lowerer.code.abilities[usize::from(into)];
    own.modifiers.append(&mut added.modifiers);
    own.marks.append(&mut added.marks);
    own.forbids.append(&mut added.forbids);
    own.grants.append(&mut added.grants);
    own.triggers.append(&mut added.triggers);
    own.offers.append(&mut added.offers);
    own.summary.merge(&added.summary);
    own.lasting |= added.lasting;
}

//! Dice: their declarations, pools of them, and single ones put down with a face.

use cardwright_dsl::ast::{self, BinaryOp, ExprKind, UnaryOp};
use cardwright_model::{Bonus, Die, Face, MAX_DICE, MAX_SURE, Pool, Value};

use super::kind::clauses;
use super::value::integer;
use super::{Lowerer, note, title};
use crate::diag::{declarations, names, tabletop, words};
use crate::mentions::{Meaning, WordClass};
use crate::symbols::DieSymbol;
use crate::ty::Ty;

/// The enum whose values are on the faces of dice.
const SYMBOLS: &str = "symbol";
/// Faces of one die. No die comes near it.
const MAX_FACES: i64 = 100;

impl Lowerer<'_> {
    /// `die blue "Blue" { code: B  faces: blank, star, star*2 }`
    pub(crate) fn die(&mut self, declaration: &ast::Declaration) -> Option<DieSymbol> {
        let id = declaration.id.as_ref()?;
        let mut die = Die {
            id: id.text.clone(),
            name: declaration
                .name
                .as_ref()
                .map_or_else(|| title(&id.text), |name| name.text.clone()),
            code: id.text.clone(),
            note: note(&declaration.doc),
            provenance: self.provenance(declaration),
            ..Die::default()
        };
        for entry in declaration.body.iter().flat_map(|body| &body.entries) {
            if !matches!(entry, ast::Entry::Clause(_)) {
                self.refuse_entry(entry, "a die");
            }
        }
        let mut has_faces = declaration.body.as_ref().is_some_and(|body| body.may_hold("faces"));
        for clause in clauses(declaration.body.as_ref()) {
            match clause.name.text.as_str() {
                "code" => die.code = self.word_value(clause).unwrap_or_default(),
                "provisional" => die.provisional = true,
                "faces" => {
                    has_faces = true;
                    for value in clause.values.iter().flatten() {
                        self.faces(value, &mut die.faces);
                    }
                }
                name => {
                    let property = self.property(clause);
                    die.properties.extend(property.map(|value| (name.to_owned(), value)));
                }
            }
        }
        if !has_faces {
            let location = self.at(id.span);
            self.report(declarations::missing_field(location, &id.text, "faces", &Ty::Die, None));
        }
        Some(DieSymbol { die, location: self.at(id.span) })
    }

    /// One face, or all of `1..6`.
    fn faces(&mut self, value: &ast::Expr, faces: &mut Vec<Face>) {
        if let ExprKind::Binary(BinaryOp::Range, low, high) = &value.kind
            && let (Some(low), Some(high)) = (integer(low), integer(high))
            && low <= high
            && high - low < MAX_FACES
        {
            faces.extend((low..=high).map(|number| Face { number, ..Face::default() }));
            return;
        }
        let mut face = Face::default();
        if self.face_part(value, 1, &mut face).is_some() {
            faces.push(face);
        }
    }

    /// A face as a test writes it.
    pub(crate) fn face(&mut self, value: &ast::Expr) -> Option<Face> {
        let mut face = Face::default();
        self.face_part(value, 1, &mut face)?;
        Some(face)
    }

    fn face_part(&mut self, value: &ast::Expr, times: u32, face: &mut Face) -> Option<()> {
        match &value.kind {
            ExprKind::Bad => return None,
            ExprKind::Name(word) if word == "blank" => {}
            ExprKind::Name(word) => {
                let known = self.symbols.enums.get(SYMBOLS);
                if !known.is_some_and(|known| known.values.contains_key(word)) {
                    let legal: Vec<&str> = known
                        .into_iter()
                        .flat_map(|known| known.values.keys().map(String::as_str))
                        .chain(["blank"])
                        .collect();
                    let place = known.map(|known| known.location);
                    let location = self.at(value.span);
                    self.report(names::unknown_value(location, word, [SYMBOLS], legal, place, &[]));
                    return None;
                }
                self.mention(value.span, || Meaning::Value {
                    of: SYMBOLS.to_owned(),
                    id: word.clone(),
                });
                let count = face.symbols.entry(word.clone()).or_default();
                *count = count.saturating_add(times);
            }
            ExprKind::Int(number) => face.number = face.number.saturating_add(*number),
            ExprKind::Group(inner) => self.face_part(inner, times, face)?,
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                self.face_part(left, times, face)?;
                self.face_part(right, times, face)?;
            }
            ExprKind::Binary(BinaryOp::Multiply, left, right)
                if matches!(left.kind, ExprKind::Name(_))
                    && integer(right).is_some_and(|count| (1..=MAX_FACES).contains(&count)) =>
            {
                let count = integer(right).and_then(|count| u32::try_from(count).ok());
                self.face_part(left, times.saturating_mul(count.unwrap_or(1)), face)?;
            }
            _ => {
                let written = self.source.slice(value.span);
                self.report(tabletop::not_a_face(self.at(value.span), written));
                return None;
            }
        }
        Some(())
    }

    /// The value of a field that holds dice.
    pub(crate) fn pool_value(&mut self, value: &ast::Expr) -> Option<Value> {
        if let Some(pool) = self.constant_pool(value)? {
            self.mention_dice(value, &pool, None, false);
            return Some(Value::Pool { pool });
        }
        let found = self.infer_quietly(value);
        let written = self.source.slice(value.span);
        self.report(tabletop::not_dice(self.at(value.span), written, &found));
        None
    }

    /// Dice that are all written out. `Some(None)` if it is something else, `None` if it was
    /// reported.
    #[expect(clippy::option_option, reason = "three outcomes, and `?` reads well on two of them")]
    pub(crate) fn constant_pool(&mut self, value: &ast::Expr) -> Option<Option<Pool>> {
        let mut parts = Vec::new();
        terms(value, 1, &mut parts);
        let mut pool = Pool::default();
        let mut parts = parts.into_iter().peekable();
        while let Some((sign, part)) = parts.next() {
            match &part.kind {
                ExprKind::Int(number) => {
                    // `2 dice`: the word behind the number is the die.
                    let die = parts.peek().and_then(|(_, next)| match &next.kind {
                        ExprKind::Name(word) => self.symbols.die_of(word),
                        _ => None,
                    });
                    let number = number.saturating_mul(sign);
                    match die.map(|die| die.die.id.clone()) {
                        Some(die) => {
                            parts.next();
                            add(pool.dice.entry(die).or_default(), number);
                        }
                        None => add(&mut pool.bonus, number),
                    }
                }
                ExprKind::Quantity(number, unit) => {
                    let Some(die) = self.symbols.die_of(unit) else {
                        if self.symbols.lacks_a_die {
                            self.symbols.meet_lost();
                            return None;
                        }
                        let legal = self.symbols.dice.values().map(|die| die.die.code.as_str());
                        let location = self.at(part.span);
                        self.report(tabletop::unknown_die(location, unit, legal));
                        return None;
                    };
                    let die = die.die.id.clone();
                    add(pool.dice.entry(die).or_default(), number.saturating_mul(sign));
                }
                ExprKind::Bad => return None,
                _ => return Some(None),
            }
        }
        if pool.dice.is_empty() {
            return Some(Some(pool));
        }
        let count =
            pool.dice.values().fold(0i64, |sum, dice| sum.saturating_add(dice.saturating_abs()));
        let is_bonus = count <= MAX_DICE;
        if !is_bonus || pool.bonus.saturating_abs() > MAX_SURE {
            let number = if is_bonus { pool.bonus } else { count };
            self.report(tabletop::too_many_dice(self.at(value.span), number, is_bonus));
            return None;
        }
        Some(Some(pool))
    }

    /// True if dice are written somewhere in the sum.
    pub(crate) fn mentions_dice(&self, value: &ast::Expr) -> bool {
        let mut parts = Vec::new();
        terms(value, 1, &mut parts);
        parts.iter().any(|(_, part)| match &part.kind {
            ExprKind::Quantity(_, unit) => self.symbols.die_of(unit).is_some(),
            _ => false,
        })
    }

    /// `blue` or `blue 3`.
    pub(crate) fn die_value(&mut self, value: &ast::Expr) -> Option<Value> {
        let (word, face) = match &value.kind {
            ExprKind::Name(word) => (word, None),
            ExprKind::Apply { name, args } if args.len() == 1 => (&name.text, args.first()),
            ExprKind::Bad => return None,
            _ => {
                let die = self.symbols.dice.keys().next().map(String::as_str);
                let written = self.source.slice(value.span);
                self.report(tabletop::one_die_wanted(self.at(value.span), written, die));
                return None;
            }
        };
        let Some(die) = self.symbols.die_of(word).cloned() else {
            if self.symbols.lacks_a_die {
                self.symbols.meet_lost();
                return None;
            }
            let legal = self.symbols.dice.keys().map(String::as_str);
            self.report(tabletop::unknown_die(self.at(value.span), word, legal));
            return None;
        };
        let place = match &value.kind {
            ExprKind::Apply { name, .. } => name.span,
            _ => value.span,
        };
        self.mention(place, || Meaning::Die(die.die.id.clone()));
        let Some(written) = face else { return Some(Value::Die { die: die.die.id, face: None }) };
        let Some(number) = integer(written) else {
            let slice = self.source.slice(written.span);
            self.report(tabletop::not_a_face(self.at(written.span), slice));
            return None;
        };
        if !die.die.faces.iter().any(|face| face.number == number) {
            let location = self.at(written.span);
            self.report(tabletop::no_such_face(location, &die.die.id, number, die.location));
            return None;
        }
        Some(Value::Die { die: die.die.id, face: Some(number) })
    }

    /// `+1B ARM` or `+2 STR`: what grows stands last. None if it is something else.
    pub(crate) fn bonus(&mut self, value: &ast::Expr) -> Option<Bonus> {
        let ExprKind::Row(parts) = &value.kind else { return None };
        let (target, amounts) = parts.split_last()?;
        let ExprKind::Name(to) = &target.kind else { return None };
        let amount = ast::Expr { kind: ExprKind::Row(amounts.to_vec()), span: value.span };
        let amount = match self.constant_pool(&amount)? {
            Some(amount) => amount,
            None => {
                let written = self.source.slice(value.span);
                self.report(tabletop::not_dice(self.at(value.span), written, &Ty::Any));
                return None;
            }
        };
        if !self.is_bonus_target(to) {
            let legal = self.bonus_targets();
            let legal = legal.iter().map(String::as_str);
            self.report(words::unknown_stat(self.at(target.span), to, legal));
            return None;
        }
        self.mention_dice(value, &amount, Some(to), true);
        self.mention_bonus(to, target.span);
        Some(Bonus { to: to.clone(), amount })
    }

    /// Notes dice that are written out.
    pub(crate) fn mention_dice(
        &mut self,
        value: &ast::Expr,
        pool: &Pool,
        stat: Option<&str>,
        adds: bool,
    ) {
        if !pool.dice.is_empty() {
            let stat = stat.map(str::to_owned);
            self.mention(value.span, || Meaning::Dice { pool: pool.clone(), stat, adds });
        }
    }

    /// Notes what grows: a stat, or a symbol of the dice.
    fn mention_bonus(&mut self, to: &str, span: ast::Span) {
        let is_stat = |words: &crate::words::Words| words.stats.get(to).is_some();
        let symbols = self.symbols.enums.get(SYMBOLS);
        if self.context.game_words.is_some_and(is_stat) {
            self.mention(span, || Meaning::word(WordClass::Stat, to));
        } else if symbols.is_some_and(|symbols| symbols.values.contains_key(to)) {
            self.mention(span, || Meaning::Value { of: SYMBOLS.to_owned(), id: to.to_owned() });
        }
    }

    fn is_bonus_target(&self, word: &str) -> bool {
        self.context.game_words.is_none_or(|words| words.stats.get(word).is_some())
            || self.bonus_targets().iter().any(|known| known == word)
    }

    /// Stats of the game, symbols of dice, and fields of cards that hold numbers or dice.
    fn bonus_targets(&self) -> Vec<String> {
        use cardwright_model::FieldType;
        let stats = self.context.game_words.into_iter().flat_map(|words| words.stats.names());
        let symbols = self.symbols.enums.get(SYMBOLS).into_iter();
        let symbols = symbols.flat_map(|symbols| symbols.values.keys().map(String::as_str));
        let fields = self.symbols.kinds.values().flat_map(|symbol| &symbol.kind.fields);
        let numbers = fields
            .filter(|field| {
                matches!(
                    field.field_type,
                    FieldType::Pool | FieldType::Int { .. } | FieldType::Formula { .. }
                )
            })
            .map(|field| field.name.as_str());
        let mut names: Vec<String> =
            stats.chain(symbols).chain(numbers).map(str::to_owned).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// What a sum or a row adds up, with the sign of each.
fn terms<'e>(value: &'e ast::Expr, sign: i64, parts: &mut Vec<(i64, &'e ast::Expr)>) {
    match &value.kind {
        ExprKind::Row(row) => row.iter().for_each(|part| terms(part, sign, parts)),
        ExprKind::Group(inner) | ExprKind::Unary(UnaryOp::Plus, inner) => {
            terms(inner, sign, parts);
        }
        ExprKind::Unary(UnaryOp::Minus, inner) => terms(inner, -sign, parts),
        ExprKind::Binary(BinaryOp::Add, left, right) => {
            terms(left, sign, parts);
            terms(right, sign, parts);
        }
        ExprKind::Binary(BinaryOp::Subtract, left, right) => {
            terms(left, sign, parts);
            terms(right, -sign, parts);
        }
        _ => parts.push((sign, value)),
    }
}

fn add(to: &mut i64, number: i64) {
    *to = to.saturating_add(number);
}

//! Lines of effects that follow no rule of the language, but whose words say what was meant.

use cardwright_dsl::ast::{self, Span};
use cardwright_model::{ClauseDecl, ClauseShape};

use super::Lowerer;
use super::contents::Allowed;
use super::sentence::filled;
use crate::diag::{Diagnostic, Location, declarations, habit_of, syntax};
use crate::language::begins_statement;
use crate::words::Signature;

impl Lowerer<'_> {
    /// Says what an unreadable line of an effect could have been. The parser's message stands if
    /// the words are no hint.
    pub(crate) fn explain_line(&mut self, bad: &ast::Bad) {
        let Some(found) = self.meant_line(bad) else { return };
        self.report(found);
        self.explained.push(bad.span);
    }

    /// `challenge: modify RNG of heroes by -1`: the effects of a clause behind a colon.
    pub(crate) fn explain_block(&mut self, bad: &ast::Bad, allowed: &Allowed<'_>) -> bool {
        let text = self.source.slice(bad.span);
        let line = text.split('\n').next().unwrap_or(text).trim_end();
        let Some((name, written)) = line.split_once(':') else { return false };
        let is_block = |clause: &ClauseDecl| {
            clause.name == name.trim_end() && clause.shape == ClauseShape::Effect
        };
        let written = written.trim();
        let is_end = |letter: char| !letter.is_ascii_alphanumeric() && letter != '-';
        let first = written.split(is_end).next().unwrap_or_default();
        let is_verb = self.words().is_some_and(|words| words.verbs.get(first).is_some());
        if !allowed.clauses.iter().any(is_block) || !(begins_statement(first) || is_verb) {
            return false;
        }
        let start = bad.span.start;
        let head = Span { start, end: start + name.trim_end().len() as u32 };
        let from = Span { start: head.end, end: start + line.len() as u32 };
        self.report(declarations::effect_needs_block(
            self.at(head),
            self.at(from),
            name.trim_end(),
            written,
        ));
        self.explained.push(bad.span);
        true
    }

    /// What a clause that there is not could have been: `drawn = yes` for `set drawn`, `ARM +1B`
    /// for `+1B ARM`, `gain energy 1` for `gain-energy(1)`.
    pub(crate) fn meant_clause(&self, clause: &ast::Clause) -> Option<Diagnostic> {
        let name = clause.name.text.as_str();
        let at = self.at(clause.span);
        let variable = self.scope.variables.iter().rev().find(|known| known.name == name);
        if let (Some([value]), Some(_)) =
            (clause.values.as_deref(), variable.filter(|variable| variable.settable))
        {
            let right = match self.source.slice(value.span) {
                "yes" | "true" => format!("set {name}"),
                value => format!("set {name} to {value}"),
            };
            return Some(syntax::unset(at, name, &right));
        }
        let words = self.words()?;
        if let ([bonus], None, None) = (&clause.args[..], &clause.values, &clause.block) {
            let written = self.source.slice(bonus.span);
            if written.starts_with(['+', '-']) && words.stats.get(name).is_some() {
                return Some(syntax::bonus_behind(at, &format!("{written} {name}")));
            }
        }
        if let Some([value]) = clause.values.as_deref() {
            let written = self.source.slice(value.span);
            if written.starts_with(['+', '-']) && words.stats.get(name).is_some() {
                return Some(syntax::bonus_behind(at, &format!("{written} {name}")));
            }
        }
        let text = self.source.slice(clause.span);
        let line = text.split(['\n', '{', ';']).next().unwrap_or(text).trim_end();
        if clause.values.is_none() {
            let end = clause.span.start + line.len() as u32;
            if let Some(found) = self.meant_sentence(line, Span { end, ..clause.span }) {
                return Some(found);
            }
        }
        if let (None, Some(verb)) = (&clause.values, words.verbs.get(name)) {
            let numbers =
                clause.args.iter().filter(|arg| matches!(arg.kind, ast::ExprKind::Int(_)));
            let number = numbers.map(|arg| self.source.slice(arg.span)).next();
            return Some(syntax::without_parentheses(at, name, &filled(verb, number), None));
        }
        let second = self.source.slice(clause.args.first()?.span);
        let joined = format!("{name}-{second}");
        let verb = words.verbs.get(&joined).filter(|_| clause.values.is_none())?;
        Some(syntax::without_parentheses(at, &joined, &shape(verb), None))
    }

    fn meant_line(&self, bad: &ast::Bad) -> Option<Diagnostic> {
        let text = self.source.slice(bad.span);
        let line = text.split(['\n', ';', '{', '}']).next().unwrap_or(text).trim_end();
        let word = bad.word(0).filter(|word| word.span.start == bad.span.start)?;
        let name = word.text.as_str();
        // What follows something else on its line belongs to that.
        let before = self.source.text[..bad.span.start as usize].trim_end_matches([' ', '\t']);
        if !(before.is_empty() || before.ends_with(['\n', '{', '}', ';'])) {
            return None;
        }
        let whole = Span { start: bad.span.start, end: bad.span.start + line.len() as u32 };
        if let Some(found) =
            self.moment_in_words(line, whole.start).or_else(|| self.needless_all(line, whole.start))
        {
            return Some(found);
        }
        // Statements and what the parser mends itself.
        if begins_statement(name) || line.contains(['“', '”', '"', '[', '#', '.', ':']) {
            return None;
        }
        let rest = line.get(name.len()..)?.trim_start();
        let at = self.at(whole);
        if let Some((operator, amount)) = changes(rest) {
            return self.changed_number(at, line, name, operator, amount.trim());
        }
        let words = self.words()?;
        if matches!(name, "each" | "all" | "every" | "any")
            && let Some(second) = bad.word(1)
            && words.selections.get(&second.text).is_some()
        {
            return Some(syntax::several_meant(self.at(word.span), name, &second.text));
        }
        if let Some(found) = self.meant_sentence(line, whole) {
            return Some(found);
        }
        if let Some(found) = self.two_words(bad, at) {
            return Some(found);
        }
        if let Some(habit) = habit_of(name) {
            return Some(syntax::foreign_phrase(self.at(word.span), name, habit));
        }
        let verb = words.verbs.get(name)?;
        if rest.starts_with('(') {
            return None;
        }
        // `heal bearer by 3`: the words without those that join them.
        let joins = |word: &&str| {
            !matches!(*word, "by" | "to" | "from" | "for" | "of" | "the" | "a" | "an" | "with")
        };
        let args: Vec<&str> = rest.split_whitespace().filter(joins).collect();
        let needed = verb.params.iter().filter(|param| !param.optional).count();
        let fits = (needed..=verb.params.len()).contains(&args.len()) && !args.is_empty();
        let right = fits.then(|| format!("{name}({})", args.join(", ")));
        Some(syntax::without_parentheses(at, name, &shape(verb), right))
    }

    /// `until end of turn`: a moment in several words.
    fn moment_in_words(&self, line: &str, start: u32) -> Option<Diagnostic> {
        let (before, behind) = line.split_once(" until ")?;
        let parts = behind
            .split_whitespace()
            .take_while(|part| !matches!(*part, "when" | "limit" | "once"));
        let parts: Vec<&str> =
            parts.filter(|part| !matches!(*part, "the" | "your" | "this" | "a")).collect();
        if parts.len() < 2 || !parts.iter().all(|part| part.bytes().all(|b| b.is_ascii_lowercase()))
        {
            return None;
        }
        let legal: Vec<&str> = self.words()?.windows.names().collect();
        let from = start + (before.len() + " until ".len()) as u32;
        let at = self.at(Span { start: from, end: start + line.len() as u32 });
        Some(syntax::moment_of_words(at, &parts.join("-"), &legal))
    }

    /// `modify power of all characters by +1`: a selection is all of them already.
    fn needless_all(&self, line: &str, start: u32) -> Option<Diagnostic> {
        let first = line.split_whitespace().next()?;
        if !matches!(first, "modify" | "mark" | "grant" | "revoke" | "forbid" | "for") {
            return None;
        }
        let words = self.words()?;
        let mut pieces = line.split(' ').scan(0, |at, piece| {
            let here = *at;
            *at += piece.len() + 1;
            Some((here, piece))
        });
        while let Some((at, piece)) = pieces.next() {
            let is_join = matches!(piece, "of" | "to" | "from" | "each" | "mark");
            let mut rest = pieces.clone();
            let (Some((from, all)), Some((end, selection))) = (rest.next(), rest.next()) else {
                return None;
            };
            if at > 0
                && is_join
                && matches!(all, "all" | "every" | "each" | "any" | "the")
                && words.selections.get(selection).is_some()
            {
                let span = Span { start: start + from as u32, end: start + end as u32 };
                return Some(syntax::needless_all(self.at(span), all, selection));
            }
        }
        None
    }

    /// `gain energy 1`: a verb of two words.
    fn two_words(&self, bad: &ast::Bad, at: Location) -> Option<Diagnostic> {
        let (first, second) = (bad.word(0)?, bad.word(1)?);
        let joined = format!("{}-{}", first.text, second.text);
        let verb = self.words()?.verbs.get(&joined)?;
        Some(syntax::without_parentheses(at, &joined, &shape(verb), None))
    }

    /// `amount - 2`, `power += 1`, `tolls = 3`.
    fn changed_number(
        &self,
        at: Location,
        line: &str,
        name: &str,
        operator: &str,
        amount: &str,
    ) -> Option<Diagnostic> {
        let words = self.words()?;
        let variable = self.scope.variables.iter().rev().find(|known| known.name == name);
        let sets = operator == "=";
        let sign = operator.trim_end_matches('=');
        let by = match sign {
            "-" if amount.bytes().all(|byte| byte.is_ascii_digit()) => format!("-{amount}"),
            "-" => format!("-({amount})"),
            _ => amount.to_owned(),
        };
        let right = match variable {
            Some(variable) if variable.settable && sets => format!("set {name} to {amount}"),
            Some(variable) if variable.settable => {
                format!("set {name} to {name} {sign} {amount}")
            }
            Some(_) if name == "amount" && words.verbs.get("change-amount").is_some() => match sets
            {
                true => format!("change-amount({amount} - amount)"),
                false => format!("change-amount({by})"),
            },
            None if words.stats.get(name).is_none() => {
                let verb = match sign {
                    "+" => "gain",
                    "-" => "lose",
                    _ => return None,
                };
                return self
                    .parted_verb(&format!("{verb} {amount} {name}"))
                    .map(|(_, right)| syntax::idle_number(at, line, &right));
            }
            None => {
                let stat = words.stats.get(name)?;
                let of = match stat.params.first().is_some_and(|first| first.name == "card") {
                    true => " of self",
                    false => "",
                };
                match sets {
                    true => format!("modify {name}{of} to {amount}"),
                    false => format!("modify {name}{of} by {by}"),
                }
            }
            Some(_) => return None,
        };
        Some(syntax::idle_number(at, line, &right))
    }
}

/// The operator that a line goes on with after its first word, and what follows it.
fn changes(rest: &str) -> Option<(&str, &str)> {
    if let Some(twice) = ["++", "--"].into_iter().find(|twice| rest.trim_end() == *twice) {
        return Some((if twice == "++" { "+=" } else { "-=" }, "1"));
    }
    let operator = ["+=", "-=", "=", "+", "-"].into_iter().find(|mark| rest.starts_with(mark))?;
    let behind = &rest[operator.len()..];
    let is_one = !behind.starts_with(['=', '-', '+', '>']) && !behind.trim().is_empty();
    is_one.then_some((operator, behind))
}

/// `heal(FIGURE, COUNT)`: what a verb needs.
fn shape(verb: &Signature) -> String {
    let params = verb.params.iter().filter(|param| !param.optional);
    let params: Vec<String> = params.map(|param| param.name.to_uppercase()).collect();
    format!("{}({})", verb.name, params.join(", "))
}

//! Effects written as English sentences: what they are in this language, in the words of the
//! game at hand.

use cardwright_dsl::ast::{self, ExprKind, Span};

use super::Lowerer;
use super::name::call_shape;
use crate::diag::{Diagnostic, kin, suggest, syntax, words};
use crate::ty::Ty;
use crate::words::{Signature, Words};

/// Words that say one of several is meant.
const ONE: &[&str] = &[
    "target",
    "chosen",
    "a",
    "an",
    "one",
    "another",
    "any",
    "some",
    "nearest",
    "closest",
    "weakest",
    "strongest",
    "random",
    "single",
    "the",
];

impl Lowerer<'_> {
    /// The line that a sentence stands for: `characters get +1 power` is
    /// `modify power of characters by +1`. Its parts must all be words of the game.
    pub(crate) fn sentence(&self, line: &str) -> Option<String> {
        let words = self.words()?;
        let mut parts: Vec<&str> =
            line.split_whitespace().map(|part| part.trim_matches(',')).collect();
        if parts.len() > 1 && matches!(parts[0], "all" | "each" | "every" | "the" | "your") {
            parts.remove(0);
        }
        let (subject, rest) = parts.split_first()?;
        let (does, rest) = rest.split_first()?;
        let subject = self.selection_for(words, subject)?;
        let is_stat = |name: &str| words.stats.get(name).is_some();
        match (*does, rest) {
            ("get" | "gets" | "gain" | "gains" | "have" | "has" | "receive" | "receives", rest) => {
                match rest {
                    [amount, stat, ..] | [stat, amount, ..]
                        if amount.starts_with(['+', '-']) && is_stat(stat) =>
                    {
                        Some(format!("modify {stat} of {subject} by {amount}"))
                    }
                    [keyword] if self.symbols.keyword(keyword).is_some() => {
                        Some(format!("grant {keyword} to {subject}"))
                    }
                    [keyword, number]
                        if self.symbols.keyword(keyword).is_some()
                            && number.parse::<u32>().is_ok() =>
                    {
                        Some(format!("grant {keyword} {number} to {subject}"))
                    }
                    _ => None,
                }
            }
            ("lose" | "loses", [keyword]) if self.symbols.keyword(keyword).is_some() => {
                Some(format!("revoke {keyword} from {subject}"))
            }
            ("cannot" | "can't" | "cant" | "can-not" | "may-not", [act, ..])
            | ("can" | "may" | "must" | "do", ["not", act, ..]) => {
                let acts: Vec<&str> = words.acts.names().collect();
                let act = match acts.contains(act) {
                    true => *act,
                    false => suggest(act, acts.iter().copied())?,
                };
                Some(format!("forbid {act} to {subject}"))
            }
            _ => None,
        }
    }

    /// `gain 1 ap`, `lose 2 energy`: a verb of two words around its number.
    pub(crate) fn parted_verb(&self, line: &str) -> Option<(String, String)> {
        let words = self.words()?;
        let mut number = None;
        let mut names = Vec::new();
        for part in line.split_whitespace() {
            match part.parse::<u32>().is_ok() {
                true => number = Some(part),
                false => names.push(part),
            }
        }
        let (first, rest) = names.split_first()?;
        let first = first.trim_end_matches('s');
        let (second, _) = rest.split_first()?;
        let single = second.trim_end_matches('s');
        let joined = [format!("{first}-{second}"), format!("{first}-{single}")];
        let verb = joined.iter().find_map(|name| words.verbs.get(name))?;
        Some((verb.name.clone(), filled(verb, number)))
    }

    /// `each turn { … }`, `at the start of a round { … }`: the events that are meant.
    pub(crate) fn moment_meant(&self, line: &str) -> Option<Vec<&str>> {
        let words = self.words()?;
        let mut parts = line.split_whitespace();
        if !matches!(parts.next()?, "at" | "each" | "every" | "start" | "end" | "beginning") {
            return None;
        }
        let ends = line.split_whitespace().any(|part| part.starts_with("end"));
        let span = line.split_whitespace().find(|part| {
            matches!(*part, "turn" | "round" | "activation" | "combat" | "game" | "turns")
        })?;
        let legal: Vec<&str> = words.events.names().collect();
        let generic = match (span, ends) {
            ("game", _) => "start-of-game",
            ("combat", true) => "combat-ends",
            ("combat", false) => "on-attack",
            (_, true) => "turn-end",
            (_, false) => "turn-start",
        };
        let mut found = kin(generic, &legal);
        let of_span: Vec<&str> =
            found.iter().copied().filter(|event| event.contains(span)).collect();
        if !of_span.is_empty() {
            found = of_span;
        }
        Some(found).filter(|found| !found.is_empty())
    }

    /// Arguments of a call with no comma between them, which are not two values but words of a
    /// sentence: `wound(adjacent enemies, 1)`, `draw(count characters)`, `summon(2 rat)`.
    pub(crate) fn run_together(
        &self,
        signature: &Signature,
        args: &[ast::CallArg],
        call: Span,
    ) -> Option<(Diagnostic, Span)> {
        let words = self.words()?;
        let joined = |pair: &[ast::CallArg]| {
            let gap = Span { start: pair[0].value.span.end, end: pair[1].value.span.start };
            gap.start <= gap.end && !self.source.slice(gap).contains([',', ';'])
        };
        let first = args.windows(2).position(joined)?;
        let length = args[first..].windows(2).take_while(|pair| joined(pair)).count();
        let (group, rest) = args[first..].split_at(length + 1);
        let whole = group[0].value.span.to(group[length].value.span);
        let all = args[0].value.span.to(args[args.len() - 1].value.span);
        let text = self.source.slice(whole);
        let at = self.at(whole);
        let parts: Vec<&str> = group.iter().map(|arg| self.source.slice(arg.value.span)).collect();
        // `summon(2 rat)` for `summon(rat, 2)`.
        if let ([number, name], true, 0) = (&parts[..], rest.is_empty(), first)
            && matches!(group[0].value.kind, ExprKind::Int(_))
            && signature.params.first().is_some_and(|param| param.ty != Ty::Int)
            && signature.params.get(1).is_some_and(|param| param.ty == Ty::Int)
        {
            let right = format!("{}({name}, {number})", signature.name);
            return Some((words::other_order(at, text, &right, self.at(call)), all));
        }
        // `count characters` for `count(characters)`.
        if let [query, of] = &parts[..]
            && let Some(query) = words.queries.get(query)
            && query.params.first().is_some_and(|param| param.ty == Ty::Cards)
            && let Some(of) = self.selection_for(words, of)
        {
            return Some((words::no_call(at, text, &format!("{}({of})", query.name)), all));
        }
        words.verbs.get(&signature.name)?;
        // `hero with most wrath`: the highest or lowest of a number.
        let extreme = parts.windows(2).find_map(|pair| {
            let which = match pair[0] {
                "most" | "highest" | "greatest" => "most",
                "least" | "lowest" | "fewest" => "least",
                _ => return None,
            };
            let number = words.queries.get(pair[1]).filter(|query| query.is_number_of_card());
            number.map(|number| (which, number.name.as_str()))
        });
        let named = parts.iter().rev().find_map(|part| self.selection_for(words, part))?;
        let behind: Vec<&str> = rest.iter().map(|arg| self.source.slice(arg.value.span)).collect();
        let done = std::iter::once("it").chain(behind).collect::<Vec<_>>().join(", ");
        let done = format!("{{ {}({done}) }}", signature.name);
        let question = parts.iter().find_map(|part| {
            let query = words.queries.get(part).filter(|query| query.result == Ty::Bool)?;
            (query.params.len() <= 2 && query.params.iter().all(|param| param.ty == Ty::Card))
                .then(|| asked(query))
        });
        let filter = question.map_or_else(String::new, |question| format!(" where {question}"));
        let right = match extreme {
            Some((which, number)) => format!("choose 1 from {which}({named}, {number}) {done}"),
            None if parts[0] == "random" => {
                format!("choose 1 at random from {named}{filter} {done}")
            }
            None if ONE.contains(&parts[0]) => format!("choose 1 from {named}{filter} {done}"),
            None => format!("for each {named}{filter} {done}"),
        };
        Some((words::chosen_in_call(at, text, &right, self.at(call), first == 0), all))
    }

    /// The selection that a word stands for, also in the singular or as other games call it.
    fn selection_for(&self, words: &Words, written: &str) -> Option<String> {
        let is_bound = self
            .scope
            .variables
            .iter()
            .any(|known| known.name == written && matches!(known.ty, Ty::Card | Ty::Cards));
        if is_bound || matches!(written, "self" | "it") {
            return Some(written.to_owned());
        }
        let alone = |selection: &&Signature| selection.may_stand_alone();
        let names: Vec<&str> = words
            .selections
            .iter()
            .filter(alone)
            .map(|selection| selection.name.as_str())
            .filter(|name| !matches!(*name, "self" | "it" | "outer"))
            .collect();
        if names.contains(&written) {
            return Some(written.to_owned());
        }
        let plural = |name: &&&str| {
            name.strip_prefix(written).is_some_and(|rest| matches!(rest, "s" | "es"))
                || written.strip_suffix('y').is_some_and(|stem| **name == format!("{stem}ies"))
        };
        names.iter().find(plural).map(|name| (*name).to_owned())
    }

    /// A line whose words show what was meant, whatever the parser made of it.
    pub(crate) fn meant_sentence(&self, line: &str, at: Span) -> Option<Diagnostic> {
        let whole = self.at(at);
        if let Some(right) = self.sentence(line) {
            return Some(syntax::sentence(whole, &right));
        }
        if let Some(events) = self.moment_meant(line) {
            return Some(syntax::moment_of_effect(whole, &events));
        }
        let (verb, shape) = self.parted_verb(line)?;
        Some(syntax::without_parentheses(whole, &verb, &shape, None))
    }
}

/// `gain-ap(FIGURE, 1)`: what a verb needs, with its number if that is known.
pub(super) fn filled(verb: &Signature, number: Option<&str>) -> String {
    let mut number = number;
    let params = verb.params.iter().filter_map(|param| match param.ty {
        Ty::Int if number.is_some() => number.take().map(str::to_owned),
        _ if param.optional => None,
        _ => Some(param.name.to_uppercase()),
    });
    let params: Vec<String> = params.collect();
    format!("{}({})", verb.name, params.join(", "))
}

/// `adjacent(it, self)`: a question about the card at hand.
pub(crate) fn asked(query: &Signature) -> String {
    let cards = query.params.iter().filter(|param| param.ty == Ty::Card).count();
    let one = query.has_implicit_card() || query.params.first().is_some_and(|first| first.optional);
    match (cards == query.params.len(), cards) {
        (true, 1) if one => query.name.clone(),
        (true, 1) => format!("{}(it)", query.name),
        (true, 2) => format!("{}(it, self)", query.name),
        _ => call_shape(query),
    }
}

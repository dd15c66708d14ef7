//! Templates pay for what they make, in bytes.
//!
//! minijinja counts the steps of a template, but one step can make a text as long as it likes: a
//! text that is doubled forty times fills any memory. So calls are written into a template before it
//! is compiled: `a ~ b` becomes `_pay(_text(a) ~ _text(b))`, and long stretches of plain text pay
//! when they are drawn. Filters that can make much out of little look at their arguments first.
//! Line breaks stay where they are, so that messages name the right lines.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use minijinja::machinery::{Token, tokenize};
use minijinja::value::{Rest, Value, ValueKind};
use minijinja::{Environment, Error, ErrorKind, Output, State, filters};

use crate::scope::Scope;

/// Bytes that a template may make in all, for one side of a card. The bundled ones make about one
/// hundred thousand.
const MOST_BYTES: u64 = 96 << 20;
/// The longest text that a template may make in one step.
const LONGEST_TEXT: u64 = 2 << 20;
/// The longest list.
const LONGEST_LIST: u64 = 100_000;
/// Lists within lists that are written as text.
const DEEPEST: usize = 32;
/// Words and signs between `{{` and `}}`. Each may be a level of nesting.
const MOST_WORDS: usize = 1_000;
/// `elif` in one template: each is nested in the one before.
const MOST_ALTERNATIVES: usize = 500;
/// Plain text of fewer bytes is paid with the step that draws it.
const SHORT: usize = 64;
/// What an entry of a list costs.
const ENTRY: u64 = 32;

/// What a drawing has paid.
#[derive(Debug, Default)]
pub(crate) struct Purse {
    bytes: AtomicU64,
}

impl Purse {
    /// Pays for that many bytes.
    pub(crate) fn pay(&self, bytes: u64) -> Result<(), Error> {
        match self.bytes.fetch_add(bytes, Ordering::Relaxed).saturating_add(bytes) > MOST_BYTES {
            true => Err(refused(format!(
                "this template makes more than {} MB of text and lists for one card",
                MOST_BYTES >> 20
            ))),
            false => Ok(()),
        }
    }

    /// Pays for a value that was made.
    fn pay_for(&self, value: &Value) -> Result<(), Error> {
        if let Some(text) = value.as_str() {
            let length = text.len() as u64;
            return if length > LONGEST_TEXT { Err(too_long()) } else { self.pay(length) };
        }
        match value.kind() {
            ValueKind::Seq | ValueKind::Iterable | ValueKind::Map => {
                let length = value.len().map_or(LONGEST_LIST / 10, |length| length as u64);
                if length > LONGEST_LIST {
                    let message = format!("a list of more than {LONGEST_LIST} entries is too long");
                    return Err(refused(message));
                }
                self.pay(length * ENTRY)
            }
            _ => Ok(()),
        }
    }

    /// Pays for writing a value as text, whatever is in it, and says how long that may be.
    fn pay_for_text(&self, value: &Value) -> Result<u64, Error> {
        let length = self.text_length(value, DEEPEST)?;
        if length > LONGEST_TEXT { Err(too_long()) } else { Ok(length) }
    }

    fn text_length(&self, value: &Value, depth: usize) -> Result<u64, Error> {
        if let Some(text) = value.as_str() {
            return Ok(text.len() as u64);
        }
        if !matches!(value.kind(), ValueKind::Seq | ValueKind::Iterable | ValueKind::Map) {
            return Ok(ENTRY);
        }
        if depth == 0 {
            return Err(refused("lists within lists cannot be written as text".to_owned()));
        }
        let mut sum = 0u64;
        for entry in value.try_iter()? {
            self.pay(ENTRY)?;
            sum += ENTRY + self.text_length(&entry, depth - 1)?;
            if value.kind() == ValueKind::Map {
                sum += self.text_length(&value.get_item(&entry)?, depth - 1)?;
            }
            if sum > LONGEST_TEXT {
                break;
            }
        }
        Ok(sum)
    }
}

fn refused(message: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}

fn too_long() -> Error {
    refused(format!("this text is longer than {} MB", LONGEST_TEXT >> 20))
}

/// Makes the filters that can make much out of little look at their arguments. `debug` is taken
/// away: it writes everything there is.
pub(crate) fn guard(environment: &mut Environment<'static>) {
    environment.remove_global("debug");
    let text = [
        ("string", Value::from_function(filters::string)),
        ("escape", Value::from_function(filters::escape)),
        ("e", Value::from_function(filters::escape)),
        ("upper", Value::from_function(filters::upper)),
        ("lower", Value::from_function(filters::lower)),
        ("title", Value::from_function(filters::title)),
        ("capitalize", Value::from_function(filters::capitalize)),
        ("trim", Value::from_function(filters::trim)),
        ("pprint", Value::from_function(filters::pprint)),
        ("safe", Value::from_function(filters::safe)),
        ("split", Value::from_function(filters::split)),
        ("lines", Value::from_function(filters::lines)),
        ("replace", Value::from_function(filters::replace)),
        ("join", Value::from_function(filters::join)),
        ("indent", Value::from_function(filters::indent)),
        ("format", Value::from_function(filters::format)),
        ("batch", Value::from_function(filters::batch)),
        ("slice", Value::from_function(filters::slice)),
    ];
    for (name, original) in text {
        let guarded = move |state: &mut State<'_, '_>, arguments: Rest<Value>| {
            // The purse of the card is not at hand here; what is made is paid for by `_pay`.
            look_at(name, &arguments.0)?;
            original.call(state, &arguments.0)
        };
        environment.add_filter(name, guarded);
    }
}

/// Refuses arguments of a filter from which too long a text would come.
fn look_at(filter: &str, arguments: &[Value]) -> Result<(), Error> {
    let purse = Purse::default();
    let Some((value, settings)) = arguments.split_first() else { return Ok(()) };
    let lists = matches!(filter, "batch" | "slice");
    let length = if lists { 0 } else { purse.pay_for_text(value)? };
    let setting = |index: usize| match settings.get(index).and_then(Value::as_str) {
        Some(text) => text.len() as u64,
        None => 0,
    };
    let copies = |pattern: &str| match (value.as_str(), pattern) {
        (Some(text), "") => text.len() as u64 + 1,
        (Some(text), pattern) => text.matches(pattern).count() as u64,
        (None, _) => length,
    };
    let longest = match filter {
        "join" => length + value.len().unwrap_or(0) as u64 * setting(0),
        "replace" => {
            let pattern = settings.first().and_then(Value::as_str).unwrap_or_default();
            length + copies(pattern).saturating_mul(setting(1))
        }
        "indent" => length + copies("\n").saturating_add(2).saturating_mul(largest(settings)?),
        "format" => {
            let widths =
                value.as_str().unwrap_or_default().split(|letter: char| !letter.is_ascii_digit());
            if widths.into_iter().any(|width| width.len() > 3) {
                return Err(refused("a width of more than 999 is too large".to_owned()));
            }
            let texts = settings.iter().map(|value| purse.pay_for_text(value));
            length + texts.sum::<Result<u64, Error>>()?
        }
        "batch" | "slice" => largest(settings)?,
        _ => length,
    };
    if longest > LONGEST_TEXT { Err(too_long()) } else { Ok(()) }
}

/// The largest number among settings, with those that have names.
fn largest(settings: &[Value]) -> Result<u64, Error> {
    let mut largest = 0;
    for value in settings {
        let named = value.is_kwargs().then(|| value.try_iter()).transpose()?;
        let named = named.into_iter().flatten().filter_map(|key| value.get_item(&key).ok());
        for number in named.chain([value.clone()]).filter(Value::is_number) {
            let number = u64::try_from(number).unwrap_or(u64::MAX);
            largest = largest.max(number);
        }
    }
    match largest > LONGEST_LIST {
        true => Err(refused(format!("a number of more than {LONGEST_LIST} is too large here"))),
        false => Ok(largest),
    }
}

/// Lets one drawing pay.
pub(crate) fn register(environment: &mut Environment<'static>, scope: &Arc<Scope>) {
    let paying = Arc::clone(scope);
    environment
        .add_function("_pay", move |value: Value| paying.purse.pay_for(&value).map(|()| value));
    let paying = Arc::clone(scope);
    environment.add_function("_text", move |value: Value| {
        paying.purse.pay_for_text(&value).map(|_| value)
    });
    let paying = Arc::clone(scope);
    environment.add_function("_plain", move |bytes: u64| {
        paying.purse.pay(bytes).map(|()| Value::from_safe_string(String::new()))
    });
    // Otherwise something could hold itself, and never be written or compared to the end.
    environment.add_function("_keep", move |value: Value| {
        match value.as_object().is_some_and(|object| object.type_name().contains("Namespace")) {
            true => Err(refused("a namespace cannot be put into a namespace".to_owned())),
            false => Ok(value),
        }
    });
    let paying = Arc::clone(scope);
    environment.set_formatter(move |out: &mut Output<'_>, state: &mut State<'_, '_>, value| {
        let length = paying.purse.pay_for_text(value)?;
        paying.purse.pay(length)?;
        minijinja::escape_formatter(out, state, value)
    });
}

/// The template with its tolls, or what is wrong with it and in which line.
pub(crate) fn with_tolls(source: &str) -> Result<String, (String, usize)> {
    let mut tokens = Vec::new();
    for token in tokenize(source, false, Default::default()) {
        // minijinja says what is wrong when it compiles the template.
        let Ok((token, span)) = token else { return Ok(source.to_owned()) };
        let (start, end) = (span.start_offset as usize, span.end_offset as usize);
        tokens.push(Word { token, start, end, line: span.start_line as usize });
    }
    let mut tolls = Tolls { tokens: &tokens, inserted: Vec::new() };
    let mut alternatives = 0;
    let mut at = 0;
    while at < tokens.len() {
        let word = &tokens[at];
        match word.token {
            Token::VariableStart | Token::BlockStart => {
                let length = tokens[at..].iter().position(is_end).unwrap_or(tokens.len() - at);
                if length > MOST_WORDS {
                    let message = format!("more than {MOST_WORDS} words and signs in one place");
                    return Err((message, word.line));
                }
                let is_elif = matches!(tokens.get(at + 1), Some(next) if next.is("elif"));
                alternatives += usize::from(is_elif);
                if alternatives > MOST_ALTERNATIVES {
                    let message = format!("more than {MOST_ALTERNATIVES} `elif` in one template");
                    return Err((message, word.line));
                }
                tolls.tag(at, at + length);
                at += length;
            }
            Token::TemplateData(text) if text.len() >= SHORT => {
                tolls.plain(source, word, text.len());
                at += 1;
            }
            _ => at += 1,
        }
    }
    let mut inserted = tolls.inserted;
    inserted.sort_by_key(|(offset, _)| *offset);
    let mut paid = String::with_capacity(source.len() * 2);
    let mut done = 0;
    for (offset, text) in inserted {
        paid.push_str(source.get(done..offset).unwrap_or_default());
        paid.push_str(&text);
        done = offset;
    }
    paid.push_str(source.get(done..).unwrap_or_default());
    Ok(paid)
}

/// A word or sign of a template and its place.
struct Word<'a> {
    token: Token<'a>,
    start: usize,
    end: usize,
    line: usize,
}

impl Word<'_> {
    fn is(&self, wanted: &str) -> bool {
        matches!(self.token, Token::Ident(name) if name == wanted)
    }
}

fn is_end(word: &Word<'_>) -> bool {
    matches!(word.token, Token::VariableEnd | Token::BlockEnd)
}

struct Tolls<'a> {
    tokens: &'a [Word<'a>],
    inserted: Vec<(usize, String)>,
}

impl Tolls<'_> {
    /// Everything between the beginning and the end of a tag.
    fn tag(&mut self, start: usize, end: usize) {
        let mut first = start + 1;
        let mut pays = true;
        if matches!(self.tokens[start].token, Token::BlockStart) {
            let tag = self.tokens.get(first).map(|word| &word.token);
            let Some(Token::Ident(name)) = tag else { return };
            let assigns = self.tokens[first..end].iter().any(|w| matches!(w.token, Token::Assign));
            pays =
                matches!(*name, "if" | "elif" | "for" | "with" | "do") || *name == "set" && assigns;
            let is_kept = *name == "set"
                && matches!(self.tokens.get(first + 2), Some(word) if matches!(word.token, Token::Dot));
            first += 1;
            if is_kept && assigns {
                let from =
                    self.tokens[first..end].iter().position(|w| matches!(w.token, Token::Assign));
                let from = first + from.unwrap_or(0) + 1;
                if from < end {
                    self.insert(self.tokens[from].start, "_keep(");
                    self.list(from, end, true);
                    self.insert(self.tokens[end - 1].end, ")");
                }
                return;
            }
        }
        self.list(first, end, pays);
    }

    /// Expressions up to `end` or the bracket that closes them; returns where that is.
    fn list(&mut self, start: usize, end: usize, pays: bool) -> usize {
        let mut part = Part::new(start);
        let mut at = start;
        while at < end {
            let before = at.checked_sub(1).map(|before| &self.tokens[before]);
            let is_attribute = before.is_some_and(|word| matches!(word.token, Token::Dot));
            let is_test = before.is_some_and(|word| word.is("is"))
                || before.is_some_and(|word| word.is("not"))
                    && at >= 2
                    && self.tokens[at - 2].is("is");
            match &self.tokens[at].token {
                Token::ParenOpen | Token::BraceOpen => at = self.list(at + 1, end, true),
                Token::BracketOpen => {
                    let close = self.list(at + 1, end, true);
                    let inner = &self.tokens[at + 1..close.min(end)];
                    // A slice is a copy.
                    part.costs |= inner.iter().any(|word| matches!(word.token, Token::Colon));
                    at = close;
                }
                Token::ParenClose | Token::BracketClose | Token::BraceClose => break,
                Token::Plus | Token::Tilde => {
                    part.costs = true;
                    part.joins |= matches!(self.tokens[at].token, Token::Tilde);
                    part.cuts.push(at);
                }
                Token::Minus if part.is_operand_before(self.tokens, at) => part.cuts.push(at),
                Token::Mul | Token::Pipe => part.costs = true,
                Token::Comma
                | Token::Colon
                | Token::Assign
                | Token::Eq
                | Token::Ne
                | Token::Gt
                | Token::Gte
                | Token::Lt
                | Token::Lte => {
                    self.finish(part, at, pays);
                    part = Part::new(at + 1);
                }
                Token::Ident(name) if !is_attribute && !is_test => {
                    if matches!(*name, "and" | "or" | "not" | "in" | "if" | "else" | "recursive") {
                        self.finish(part, at, pays);
                        part = Part::new(at + 1);
                        // What is searched costs as much as what is made.
                        part.costs = *name == "in";
                    }
                }
                _ => {}
            }
            at += 1;
        }
        self.finish(part, at.min(end), pays);
        at
    }

    fn finish(&mut self, part: Part, end: usize, pays: bool) {
        if !pays || !part.costs || part.start >= end {
            return;
        }
        self.insert(self.tokens[part.start].start, "_pay(");
        if part.joins {
            let mut from = part.start;
            for cut in part.cuts.iter().copied().chain([end]) {
                if from < cut {
                    self.insert(self.tokens[from].start, "_text(");
                    self.insert(self.tokens[cut - 1].end, ")");
                }
                from = cut + 1;
            }
        }
        self.insert(self.tokens[end - 1].end, ")");
    }

    /// Plain text pays in its middle, so that spaces at its ends can still be cut off.
    fn plain(&mut self, source: &str, word: &Word<'_>, length: usize) {
        let Some(text) = source.get(word.start..word.end) else { return };
        let middle = (text.len() / 2..text.len()).find(|at| text.is_char_boundary(*at));
        if let Some(middle) = middle.filter(|_| text.len() >= SHORT) {
            self.inserted.push((word.start + middle, format!("{{{{_plain({length})}}}}")));
        }
    }

    fn insert(&mut self, offset: usize, text: &str) {
        self.inserted.push((offset, text.to_owned()));
    }
}

/// Part of an expression that binds more tightly than comparisons.
struct Part {
    start: usize,
    /// It makes something.
    costs: bool,
    /// It joins texts.
    joins: bool,
    /// Where its sums and joins are.
    cuts: Vec<usize>,
}

impl Part {
    fn new(start: usize) -> Part {
        Part { start, costs: false, joins: false, cuts: Vec::new() }
    }

    /// True if a minus subtracts; otherwise it is a sign.
    fn is_operand_before(&self, tokens: &[Word<'_>], at: usize) -> bool {
        at > self.start
            && !matches!(
                tokens[at - 1].token,
                Token::Plus
                    | Token::Minus
                    | Token::Tilde
                    | Token::Mul
                    | Token::Div
                    | Token::FloorDiv
                    | Token::Mod
                    | Token::Pow
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_something_pays() {
        let cases = [
            ("{{ a }}", "{{ a }}"),
            ("{{ a ~ b }}", "{{ _pay(_text(a) ~ _text(b)) }}"),
            (
                "{{ a + 1 ~ -b if a|f == c.in else d }}",
                "{{ _pay(_text(a) + _text(1) ~ _text(-b)) if _pay(a|f) == c.in else d }}",
            ),
            (
                "{{ f(a ~ b, c=d * 2)[1:] }}",
                "{{ _pay(f(_pay(_text(a) ~ _text(b)), c=_pay(d * 2))[1:]) }}",
            ),
            ("{% if a + b is not odd %}{% endif %}", "{% if _pay(a + b is not odd) %}{% endif %}"),
            ("{% if a not in b %}{% endif %}", "{% if a not in _pay(b) %}{% endif %}"),
            ("{% for a in b|sort %}{% endfor %}", "{% for a in _pay(b|sort) %}{% endfor %}"),
            ("{% set a|upper %}x{% endset %}", "{% set a|upper %}x{% endset %}"),
            ("{% set n.a = b ~ c %}", "{% set n.a = _keep(_pay(_text(b) ~ _text(c))) %}"),
            (
                "{% macro m(a=b ~ c) %}{% endmacro %}",
                "{% macro m(a=_pay(_text(b) ~ _text(c))) %}{% endmacro %}",
            ),
            ("{% include 'a' ~ b %}", "{% include 'a' ~ b %}"),
        ];
        for (source, paid) in cases {
            assert_eq!(with_tolls(source).unwrap(), paid);
        }
        let long = format!("{{{{ {} a }}}}", "not ".repeat(2_000));
        assert_eq!(with_tolls(&format!("\n{long}")).unwrap_err().1, 2);
    }
}

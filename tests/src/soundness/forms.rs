//! The smallest effects that use each word of a vocabulary.

use cardwright_model::{Library, Role};
use cardwright_vocabulary::{Type, Vocabulary, Word, WordParam};

/// What a game has that shows whether an effect ran.
struct Kit {
    /// An event that comes in every game, soon and often.
    moment: &'static str,
    /// An event after which every window is still to come, and something to do before it.
    early: &'static str,
    /// Another one, when much is different: what does nothing at the first may do so then.
    later: &'static str,
    /// A statement that always changes the position.
    signal: &'static str,
    /// Another one, for moments at which the first is lost again.
    other_signal: &'static str,
    /// Whom lasting effects can be about.
    group: &'static str,
    /// A number of those that matters in every game, and an amount of it.
    stat: (&'static str, &'static str),
    /// A number below what it usually is.
    little: &'static str,
    /// Blocks that cards of a kind get which have none, so that all sorts of cards have them.
    blocks: &'static [(&'static str, &'static str)],
}

/// Blocks that cards of a kind get which have none, so that all sorts of cards have them.
pub(super) fn blocks(game: &str) -> &'static [(&'static str, &'static str)] {
    kit(game).blocks
}

fn kit(game: &str) -> Kit {
    match game {
        "bag" => Kit {
            moment: "turn-starts",
            early: "turn-starts",
            later: "fight-starts",
            signal: "for each adventurers { gain-ap(it, 1) }",
            other_signal: "for each adventurers { damage(it, 1) }",
            group: "adventurers",
            stat: ("max-ap", "+2"),
            little: "1",
            blocks: &[("item", "use"), ("item", "draw")],
        },
        "crawler" => Kit {
            moment: "end-of-round",
            early: "each-combat",
            later: "end-of-round",
            signal: "burn(crawler-deck, 1)",
            other_signal: "burn(dungeon-deck, 1)",
            group: "adventurers",
            stat: ("power", "+2"),
            little: "0",
            blocks: &[],
        },
        "deckbox" => Kit {
            moment: "round-starts",
            early: "round-starts",
            later: "activation-ends",
            signal: "for each heroes { gain-energy(it, 1) }",
            other_signal: "for each heroes { gain-energy(it, 2) }",
            group: "heroes",
            stat: ("speed", "+2"),
            little: "1",
            blocks: &[],
        },
        "explore" => Kit {
            moment: "activation-starts",
            early: "activation-starts",
            later: "activation-starts",
            signal: "for each heroes { wound(it, 1) }",
            other_signal: "gain-skulls(1)",
            group: "heroes",
            stat: ("speed", "+2"),
            little: "1",
            blocks: &[],
        },
        "arcade" => Kit {
            moment: "activation-starts",
            early: "activation-starts",
            later: "activation-starts",
            signal: "for each heroes { wound(it, 1) }",
            other_signal: "lose-coin(1)",
            group: "heroes",
            stat: ("movement", "+2"),
            little: "1",
            blocks: &[],
        },
        other => panic!("there is no kit for `{other}`"),
    }
}

/// An effect, and what it is about.
pub(super) struct Effect {
    pub(super) about: String,
    pub(super) text: String,
    /// What must act if that does not.
    pub(super) or: Vec<String>,
}

impl Effect {
    fn new(about: impl Into<String>, text: impl Into<String>) -> Effect {
        Effect { about: about.into(), text: text.into(), or: Vec::new() }
    }
}

/// Writes effects in the words of one game.
pub(super) struct Writer<'a> {
    words: &'static Vocabulary,
    library: &'a Library,
    kit: Kit,
    /// Which of several values, keywords or cards is taken: another one at every place, so that all
    /// have their turn.
    turn: usize,
}

impl<'a> Writer<'a> {
    pub(super) fn new(words: &'static Vocabulary, library: &'a Library, turn: usize) -> Writer<'a> {
        Writer { words, library, kit: kit(words.game), turn }
    }

    /// The one of several whose turn it is.
    fn one_of<T>(&self, all: impl Iterator<Item = T>) -> Option<T> {
        let mut all: Vec<T> = all.collect();
        if all.is_empty() { None } else { Some(all.swap_remove(self.turn % all.len())) }
    }

    /// Every effect, with the class and the word that it is about. On a card itself, what is done
    /// needs a moment; in a block it stands alone.
    pub(super) fn effects(&self, on_card: bool) -> Vec<Effect> {
        let mut all = Vec::new();
        self.verbs(on_card, &mut all);
        self.events(&mut all);
        self.stats(&mut all);
        self.marks_and_acts(&mut all);
        self.selections(on_card, &mut all);
        self.queries(on_card, &mut all);
        self.windows(on_card, &mut all);
        self.forms(on_card, &mut all);
        all
    }

    /// A statement at a moment, or as it is.
    fn done(&self, on_card: bool, statement: &str) -> String {
        self.done_at(self.kit.moment, on_card, statement)
    }

    fn done_at(&self, moment: &str, on_card: bool, statement: &str) -> String {
        match on_card {
            true => format!("on {moment} {{ {statement} }}"),
            false => statement.to_owned(),
        }
    }

    /// The same statement at the other moment, if it needs one.
    fn later(&self, on_card: bool, statement: &str) -> Option<String> {
        let is_new = on_card && self.kit.later != self.kit.moment;
        is_new.then(|| format!("on {} {{ {statement} }}", self.kit.later))
    }

    /// Single things that have a name everywhere, and those that the moment's event names.
    fn things(&self, on_card: bool) -> Vec<String> {
        let single = self.words.selections.iter().filter(|word| word.result == Type::Card);
        let mut things: Vec<String> =
            single.filter(|word| word.name != "it").map(|word| self.call(word, "self")).collect();
        let event = Vocabulary::find(self.words.events, self.kit.moment);
        let bound = event.filter(|_| on_card).map_or(&[][..], |event| event.params);
        things
            .extend(bound.iter().filter(|one| one.ty == Type::Card).map(|one| one.name.to_owned()));
        things
    }

    /// Selections of several things.
    fn groups(&self) -> Vec<String> {
        let several = self.words.selections.iter().filter(|word| word.result == Type::Cards);
        several
            .filter(|word| word.name != "first")
            .flat_map(|word| match word.params {
                // `cards in ZONE`
                [WordParam { ty: Type::Zone, .. }] => {
                    self.words.zones.iter().map(|zone| format!("cards in {}", zone.name)).collect()
                }
                _ => vec![self.call(word, self.kit_thing())],
            })
            .collect()
    }

    /// Of all selections, one for each sort of thing and each place for it. What is true of one of
    /// them is true of the others, which [`Writer::selections`] tries with one word of each class.
    fn main_groups(&self) -> Vec<String> {
        let several = self.words.selections.iter().filter(|word| word.result == Type::Cards);
        let mut sorts = Vec::new();
        several
            .filter(|word| word.name != "first")
            .flat_map(|word| match word.params {
                [WordParam { ty: Type::Zone, .. }] => {
                    self.words.zones.iter().map(|zone| format!("cards in {}", zone.name)).collect()
                }
                _ if sorts.contains(&(word.kinds, word.places)) => Vec::new(),
                _ => {
                    sorts.push((word.kinds, word.places));
                    vec![self.call(word, self.kit_thing())]
                }
            })
            .collect()
    }

    /// A thing to be the argument of a selection.
    fn kit_thing(&self) -> &'static str {
        match self.words.game {
            "bag" => "first(1, adventurers)",
            _ => "self",
        }
    }

    fn verbs(&self, on_card: bool, all: &mut Vec<Effect>) {
        for verb in self.words.verbs {
            // What is only told to the players leaves no trace in a position.
            let is_told = matches!(verb.params, [WordParam { ty: Type::Text, .. }]);
            if is_told || matches!(verb.name, "then" | "prevent" | "change-amount") {
                continue;
            }
            let about = format!("verb {}", verb.name);
            let mut push = |text: &str| {
                // One may be too few, as a Cost that hardly any card has.
                let more =
                    text.contains("(1,").then(|| self.done(on_card, &text.replace("(1,", "(9,")));
                let or = self.later(on_card, text).into_iter().chain(more).collect();
                all.push(Effect { about: about.clone(), text: self.done(on_card, text), or });
            };
            if !verb.params.iter().any(|param| matches!(param.ty, Type::Card | Type::Cards)) {
                for zone in self.zones_of(verb) {
                    push(&self.call_in(verb, "self", &zone));
                }
                continue;
            }
            for thing in self.things(on_card) {
                push(&self.call(verb, &thing));
            }
            for group in self.main_groups() {
                push(&format!("for each {group} {{ {} }}", self.call(verb, "it")));
            }
        }
    }

    /// The zones to try a word with; one empty name if it takes none.
    fn zones_of(&self, word: &Word) -> Vec<String> {
        match word.params.iter().any(|param| param.ty == Type::Zone) {
            true => self.words.zones.iter().map(|zone| zone.name.to_owned()).collect(),
            false => vec![String::new()],
        }
    }

    fn events(&self, all: &mut Vec<Effect>) {
        for event in self.words.events {
            let about = format!("event {}", event.name);
            let mut push = |text: String| all.push(Effect::new(&about, text));
            let raises = |verb: &&Word| verb.raises == Some(event.name);
            let mut raising = self.words.verbs.iter().filter(raises);
            let signal = match raising.any(|verb| self.kit.signal.contains(verb.name)) {
                true => self.kit.other_signal,
                false => self.kit.signal,
            };
            push(format!("on {} {{ {signal} }}", event.name));
            for param in event.params.iter().filter(|param| param.ty == Type::Card) {
                push(format!("on {} where {} is self {{ {signal} }}", event.name, param.name));
            }
            push(format!("on {} {{ prevent() }}", event.name));
            if Vocabulary::find(self.words.verbs, "change-amount").is_some() {
                push(format!("on {} {{ change-amount(1) }}", event.name));
            }
        }
    }

    fn stats(&self, all: &mut Vec<Effect>) {
        for stat in self.words.stats {
            let about = format!("stat {}", stat.name);
            let dice = || format!("by {}", self.value(&stat_param(Type::Pool), "self"));
            let number = ("by +2".to_owned(), &["by -1", "at most 0", "at least 9"][..]);
            let amounts = match stat.result {
                Type::Pool => vec![(dice(), &[][..]), ("by +2".to_owned(), &["by -1"][..])],
                _ => vec![number],
            };
            let of_game = stat.params.first().is_none_or(|param| param.ty != Type::Card);
            let subjects = if of_game { vec![String::new()] } else { self.subjects() };
            for subject in subjects {
                let of = if of_game { String::new() } else { format!(" of {subject}") };
                let text = |how: &str| format!("modify {}{of} {how}", stat.name);
                for (amount, others) in &amounts {
                    let or = others.iter().map(|how| text(how)).collect();
                    all.push(Effect { about: about.clone(), text: text(amount), or });
                }
            }
        }
    }

    /// Whom a lasting statement can be about.
    fn subjects(&self) -> Vec<String> {
        self.things(false).into_iter().chain(self.main_groups()).collect()
    }

    fn marks_and_acts(&self, all: &mut Vec<Effect>) {
        for mark in self.words.marks {
            for subject in self.subjects() {
                let call = self.call(mark, "self");
                let text = format!("mark {subject} as {call}");
                // What is marked may be so anyway, as a reach of 1.
                let more =
                    |squares: &str| format!("mark {subject} as {}", call.replace('1', squares));
                let or = if call.contains('1') { vec![more("3"), more("9")] } else { Vec::new() };
                all.push(Effect { about: format!("mark {}", mark.name), text, or });
            }
        }
        for act in self.words.acts {
            let about = format!("act {}", act.name);
            all.push(Effect::new(&about, format!("forbid {}", act.name)));
            for subject in self.subjects() {
                all.push(Effect::new(&about, format!("forbid {} to {subject}", act.name)));
            }
        }
    }

    /// Each selection asked for, as those that something is done to, and as those that a number is
    /// changed of.
    fn selections(&self, on_card: bool, all: &mut Vec<Effect>) {
        for group in self.groups() {
            let text = format!("if any({group}) {{ {} }}", self.kit.signal);
            let about = format!("selection {group}");
            let other = format!("if any({group}) {{ {} }}", self.kit.other_signal);
            let or = self.later(on_card, &text).into_iter().chain([self.done(on_card, &other)]);
            let (text, or) = (self.done(on_card, &text), or.collect());
            all.push(Effect { about: about.clone(), text, or });
            let kinds = self.kinds_of(&group);
            let takes = |word: &&Word| {
                let first = word.params.first().filter(|param| param.ty == Type::Card);
                first.is_some_and(|param| self.is_for(param.kinds, kinds))
            };
            let usual = self.words.stats.iter().filter(|stat| stat.name == self.kit.stat.0);
            let stats = usual.chain(self.words.stats).filter(takes);
            let stats = stats.filter(|stat| stat.result == Type::Int && stat.params.len() == 1);
            let mut changed = stats.map(|stat| format!("modify {} of {group} by +2", stat.name));
            if let Some(text) = changed.next() {
                // Another number may matter where the first does not.
                let or = changed.take(6).collect();
                all.push(Effect { about: about.clone(), text, or });
            }
            if let Some(verb) = self.words.verbs.iter().find(takes) {
                let text = format!("for each {group} {{ {} }}", self.call(verb, "it"));
                let or = self.later(on_card, &text).into_iter().collect();
                all.push(Effect { about, text: self.done(on_card, &text), or });
            }
        }
    }

    /// The kinds that a selection gives; empty: any.
    fn kinds_of(&self, group: &str) -> &'static [&'static str] {
        let name = group.split('(').next().unwrap_or(group);
        let (table, name) = match group.strip_prefix("cards in ") {
            Some(zone) => (self.words.zones, zone),
            None => (self.words.selections, name),
        };
        Vocabulary::find(table, name).map_or(&[], |word| word.kinds)
    }

    /// Whether something for these kinds is for some of those.
    fn is_for(&self, takes: &[&str], given: &[&str]) -> bool {
        let fits = |one: &str, other: &str| {
            self.library.kind_fits(one, other) || self.library.kind_fits(other, one)
        };
        takes.is_empty()
            || given.is_empty()
            || takes.iter().any(|one| given.iter().any(|other| fits(one, other)))
    }

    fn queries(&self, on_card: bool, all: &mut Vec<Effect>) {
        for query in self.words.queries.iter().chain(self.words.stats) {
            let (asked, is_truth) = match query.result {
                Type::Bool => ("", true),
                Type::Int => (" >= 0", false),
                _ => continue,
            };
            // What only scenarios may ask is not for cards.
            if query.doc.starts_with("In scenarios") {
                continue;
            }
            let takes = query.params.iter().any(|param| matches!(param.ty, Type::Card));
            let things = if takes { self.things(on_card) } else { vec!["self".to_owned()] };
            for thing in things {
                for zone in self.zones_of(query) {
                    let call = self.call_in(query, &thing, &zone);
                    let text = |call: &str| format!("if {call}{asked} {{ {} }}", self.kit.signal);
                    all.push(self.question(on_card, query, &call, is_truth, &text));
                }
            }
            if takes {
                let call = self.call(query, "it");
                let group = self.kit.group;
                let text = |call: &str| {
                    let signal = self.kit.signal;
                    format!("if any({group} where {call}{asked}) {{ {signal} }}")
                };
                all.push(self.question(on_card, query, &call, is_truth, &text));
            }
        }
    }

    /// An effect that asks something: the answer may be no, or come only at the other moment.
    fn question(
        &self,
        on_card: bool,
        query: &Word,
        call: &str,
        is_truth: bool,
        text: &dyn Fn(&str) -> String,
    ) -> Effect {
        let opposite = is_truth.then(|| self.done(on_card, &text(&format!("not {call}"))));
        let or = opposite.into_iter().chain(self.later(on_card, &text(call))).collect();
        let about = format!("query {}", query.name);
        Effect { about, text: self.done(on_card, &text(call)), or }
    }

    fn windows(&self, on_card: bool, all: &mut Vec<Effect>) {
        let ((stat, amount), group) = (self.kit.stat, self.kit.group);
        for window in self.words.windows {
            let text = format!("modify {stat} of {group} by {amount} until {}", window.name);
            let text = self.done_at(self.kit.early, on_card, &text);
            all.push(Effect::new(format!("window {}", window.name), text));
        }
    }

    /// Each form of statement.
    fn forms(&self, on_card: bool, all: &mut Vec<Effect>) {
        let Kit { signal, group, stat: (stat, amount), little, moment, early, .. } = &self.kit;
        let done = [
            ("if", format!("if yes {{ {signal} }}")),
            ("else", format!("if no {{ }} else {{ {signal} }}")),
            ("let", format!("let n = 1 if n == 1 {{ {signal} }}")),
            ("choose", format!("choose 1 from {group} {{ {signal} }}")),
            ("choose up to", format!("choose up to 1 from {group} {{ {signal} }}")),
            ("option", format!("choose {{ option \"One\" {{ {signal} }} option \"Two\" {{ }} }}")),
            ("repeat", format!("repeat 2 {{ {signal} }}")),
            ("choose at random", format!("choose 1 at random from {group} {{ {signal} }}")),
            ("opponent chooses", format!("opponent chooses 1 from {group} {{ {signal} }}")),
            (
                "choose 2",
                format!(
                    "choose 2 {{ option \"One\" {{ {signal} }} option \"Two\" {{ }} option \"Three\" {{ }} }}"
                ),
            ),
            (
                "option at random",
                format!(
                    "choose 1 at random {{ option \"One\" {{ {signal} }} option \"Two\" {{ }} }}"
                ),
            ),
            ("offer inside", format!("offer \"Probe\" {{ {signal} }}")),
            ("modify inside", format!("modify {stat} of {group} by {amount}")),
            ("on inside", format!("on {moment} {{ {signal} }}")),
            ("on inside once", format!("on {moment} {{ {signal} }} once")),
        ];
        for (form, text) in done {
            let text = self.done_at(early, on_card, &text);
            all.push(Effect::new(format!("form {form}"), text));
        }
        let lasting = [
            ("bare", (*signal).to_owned()),
            ("offer", format!("offer \"Probe\" {{ {signal} }}")),
            ("offer when", format!("offer \"Probe\" when any({group}) {{ {signal} }}")),
            ("limit", format!("on {moment} {{ {signal} }} limit 1")),
            ("once", format!("on {moment} {{ {signal} }} once")),
            ("modify when", format!("modify {stat} of {group} by {amount} when any({group})")),
            ("modify times", format!("modify {stat} of {group} times 2")),
            ("modify to", format!("modify {stat} of {group} to {little}")),
            ("modify at least", format!("modify {stat} of {group} at least 9")),
            ("modify at most", format!("modify {stat} of {group} at most {little}")),
        ];
        for (form, text) in lasting {
            all.push(Effect::new(format!("form {form}"), text));
        }
        for subject in self.subjects() {
            if let Some(keyword) = self.keyword_for(self.kinds_of(&subject)) {
                all.push(Effect::new("form grant", format!("grant {keyword} to {subject}")));
            }
        }
    }

    /// A call with simple arguments; `thing` stands where a thing is taken.
    fn call(&self, word: &Word, thing: &str) -> String {
        self.call_in(word, thing, self.words.zones.first().map_or("", |zone| zone.name))
    }

    fn call_in(&self, word: &Word, thing: &str, zone: &str) -> String {
        if word.params.is_empty() {
            let is_verb = self.words.verbs.iter().any(|verb| std::ptr::eq(verb, word));
            return if is_verb { format!("{}()", word.name) } else { word.name.to_owned() };
        }
        let mut things = 0;
        let args: Vec<String> = word
            .params
            .iter()
            .map(|param| match param.ty {
                Type::Zone => zone.to_owned(),
                Type::Card => {
                    things += 1;
                    // A second thing must be another one.
                    let other = if thing == "self" { self.one() } else { "self".to_owned() };
                    if things == 1 { thing.to_owned() } else { other }
                }
                _ => self.value(param, thing),
            })
            .collect();
        format!("{}({})", word.name, args.join(", "))
    }

    /// Somebody of the game's usual group.
    fn one(&self) -> String {
        match self.words.game {
            "bag" => "first(1, others)".to_owned(),
            _ => format!("first(1, {})", self.kit.group),
        }
    }

    fn value(&self, param: &WordParam, thing: &str) -> String {
        match param.ty {
            Type::Int => "1".to_owned(),
            Type::Bool => "yes".to_owned(),
            Type::Card => thing.to_owned(),
            Type::Cards => self.kit.group.to_owned(),
            Type::CardName | Type::CardNames => self.card(param),
            Type::Enum(name) => self.enum_value(name, param.idle),
            Type::EnumSet(names) => {
                self.enum_value(names.first().copied().unwrap_or_default(), param.idle)
            }
            Type::Zone => self.words.zones.first().map_or("", |zone| zone.name).to_owned(),
            Type::Kind | Type::Kinds => self.kind(),
            Type::Keyword if param.name == "effect" => self.enum_value("status", &[]),
            Type::Keyword => self.keyword().unwrap_or_default(),
            Type::Stat => self.words.stats.first().map_or("", |stat| stat.name).to_owned(),
            Type::Pool => {
                let die = self.library.dice().next();
                die.map_or("1".to_owned(), |die| format!("2{}", die.code))
            }
            Type::Die => match param.kinds.first() {
                Some(name) => self.enum_value(name, &[]),
                None => self.library.dice().next().map_or(String::new(), |die| die.id.clone()),
            },
            Type::Text => "\"probe\"".to_owned(),
            _ => "1".to_owned(),
        }
    }

    /// A card of the kinds that the parameter takes, or whose kind is called like it, or any.
    fn card(&self, param: &WordParam) -> String {
        let cards = || {
            let all = self.library.packages.iter().flat_map(|package| &package.cards);
            all.filter(|card| !card.is_abstract)
        };
        let fits = |card: &&cardwright_model::Entity| match param.kinds {
            [] => self.library.kind_fits(&card.kind, param.name),
            kinds => kinds.iter().any(|kind| self.library.kind_fits(&card.kind, kind)),
        };
        let is_listed = |card: &&cardwright_model::Entity| {
            let lists = param.listed.map(|list| cards().filter_map(move |one| one.lists.get(list)));
            lists.is_none_or(|lists| lists.flatten().any(|entry| entry.card == card.id))
        };
        let found = self.one_of(cards().filter(fits).filter(is_listed)).or_else(|| cards().next());
        found.map_or(String::new(), |card| card.id.clone())
    }

    /// A value of an enum that is not one of those.
    fn enum_value(&self, name: &str, idle: &[&str]) -> String {
        let found = self.library.enums().find(|one| one.id == name);
        let values = found.into_iter().flat_map(|one| &one.values);
        let value = self.one_of(values.filter(|value| !idle.contains(&value.id.as_str())));
        value.map_or(String::new(), |value| value.id.clone())
    }

    fn kind(&self) -> String {
        let mut kinds = self.library.kinds();
        let real = kinds.find(|kind| !kind.is_abstract && kind.role == Role::Card);
        real.map_or(String::new(), |kind| kind.id.clone())
    }

    /// A keyword that does something and asks for nothing.
    fn keyword(&self) -> Option<String> {
        self.keyword_for(&[])
    }

    /// The same, for some of these kinds.
    fn keyword_for(&self, kinds: &[&str]) -> Option<String> {
        let keywords = self.library.packages.iter().flat_map(|package| &package.keywords);
        let found = self.one_of(keywords.filter(|one| {
            let hosts: Vec<&str> = one.hosts.iter().map(String::as_str).collect();
            one.params.is_empty() && !one.body.is_empty() && self.is_for(&hosts, kinds)
        }));
        found.map(|keyword| keyword.id.clone())
    }
}

fn stat_param(ty: cardwright_vocabulary::WordType) -> WordParam {
    cardwright_vocabulary::needs("amount", ty)
}

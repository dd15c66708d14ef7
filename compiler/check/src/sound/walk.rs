//! Follows effects with what each name in them can stand for.

mod fit;

use cardwright_model::{Arg, BinaryOp, Expr, Statement};
use cardwright_vocabulary::{Change, InText, Trail, Type, Vocabulary, Word};

use super::kinds::{Kinds, Set};
use super::places::{self, Places};
use super::{Idle, Why};

/// What effects are compared with.
#[derive(Clone, Copy)]
pub(super) struct Ground<'a> {
    pub(super) vocabulary: &'a Vocabulary,
    pub(super) kinds: &'a Kinds<'a>,
    pub(super) places: &'a Places,
}

/// What a name can stand for: of which kind it can be, and where.
#[derive(Clone, Copy)]
struct Sort {
    kinds: Set,
    places: places::Set,
}

/// How many selections may stand within each other. With twenty things in play, one more would be
/// looked at millions of times; no card of our games has more than two.
const MOST_WITHIN: usize = 4;

/// A way through the effects of one card or keyword.
pub(super) struct Walk<'a> {
    vocabulary: &'a Vocabulary,
    kinds: &'a Kinds<'a>,
    places: &'a Places,
    entity: &'a str,
    keyword: Option<&'a str>,
    /// The verbs that the whole text uses.
    verbs: &'a [&'a str],
    /// What the card can be in whose text this stands.
    card: Set,
    /// What the names around the current place can be, innermost last.
    names: Vec<(&'a str, Sort)>,
    /// The event around the current place.
    event: Option<&'static Word>,
    /// The block of the card that all this stands in.
    block: Option<&'a str>,
    /// Whether what lasts in that block is in force only while the block is carried out.
    pub(super) brief: bool,
    /// Whether one carries the block out for another, so that `self` is unclear there.
    pub(super) aimed: bool,
    /// Whether all this holds as long as the card is there, and nothing begins it.
    pub(super) standing: bool,
    /// What that moment is called, if not like the block.
    pub(super) moment: Option<&'static str>,
    /// Who uses that block, and whom the text belongs to.
    pub(super) user: Set,
    /// Whom that block affects.
    pub(super) affects: Set,
    /// The clauses of the card; `None` for a keyword, which may be on any.
    pub(super) clauses: Option<Vec<&'a str>>,
    /// Whether the current place is what an offer does.
    offered: bool,
    /// Whether the current place is looked at again and again, as long as something lasts.
    lasts: bool,
    /// How many selections the current place is gone through for, one within the other.
    depth: usize,
    /// The statements around the current place, outermost first.
    around: Vec<&'a Statement>,
    pub(super) found: Vec<Idle>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        ground: Ground<'a>,
        (card, own, at): (Set, Set, &'static [&'static str]),
        entity: &'a str,
        keyword: Option<&'a str>,
        block: Option<&'a str>,
        verbs: &'a [&'a str],
    ) -> Walk<'a> {
        let Ground { vocabulary, kinds, places } = ground;
        let itself = Sort { kinds: own, places: places.of_all(at) };
        Walk {
            vocabulary,
            kinds,
            places,
            entity,
            keyword,
            verbs,
            card,
            names: vec![("self", itself)],
            event: None,
            block,
            brief: false,
            aimed: false,
            standing: false,
            moment: None,
            user: kinds.any(),
            affects: kinds.any(),
            clauses: None,
            offered: false,
            lasts: false,
            depth: 0,
            around: Vec::new(),
            found: Vec::new(),
        }
    }

    pub(super) fn statements(&mut self, statements: &'a [Statement]) {
        let known = self.names.len();
        for statement in statements {
            self.around.push(statement);
            self.statement(statement);
            self.around.pop();
        }
        self.names.truncate(known);
    }

    fn statement(&mut self, statement: &'a Statement) {
        // What lasts longer than the block may be about where the card is later.
        let own = self.names.first().map(|(_, sort)| sort.places);
        if statement.until().is_some() {
            self.own_places(Some(self.places.any()));
        }
        self.statement_there(statement);
        self.own_places(own);
    }

    fn own_places(&mut self, places: Option<places::Set>) {
        if let (Some((_, sort)), Some(places)) = (self.names.first_mut(), places) {
            sort.places = places;
        }
    }

    fn statement_there(&mut self, statement: &'a Statement) {
        self.window(statement.until());
        let is_own = self.around.len() == 1 && self.block.is_none() && self.keyword.is_none();
        if let (true, None, false, Some(window)) =
            (self.standing || is_own, self.event, self.offered, statement.until())
        {
            self.report(Why::NeverBegins { window: window.to_owned() });
        }
        if self.brief && self.event.is_none() && statement.until().is_none() {
            self.in_force_long_enough(statement, 0);
        }
        let until = statement.until();
        let until = until.and_then(|name| Vocabulary::find(self.vocabulary.windows, name));
        if until.is_some_and(|window| window.soon) {
            // Some matter for one of those who are meant meanwhile, but not for the other.
            self.in_force_long_enough(statement, 1);
        }
        if let Some(window) = until {
            self.begins_in_time(statement, window);
        }
        match statement {
            Statement::On { event, condition, body, limit, .. } => {
                let word = Vocabulary::find(self.vocabulary.events, event);
                if let Some(word) = word {
                    self.heard(word);
                }
                let before = std::mem::replace(&mut self.event, word);
                let known = self.names.len();
                for param in word.map_or(&[][..], |word| word.params) {
                    self.names.push((param.name, self.sort(param.kinds, param.places)));
                }
                self.expressions(condition.iter().chain(limit));
                self.statements(body);
                self.names.truncate(known);
                self.event = before;
            }
            Statement::Modify { stat, subject, amount, condition, .. } => {
                let word = Vocabulary::find(self.vocabulary.stats, stat);
                let param = word.and_then(|word| word.params.first());
                if let (Some(subject), Some(param)) = (subject, param) {
                    self.fits(stat, (param.kinds, param.places), subject);
                    self.matters(word, subject);
                    self.adds_up(word, subject, amount);
                }
                self.about(subject.as_ref(), [Some(amount), condition.as_ref()]);
            }
            Statement::Mark { subject, mark, args, condition, .. } => {
                let word = Vocabulary::find(self.vocabulary.marks, mark);
                if let Some(word) = word {
                    self.fits(mark, (word.kinds, word.places), subject);
                    self.about_line(word, subject);
                }
                self.matters(word, subject);
                self.args(word, mark, args);
                self.about(Some(subject), [condition.as_ref(), None]);
            }
            Statement::Grant { subject, args, condition, keyword, .. } => {
                let (wanted, is) = (self.does_something_to(keyword), self.can_be(subject).kinds);
                if wanted & is == 0 {
                    let (takes, given) = (self.kinds.names(wanted), self.kinds.names(is));
                    self.report(Why::OtherSort { word: keyword.clone(), takes, given });
                }
                self.in_force_there(keyword, subject);
                self.granted_in_time(keyword, subject);
                self.can_be_had(keyword);
                self.expressions(args.iter().map(|arg| &arg.value));
                self.about(Some(subject), [condition.as_ref(), None]);
            }
            Statement::Forbid { acts, subject, condition, .. } => {
                for act in acts {
                    let word = Vocabulary::find(self.vocabulary.acts, act);
                    if let (Some(word), Some(subject)) = (word, subject) {
                        if word.alone {
                            self.report(Why::Nobodys { act: act.clone() });
                            continue;
                        }
                        self.fits(act, (word.kinds, word.places), subject);
                        self.matters(Some(word), subject);
                        self.can_do(word, subject);
                    }
                }
                self.about(subject.as_ref(), [condition.as_ref(), None]);
            }
            Statement::ForEach { selection, body } => self.each(selection, body),
            Statement::Choose { count, from, body, .. } => {
                self.expression(count);
                self.each(from, body);
            }
            Statement::Let { name, value } => {
                self.expression(value);
                self.names.push((name, self.can_be(value)));
            }
            Statement::Call { verb, args } => {
                self.in_time(verb);
                let word = Vocabulary::find(self.vocabulary.verbs, verb);
                self.comes_to_rest(word);
                self.args(word, verb, args);
            }
            Statement::Offer { .. } => {
                self.expressions(statement.expressions());
                let before = std::mem::replace(&mut self.offered, true);
                statement.bodies().for_each(|body| self.statements(body));
                self.offered = before;
            }
            Statement::ChooseOption { .. }
            | Statement::Repeat { .. }
            | Statement::If { .. }
            | Statement::Set { .. }
            | Statement::Roll { .. }
            | Statement::Require { .. }
            | Statement::Todo { .. } => {
                self.expressions(statement.expressions());
                statement.bodies().for_each(|body| self.statements(body));
            }
        }
    }

    /// Reports what does not matter while the block is carried out, and is over then.
    fn in_force_long_enough(&mut self, statement: &Statement, but: usize) {
        let vocabulary = self.vocabulary;
        let words: Vec<&Word> = match statement {
            Statement::Modify { stat, .. } => {
                Vocabulary::find(vocabulary.stats, stat).into_iter().collect()
            }
            Statement::Forbid { acts, .. } => {
                acts.iter().filter_map(|act| Vocabulary::find(vocabulary.acts, act)).collect()
            }
            Statement::Mark { mark, .. } => {
                let word = Vocabulary::find(vocabulary.marks, mark);
                word.filter(|word| !word.of_lines).into_iter().collect()
            }
            Statement::Grant { keyword, .. } if self.is_own_way(keyword) => {
                let body = self.kinds.keyword(keyword).map_or(&[][..], |keyword| &keyword.body);
                body.iter().for_each(|statement| self.in_force_long_enough(statement, but));
                return;
            }
            Statement::On { event, .. } => {
                let word = Vocabulary::find(vocabulary.events, event);
                if word.is_some_and(|word| !word.never_while.is_empty()) {
                    let clause = self.block.unwrap_or_default().to_owned();
                    self.report(Why::NeverHeard { event: event.clone(), clause });
                }
                return;
            }
            _ => return,
        };
        let passes = |word: &&Word| word.never_while.len() > but || word.settled && but == 0;
        for word in words.into_iter().filter(passes) {
            let windows = vocabulary.windows.iter().filter(|window| !window.soon);
            let windows = windows.map(|window| window.name.to_owned()).collect();
            let event = self.event.map(|event| event.name);
            let clause = event.or(self.block).unwrap_or("this").to_owned();
            self.report(Why::TooBrief { word: word.name.to_owned(), clause, windows });
        }
    }

    /// Reports what begins when the window until which it lasts is about to close.
    fn begins_in_time(&mut self, statement: &Statement, window: &Word) {
        let Some(event) = self.event else { return };
        let Some(closing) = window.closing.iter().find(|one| one.event == event.name) else {
            return;
        };
        let word = match statement {
            Statement::Modify { stat, .. } => stat,
            Statement::Mark { mark, .. } => mark,
            Statement::Forbid { acts, .. } if acts.len() == 1 => &acts[0],
            Statement::Grant { keyword, .. } => keyword,
            Statement::On { event, .. } => event,
            _ => return,
        };
        if closing.idle.is_empty() || closing.idle.contains(&word.as_str()) {
            let is_later = |other: &&Word| other.name != window.name && !other.soon;
            let windows = self.vocabulary.windows.iter().filter(is_later);
            let windows = windows.map(|other| other.name.to_owned()).collect();
            let (word, clause) = (word.clone(), event.name.to_owned());
            self.report(Why::TooBrief { word, clause, windows });
        }
    }

    /// The window at which something ends.
    fn window(&mut self, until: Option<&str>) {
        let word = until.and_then(|name| Vocabulary::find(self.vocabulary.windows, name));
        if let Some(word) = word {
            self.at_home(word);
        }
    }

    /// A body that is done for each of a selection, which is `it` there.
    fn each(&mut self, selection: &'a Expr, body: &'a [Statement]) {
        self.expression(selection);
        self.names.push(("it", self.can_be(selection)));
        self.depth += 1;
        self.statements(body);
        self.depth -= 1;
        self.names.pop();
    }

    /// The subject of a lasting statement, and expressions in which it may be `it`.
    fn about(&mut self, subject: Option<&'a Expr>, rest: [Option<&'a Expr>; 2]) {
        let known = self.names.len();
        // What begins in a block is about those whom its words mean then.
        let begins = self.block.is_some() && self.event.is_none() && !self.offered;
        let before = std::mem::replace(&mut self.lasts, !begins);
        if let Some(subject) = subject {
            self.expression(subject);
            self.names.push(("it", self.can_be(subject)));
        }
        self.lasts = true;
        self.expressions(rest.into_iter().flatten());
        self.names.truncate(known);
        self.lasts = before;
    }

    fn expressions(&mut self, expressions: impl Iterator<Item = &'a Expr>) {
        expressions.for_each(|expression| self.expression(expression));
    }

    pub(super) fn expression(&mut self, expression: &'a Expr) {
        if self.aimed && self.event.is_none() && is_named(expression, "self") {
            let clause = self.block.unwrap_or_default().to_owned();
            self.report(Why::Unclear { clause });
        }
        match expression {
            Expr::Query { name, args } => {
                let tables = [self.vocabulary.queries, self.vocabulary.stats];
                let word = tables.into_iter().find_map(|table| Vocabulary::find(table, name));
                self.args(word, name, args);
            }
            Expr::Select { source, args, filter } => {
                let word = Vocabulary::find(self.vocabulary.selections, source);
                self.args(word, source, args);
                if self.depth == MOST_WITHIN && word.is_some_and(|word| word.result == Type::Cards)
                {
                    self.report(Why::TooDeep);
                }
                if let Some(filter) = filter {
                    self.names.push(("it", self.source(source, args)));
                    self.depth += 1;
                    self.expression(filter);
                    self.depth -= 1;
                    self.names.pop();
                }
            }
            Expr::Binary { operator, left, right } => {
                self.expression(left);
                self.expression(right);
                if matches!(operator, BinaryOp::Equal | BinaryOp::NotEqual) {
                    self.comparison(left, right);
                }
            }
            _ => expression.children().for_each(|child| self.expression(child)),
        }
    }

    fn args(&mut self, word: Option<&'static Word>, name: &str, args: &'a [Arg]) {
        if let Some(word) = word {
            self.at_home(word);
        }
        for arg in args {
            let param = word.and_then(|word| word.params.iter().find(|one| one.name == arg.name));
            if let Some(param) = param {
                match param.ty {
                    Type::Card | Type::Cards => {
                        self.fits(name, (param.kinds, param.places), &arg.value);
                        self.acts_now(name, param, &arg.value);
                        self.can_mean_itself(name, param, &arg.value);
                        self.is_made_before(name, &arg.value);
                        self.can_have(name, param, &arg.value);
                    }
                    Type::CardName | Type::CardNames => {
                        self.card_fits(name, param, &arg.value);
                    }
                    Type::Kind | Type::Kinds => {
                        self.kind_fits(name, param.kinds, &arg.value);
                        self.lies_there(name, args, &arg.value);
                    }
                    Type::Zone => self.zone_fits(name, param.kinds, &arg.value),
                    Type::Enum(domain) => self.value_counts(name, domain, param.idle, &arg.value),
                    Type::EnumSet(domains) => {
                        for domain in domains {
                            self.value_counts(name, domain, param.idle, &arg.value);
                        }
                    }
                    Type::Keyword if name == "immune" => self.reaches_others(&arg.value),
                    _ => {}
                }
            }
            if let (Some(param), Expr::Symbol { id, .. }) = (param, &arg.value)
                && param.ty == Type::Die
                && !param.kinds.is_empty()
            {
                let takes = self.kinds.values(param.kinds);
                if !takes.contains(id) {
                    let (word, given) = (name.to_owned(), vec![id.clone()]);
                    self.report(Why::OtherSort { word, takes, given });
                }
            }
            self.expression(&arg.value);
        }
    }

    /// Reports a number, mark or act that never matters for those it is said of.
    fn matters(&mut self, word: Option<&Word>, subject: &Expr) {
        let (Some(word), Expr::Select { source, .. }) = (word, subject) else { return };
        let in_text = self.event.is_none() && self.block.is_none() && !self.offered;
        if word.never_for.contains(&source.as_str())
            || in_text && word.never_while.contains(&source.as_str())
        {
            let (word, selection) = (word.name.to_owned(), source.clone());
            self.report(Why::NeverMatters { word, selection });
        }
    }

    /// Reports a keyword for those who are only meant at moments at which nothing of it matters.
    fn granted_in_time(&mut self, keyword: &str, subject: &Expr) {
        let in_text = self.event.is_none() && self.block.is_none() && !self.offered;
        let (true, Expr::Select { source, .. }) = (in_text, subject) else { return };
        let words = self.vocabulary;
        let passes = |statement: &Statement| {
            let word = match statement {
                Statement::Mark { mark, .. } => Vocabulary::find(words.marks, mark),
                Statement::Modify { stat, .. } => Vocabulary::find(words.stats, stat),
                Statement::On { event, .. } => Vocabulary::find(words.events, event),
                _ => None,
            };
            word.is_some_and(|word| word.never_while.contains(&source.as_str()))
        };
        let body = self.kinds.keyword(keyword).map_or(&[][..], |keyword| &keyword.body);
        if !body.is_empty() && body.iter().all(passes) {
            let (word, selection) = (keyword.to_owned(), source.clone());
            self.report(Why::NeverMatters { word, selection });
        }
    }

    /// Reports an event that nothing here can hear.
    fn heard(&mut self, event: &Word) {
        let word = event.name.to_owned();
        let within = self.event.map(|event| event.name).or(self.block);
        if let (true, Some(moment)) = (event.opening, within) {
            let moment = Some(moment.to_owned());
            return self.report(Why::OtherMoment { word, moment, moments: Vec::new() });
        }
        self.in_text(event);
    }

    fn comparison(&mut self, left: &Expr, right: &Expr) {
        if let (Some(event), true, Some(clause)) = (self.event, self.brief, self.block) {
            let is_bound = |one: &Expr| event.params.iter().any(|param| is_named(one, param.name));
            let [one, other] = [left, right].map(|side| is_named(side, "self"));
            if event.settled && (one && is_bound(right) || other && is_bound(left)) {
                let (event, clause) = (event.name.to_owned(), clause.to_owned());
                return self.report(Why::NeverHeard { event, clause });
            }
        }
        if let Some((event, own)) = self.event.and_then(|one| Some((one, one.own_event?))) {
            let is_own = |one: &Expr| is_named(one, "self");
            let is_bound = |one: &Expr| event.params.iter().any(|param| is_named(one, param.name));
            if is_own(left) && is_bound(right) || is_bound(left) && is_own(right) {
                let (event, own) = (event.name.to_owned(), own.to_owned());
                return self.report(Why::OfOthers { event, own });
            }
        }
        let (one, other) = match (left, right) {
            (Expr::Query { name, args }, Expr::Kind { id })
            | (Expr::Kind { id }, Expr::Query { name, args })
                if name == "kind" =>
            {
                let Some(thing) = args.first() else { return };
                (self.can_be(&thing.value).kinds, self.kinds.of_all([id.as_str()].into_iter()))
            }
            _ => (self.can_be(left).kinds, self.can_be(right).kinds),
        };
        if one & other == 0 {
            let (left, right) = (self.kinds.names(one), self.kinds.names(other));
            self.report(Why::NeverSame { left, right });
        }
    }

    /// Reports what comes too late to change anything.
    fn in_time(&mut self, verb: &str) {
        let is_in_time: fn(Change) -> bool = match verb {
            "prevent" => |change| change != Change::None,
            "change-amount" => |change| change == Change::Amount,
            _ => return,
        };
        // A keyword may be used inside an event of the card.
        if self.event.is_some_and(|event| is_in_time(event.change)) {
            return;
        }
        let events = self.vocabulary.events.iter();
        let events = events.filter(|event| is_in_time(event.change));
        let events: Vec<String> = events.map(|event| event.name.to_owned()).collect();
        if !events.is_empty() {
            let event = self.event.map(|event| event.name.to_owned());
            self.report(Why::TooLate { verb: verb.to_owned(), event, events });
        }
    }

    /// Reports a verb that is done in answer to every event that it raises.
    fn comes_to_rest(&mut self, word: Option<&Word>) {
        let Some((word, event)) = word.and_then(|word| Some((word, word.raises?))) else { return };
        let mut is_endless = false;
        for statement in self.around.iter().rev().skip(1) {
            match statement {
                Statement::ForEach { .. } | Statement::Repeat { .. } => continue,
                Statement::On {
                    event: heard, condition: None, limit: None, once: false, ..
                } => {
                    is_endless = heard == event;
                }
                _ => {}
            }
            break;
        }
        if is_endless {
            let (verb, event) = (word.name.to_owned(), event.to_owned());
            self.report(Why::NeverEnds { verb, event });
        }
    }

    /// Reports a word that means nothing at this moment, or in the text of this card.
    fn at_home(&mut self, word: &Word) {
        self.in_text(word);
        if let Some(verb) = word.made_by.filter(|verb| !self.verbs.contains(verb)) {
            let (word, verb) = (word.name.to_owned(), verb.to_owned());
            self.report(Why::NeverMade { word, verb });
        }
        // What a keyword of a line means depends on the line.
        let unknown = self.keyword.is_some() && self.event.is_none();
        let moments = match self.in_text_of(word) {
            Some(meant) if !meant.moments.is_empty() => meant.moments,
            _ => word.moments,
        };
        if self.lasts || unknown || moments.is_empty() {
            return;
        }
        // What stands alone on a card is done when the card enters, in games where cards do.
        let entering = || Vocabulary::find(self.vocabulary.events, "enter").map(|word| word.name);
        let moment = match self.event {
            Some(event) => Some(event.name),
            None if self.offered => Some("offer"),
            None => self.moment.or(self.block).or_else(entering),
        };
        if moment.is_none_or(|moment| !moments.contains(&moment)) {
            let moment = self.block.filter(|_| self.event.is_none() && !self.offered).or(moment);
            let moments = moments.iter().map(|name| self.moment_name(name)).collect();
            let (word, moment) = (word.name.to_owned(), moment.map(str::to_owned));
            self.report(Why::OtherMoment { word, moment, moments });
        }
    }

    /// What a moment is called: the `attack` of a monster is not that of a hero.
    fn moment_name(&self, moment: &str) -> String {
        let home = self.vocabulary.homes.iter().find(|home| home.moment == Some(moment));
        match home.and_then(|home| home.clause.map(|clause| (clause, home.kind))) {
            Some((clause, kind)) => format!("{clause} of a {kind}"),
            None => moment.to_owned(),
        }
    }

    /// What a selection means in the text of this card, if that is special.
    fn in_text_of(&self, word: &Word) -> Option<&'static InText> {
        let all = word.in_texts.iter();
        let mut fitting = all.filter(|one| self.takes(one.hosts) & self.card != 0);
        let first = fitting.next()?;
        // A keyword may stand on cards for which it means different things.
        let is_sure = self.card & !self.takes(first.hosts) == 0;
        Some(first).filter(|_| is_sure && fitting.next().is_none())
    }

    /// Reports a word that means nothing in the text of this card.
    fn in_text(&mut self, word: &Word) {
        if self.takes(word.hosts) & self.card == 0 {
            let kinds = word.hosts.iter().map(|kind| (*kind).to_owned()).collect();
            self.report(Why::OtherText { word: word.name.to_owned(), kinds });
        }
    }

    /// What an expression that gives things can give; anything where that is not known.
    fn can_be(&self, expression: &Expr) -> Sort {
        match expression {
            Expr::Var { name } => self.named(name),
            Expr::Zone { id } => self.held(id),
            Expr::Select { source, args, filter } => {
                let given = self.source(source, args);
                let kinds = filter.as_deref().map_or(self.kinds.any(), |one| self.narrowed(one));
                Sort { kinds: given.kinds & kinds, ..given }
            }
            Expr::Query { name, args } => {
                let word = Vocabulary::find(self.vocabulary.queries, name);
                match word {
                    Some(word) if matches!(word.result, Type::Card | Type::Cards) => {
                        self.given(word, args)
                    }
                    _ => self.anything(),
                }
            }
            _ => self.anything(),
        }
    }

    fn source(&self, name: &str, args: &[Arg]) -> Sort {
        match Vocabulary::find(self.vocabulary.selections, name) {
            Some(_) if matches!(name, "self" | "it" | "outer") => self.named(name),
            Some(word) if word.uses && self.block.is_some() && self.event.is_none() => {
                let given = self.given(word, args);
                let kinds = given.kinds & self.user;
                Sort { kinds: if kinds == 0 { given.kinds } else { kinds }, ..given }
            }
            Some(word) if word.owner || word.affected || !word.in_texts.is_empty() => {
                let given = self.given(word, args);
                let meant = self.in_text_of(word).map(|one| self.takes(one.kinds));
                let here = self.block.is_some() && self.event.is_none();
                let limits = [
                    meant,
                    word.owner.then_some(self.user),
                    (word.affected && here).then_some(self.affects),
                ];
                let kinds = limits.into_iter().flatten().fold(given.kinds, |all, one| all & one);
                Sort { kinds: if kinds == 0 { given.kinds } else { kinds }, ..given }
            }
            Some(word) => self.given(word, args),
            None if Vocabulary::find(self.vocabulary.zones, name).is_some() => self.held(name),
            None => self.named(name),
        }
    }

    /// What lies in a zone.
    fn held(&self, zone: &str) -> Sort {
        let word = Vocabulary::find(self.vocabulary.zones, zone);
        let kinds = word.map_or(self.kinds.any(), |word| self.takes(word.kinds));
        Sort { kinds, places: self.places.of_all(&[zone]) }
    }

    /// What a word gives: what it says, or what it was given to pick from.
    fn given(&self, word: &Word, args: &[Arg]) -> Sort {
        let picks = word.params.iter().find(|param| param.ty == Type::Cards);
        let from = picks.and_then(|param| args.iter().find(|arg| arg.name == param.name));
        let zone = args.iter().find_map(|arg| match &arg.value {
            Expr::Zone { id } => Some(id),
            _ => None,
        });
        match (from, zone) {
            (Some(from), _) if word.kinds.is_empty() => self.can_be(&from.value),
            (None, Some(zone)) if word.kinds.is_empty() => self.held(zone),
            _ => self.sort(word.kinds, word.places),
        }
    }

    /// What a filter leaves: `kind == trap` and such.
    fn narrowed(&self, filter: &Expr) -> Set {
        match filter {
            Expr::Binary { operator: BinaryOp::And, left, right } => {
                self.narrowed(left) & self.narrowed(right)
            }
            Expr::Binary { operator: BinaryOp::Equal, left, right } => {
                match (left.as_ref(), right.as_ref()) {
                    (Expr::Query { name, args }, Expr::Kind { id }) if name == "kind" => {
                        let about_it = args.iter().all(|arg| is_it(&arg.value));
                        let kind = self.kinds.of_all([id.as_str()].into_iter());
                        if about_it { kind } else { self.kinds.any() }
                    }
                    _ => self.kinds.any(),
                }
            }
            _ => self.kinds.any(),
        }
    }

    fn named(&self, name: &str) -> Sort {
        let known = match name {
            "outer" => self.names.iter().rev().filter(|(known, _)| *known == "it").nth(1),
            _ => self.names.iter().rev().find(|(known, _)| *known == name),
        };
        known.map_or(self.anything(), |(_, sort)| *sort)
    }

    fn anything(&self) -> Sort {
        Sort { kinds: self.kinds.any(), places: self.places.any() }
    }

    fn sort(&self, kinds: &'static [&'static str], places: &'static [&'static str]) -> Sort {
        Sort { kinds: self.takes(kinds), places: self.places.of_all(places) }
    }

    fn takes(&self, kinds: &'static [&'static str]) -> Set {
        self.kinds.of_all(kinds.iter().copied())
    }

    fn report(&mut self, why: Why) {
        let statements = self.around.iter().map(|statement| statement.fingerprint()).collect();
        let trail = Trail { keyword: self.keyword.map(str::to_owned), used: None, statements };
        let idle = Idle { entity: self.entity.to_owned(), trail, why };
        if !self.found.contains(&idle) {
            self.found.push(idle);
        }
    }
}

fn is_it(expression: &Expr) -> bool {
    is_named(expression, "it")
}

/// Whether an expression is nothing but that name.
fn is_named(expression: &Expr, wanted: &str) -> bool {
    match expression {
        Expr::Var { name } => name == wanted,
        Expr::Select { source, filter, .. } => source == wanted && filter.is_none(),
        _ => false,
    }
}

// The shelf: every card of a package as it will print, by kind. Only what can be seen is drawn, so
// ten thousand cards scroll as smoothly as ten.

import { h, counted, calmly, notice } from './dom.js';
import { ask } from './server.js';
import { look, picture, dpiFor } from './pictures.js';
import { title } from './card-form.js';

/** Space between cards, and under a card for its name, in pixels. */
const GAP = 18;
const CAPTION = 30;
const HEADING = 62;

/** What is remembered while the page is open. */
const remembered = { query: '', kind: '', keyword: '', value: '', deck: '', only: '', zoom: 170, backs: false, cut: false, top: 0, package: '', listed: /** @type {{ name: string, cards: Set<string> } | null} */ (null) };
/** Shows only these cards when the shelf is opened next. @param {string} package_ @param {string} name @param {string[]} cards */
export function listCards(package_, name, cards) {
  Object.assign(remembered, { package: package_, query: '', kind: '', keyword: '', value: '', deck: '', only: '', top: 0, listed: { name, cards: new Set(cards) } });
}
remembered.zoom = Number(localStorage.getItem('zoom') ?? 170) || 170;

export class CardShelf extends HTMLElement {
  /** @type {any} */ shelf;
  /** @type {(path: string) => void} */ go = () => {};
  /** @type {{ top: number, height: number, heading?: any, cards?: any[], kind?: any }[]} */ rows = [];
  /** @type {Map<number, HTMLElement>} */ shown = new Map();
  epoch = 0;

  connectedCallback() {
    if (remembered.package !== this.shelf.package) Object.assign(remembered, { package: this.shelf.package, query: '', kind: '', keyword: '', value: '', deck: '', only: '', top: 0, listed: null });
    const option = (/** @type {string} */ id, /** @type {string} */ name, /** @type {string} */ chosen) => h('option', { value: id, selected: id === chosen }, name);
    const change = (/** @type {'query' | 'kind' | 'keyword' | 'value' | 'deck' | 'only'} */ part) => async (/** @type {any} */ event) => {
      remembered[part] = event.target.value;
      this.scroller.scrollTop = 0;
      if (part === 'only') await this.findListed();
      this.lay();
    };
    this.count = h('p.count', { role: 'status' });
    this.sheet = h('div.sheet');
    this.scroller = h('div.scroller', { tabindex: 0, role: 'region', 'aria-label': 'Cards' }, this.sheet);
    const zoom = h('input', { type: 'range', min: 90, max: 420, step: 5, 'aria-label': 'Size of the cards', oninput: calmly(30, () => {
      remembered.zoom = Number(zoom.value);
      localStorage.setItem('zoom', zoom.value);
      this.lay();
    }) });
    zoom.value = String(remembered.zoom);
    const backs = h('input', { type: 'checkbox', checked: remembered.backs, onchange: () => {
      remembered.backs = backs.checked;
      this.lay();
    } });
    const cut = h('input', { type: 'checkbox', checked: remembered.cut, onchange: () => {
      remembered.cut = cut.checked;
      this.lay();
    } });
    this.replaceChildren(
      h('h1.sr', null, `Cards of ${this.shelf.title}`),
      h('div.tools', { role: 'search' },
        h('label.search', null, h('span.sr', null, 'Search'), h('input', { type: 'search', placeholder: 'Search names and rules', value: remembered.query, oninput: change('query') })),
        h('label', null, h('span.sr', null, 'Kind'), h('select', { onchange: change('kind') }, option('', 'All kinds', remembered.kind), ...this.shelf.kinds.map((/** @type {any} */ kind) => option(kind.id, `${kind.name} (${kind.count})`, remembered.kind)))),
        this.shelf.keywords.length > 0 && h('label', null, h('span.sr', null, 'Keyword'), h('select', { onchange: change('keyword') }, option('', 'Any keyword', remembered.keyword), ...this.shelf.keywords.map((/** @type {any} */ one) => option(one.id, one.name, remembered.keyword)))),
        this.shelf.fields.length > 0 && h('label', null, h('span.sr', null, 'Value of a field'), h('select', { onchange: change('value') }, option('', 'Any value', remembered.value), ...this.shelf.fields.map((/** @type {any} */ field) => h('optgroup', { label: title(field.name) }, ...field.values.map((/** @type {any} */ value) => option(`${field.name}=${value.id}`, `${title(field.name)}: ${value.name}`, remembered.value)))))),
        this.shelf.decks.length > 0 && h('label', null, h('span.sr', null, 'Deck'), h('select', { onchange: change('deck') }, option('', 'Any deck', remembered.deck), ...this.shelf.decks.map((/** @type {any} */ deck) => option(deck.id, deck.name || deck.id, remembered.deck)))),
        h('label', null, h('span.sr', null, 'Only'), h('select', { onchange: change('only') }, option('', 'All cards', remembered.only), option('problems', 'With problems', remembered.only), option('provisional', 'Provisional', remembered.only), option('changed', 'Changed since the build', remembered.only), option('untested', 'In no test', remembered.only))),
        remembered.listed && h('button.toggle', { type: 'button', 'aria-pressed': 'true', title: 'Show all cards again', onclick: (/** @type {any} */ event) => {
          remembered.listed = null;
          event.currentTarget.remove();
          this.lay();
        } }, `${remembered.listed.name} ×`),
        h('label.check', null, backs, 'Backs'), h('label.check', null, cut, 'Cut'),
        h('label.zoom', null, h('span', { 'aria-hidden': 'true' }, '▫'), zoom, h('span', { 'aria-hidden': 'true' }, '▢')),
        this.count),
      this.scroller);
    this.scroller.addEventListener('scroll', () => {
      remembered.top = this.scroller.scrollTop;
      this.draw();
    }, { passive: true });
    this.watcher = new ResizeObserver(() => this.lay());
    this.watcher.observe(this.scroller);
    const top = remembered.top;
    if (['changed', 'untested'].includes(remembered.only)) this.findListed().then(() => this.lay());
    this.lay();
    this.scroller.scrollTop = top;
    this.draw();
  }

  disconnectedCallback() {
    this.watcher?.disconnect();
  }

  /** The package changed: what is seen is looked at again. @param {any} shelf */
  refresh(shelf) {
    this.shelf = shelf;
    this.lay();
  }

  /** The cards that the studio must look for: what changed, what no test names. @type {Set<string> | null} */ listed = null;

  async findListed() {
    this.listed = null;
    const package_ = this.shelf.package;
    try {
      if (remembered.only === 'untested') this.listed = new Set((await ask('untested', { package: package_ })).cards);
      if (remembered.only === 'changed') this.listed = new Set((await ask('compare', { package: package_, with: null })).changes.map((/** @type {any} */ one) => one.id));
    } catch (error) {
      notice(/** @type {Error} */ (error).message, 'bad');
      this.listed = new Set();
    }
  }

  /** The cards that are wanted. */
  wanted() {
    const words = remembered.query.toLowerCase().split(/\s+/).filter(Boolean);
    const [field, value] = remembered.value.split('=');
    const says = (/** @type {any} */ said) => (Array.isArray(said) ? said.includes(value) : said === true ? value === 'yes' : String(said) === value);
    const deck = this.shelf.decks.find((/** @type {any} */ one) => one.id === remembered.deck);
    const inDeck = deck && new Set(deck.cards);
    return this.shelf.cards.filter((/** @type {any} */ card) => {
      if (value && !says(card.values[field])) return false;
      if (inDeck && !inDeck.has(card.id)) return false;
      if (this.listed && !this.listed.has(card.id)) return false;
      if (remembered.listed && !remembered.listed.cards.has(card.id)) return false;
      if (remembered.kind && card.kind !== remembered.kind) return false;
      if (remembered.keyword && !card.keywords.includes(remembered.keyword)) return false;
      if (remembered.only === 'problems' && !card.errors && !card.warnings) return false;
      if (remembered.only === 'provisional' && !card.provisional) return false;
      if (!words.length) return true;
      card.hay ??= `${card.name} ${card.id} ${card.text}`.toLowerCase();
      return words.every((word) => card.hay.includes(word));
    });
  }

  /** Finds out which row is where. */
  lay() {
    const cards = this.wanted();
    this.count.textContent = cards.length === this.shelf.cards.length ? counted(cards.length, 'card') : `${cards.length} of ${counted(this.shelf.cards.length, 'card')}`;
    const room = this.scroller.clientWidth - 2 * GAP;
    this.rows = [];
    let top = 8;
    for (const kind of this.shelf.kinds) {
      const own = cards.filter((/** @type {any} */ card) => card.kind === kind.id);
      if (!own.length) continue;
      this.rows.push({ top, height: HEADING, heading: { name: kind.name, count: own.length } });
      top += HEADING;
      // Cards are as large as they are beside each other: a tile is wider than a card. Even on a
      // phone two stand side by side.
      const widest = kind.width > kind.height * 1.2 ? room : (room - GAP) / 2;
      const width = Math.min(widest, Math.max(60, remembered.zoom * Math.sqrt(kind.width / 63)));
      const height = (width * kind.height) / kind.width;
      const per = Math.max(1, Math.floor((room + GAP) / (width + GAP)));
      for (let at = 0; at < own.length; at += per) {
        this.rows.push({ top, height: height + CAPTION + GAP, cards: own.slice(at, at + per), kind: { ...kind, px: width, tall: height } });
        top += height + CAPTION + GAP;
      }
    }
    this.sheet.style.height = `${top + 40}px`;
    this.sheet.replaceChildren();
    this.shown.clear();
    this.epoch += 1;
    if (!cards.length) this.sheet.append(h('p.quiet.centre', null, this.shelf.cards.length ? 'No card is like that.' : 'There is no card yet. Make one with “New card”.'));
    this.draw();
  }

  /** Shows the rows that can be seen. */
  draw() {
    const from = this.scroller.scrollTop - 300;
    const to = this.scroller.scrollTop + this.scroller.clientHeight + 500;
    let low = 0;
    let high = this.rows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rows[middle].top + this.rows[middle].height < from) low = middle + 1;
      else high = middle;
    }
    const seen = new Set();
    for (let at = low; at < this.rows.length && this.rows[at].top < to; at += 1) {
      seen.add(at);
      if (this.shown.has(at)) continue;
      const element = this.row(this.rows[at]);
      this.shown.set(at, element);
      this.sheet.append(element);
    }
    for (const [at, element] of this.shown) {
      if (seen.has(at)) continue;
      element.remove();
      this.shown.delete(at);
    }
  }

  /** @param {any} row */
  row(row) {
    const style = { top: `${row.top}px` };
    if (row.heading) return h('h2.kind', { style }, row.heading.name, h('span.number', null, row.heading.count));
    return h('div.cards', { style }, ...row.cards.map((/** @type {any} */ card) => this.tile(card, row.kind)));
  }

  /** @param {any} card @param {any} kind */
  tile(card, kind) {
    const image = h('img', { alt: `${card.name}. ${card.text}`, width: Math.round(kind.px), height: Math.round(kind.tall), decoding: 'async' });
    const trouble = card.errors ? h('span.badge.bad', { title: counted(card.errors, 'error') }, card.errors) : card.warnings ? h('span.badge.warn', { title: counted(card.warnings, 'warning') }, card.warnings) : null;
    const tile = h('a.tile', { href: `#/${this.shelf.package}/card/${card.id}`, data: { shape: kind.shape, card: card.id }, style: { width: `${kind.px}px` } },
      h('span.face.waiting', { style: { height: `${kind.tall}px` } }, image, trouble),
      h('span.caption', null, card.name));
    const epoch = this.epoch;
    const show = async () => {
      const found = await look(this.shelf.package, card.id, () => tile.isConnected);
      if (epoch !== this.epoch || !found) return;
      const back = remembered.backs && found.back !== null;
      const address = await picture(this.shelf.package, found, { back, bleed: remembered.cut, dpi: dpiFor(found.width, kind.px) });
      tile.dataset.shape = remembered.cut ? 'rectangle' : found.shape;
      if (remembered.cut) image.parentElement?.append(cutLines(found));
      image.src = address;
      image.parentElement?.classList.remove('waiting');
    };
    show().catch(() => image.parentElement?.classList.replace('waiting', 'failed'));
    return tile;
  }
}

/** Where a card is cut, and where its text should stay. @param {import('./pictures.js').Look} look */
export function cutLines({ width, height, bleed, safe }) {
  const [wide, tall] = [width + 2 * bleed, height + 2 * bleed];
  return h('div.cut', { style: { '--bleed': `${(bleed / wide) * 100}%`, '--bleed-y': `${(bleed / tall) * 100}%`, '--safe': `${((bleed + safe) / wide) * 100}%`, '--safe-y': `${((bleed + safe) / tall) * 100}%` } });
}

customElements.define('card-shelf', CardShelf);

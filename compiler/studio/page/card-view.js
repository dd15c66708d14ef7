// A card: its picture as it will print, and its text beside it. The picture follows every keystroke;
// while the text has an error, the last good picture stays.

import { h, counted, notice, dialog, calmly } from './dom.js';
import { ask } from './server.js';
import { look, picture, forgetLooks, dpiFor } from './pictures.js';
import { Hits } from './hits.js';
import { proveCard } from './tests-view.js';
import './text-editor.js';
import './card-form.js';

/** Typing is undone together until there is a pause of so many milliseconds. */
const PAUSE = 1200;

/** Dots per inch while somebody types: half the work of a sharp picture, which follows in a pause. */
const ROUGH = 150;

/** A request has eight megabytes, and a picture is sent with two letters a byte. */
const LARGEST_PICTURE = 3_600_000;

/** What is remembered while the page is open. */
const seen = { back: false, bleed: false, text: localStorage.getItem('side') === 'text' };

export class CardView extends HTMLElement {
  package = '';
  /** @type {string | null} */ card = null;
  /** @type {string | null} */ file = null;
  /** @type {any} */ app;
  /** The text of the whole file, and the part that is shown. */
  source = { file: '', text: '', from: 0, to: 0, id: /** @type {number | null} */ (null), row: false, problems: /** @type {any[]} */ ([]) };
  /** The line to go to first. */
  line = 0;
  group = 0;
  typed = 0;
  /** @type {string | null} */ pending = null;
  /** @type {Promise<void> | null} */ sending = null;
  editor = /** @type {import('./text-editor.js').TextEditor} */ (document.createElement('text-editor'));
  form = /** @type {import('./card-form.js').CardForm} */ (document.createElement('card-form'));
  hits = new Hits();

  async connectedCallback() {
    this.image = h('img', { alt: '' });
    this.cover = h('div.cut', { hidden: true });
    this.stage = h('figure.stage', null, h('div.print', { 'aria-live': 'off', title: 'Click a word to see what says it; with Alt, what words it', onclick: (/** @type {MouseEvent} */ event) => this.clicked(event) }, this.image, this.hits.layer, this.cover), h('figcaption.sr', { id: 'card-words' }));
    this.troubles = h('section.troubles', { 'aria-label': 'Problems' });
    this.editor.changed = (text) => this.type(text);
    this.editor.step = (back) => this.app.step(back);
    this.editor.moved = (offset) => this.hits.show(this.hits.of(this.source.from + offset));
    this.editor.settled = () => this.sending ?? undefined;
    const toggle = (/** @type {'back' | 'bleed'} */ part, /** @type {string} */ name) => {
      const button = h('button.toggle', { type: 'button', 'aria-pressed': String(seen[part]), onclick: () => {
        seen[part] = !seen[part];
        button.setAttribute('aria-pressed', String(seen[part]));
        this.drawPicture();
      } }, name);
      return button;
    };
    this.heading = h('h1', null, '…');
    this.tools = h('div.card-tools');
    Object.assign(this.form, { app: this.app, package: this.package, card: this.card ?? '' });
    this.side = h('div.writing-side', null, this.editor, this.card && this.form);
    const tab = (/** @type {boolean} */ text, /** @type {string} */ name) => h('button', { type: 'button', role: 'tab', 'aria-selected': 'false', data: { text: String(text) }, onclick: () => this.turnTo(text) }, name);
    this.tabs = this.card ? h('div.tabs', { role: 'tablist', 'aria-label': 'Ways to write' }, tab(false, 'Form'), tab(true, 'Text')) : null;
    if (this.card) {
      this.tools.append(
        h('button', { type: 'button', onclick: () => proveCard(this.app, this.card ?? '') }, 'Prove it'),
        h('button', { type: 'button', onclick: () => this.copy() }, 'Duplicate'),
        h('button', { type: 'button', onclick: () => this.rename() }, 'Rename'),
        h('button.quiet', { type: 'button', onclick: () => this.remove_() }, 'Delete'));
    }
    this.tools.append(h('button.quiet', { type: 'button', title: 'Lay the whole file out in the usual form', onclick: () => this.app.act('lay-out', { package: this.package, file: this.source.file }) }, 'Tidy'));
    const picture_ = this.card && h('section.picture', { 'aria-label': 'Picture' }, this.stage, h('div.row.centre', null, toggle('back', 'Back'), toggle('bleed', 'Bleed and cut'), this.pictureButton()));
    this.replaceChildren(
      h('div.card-head', null, h('a.back', { href: `#/${this.package}`, 'aria-label': 'Back to the shelf' }, '←'), this.heading, this.tools),
      h(`div.card-body${this.card ? '' : '.wide'}`, null, picture_, h('section.text', { 'aria-label': 'Form and text' }, this.tabs, this.side, this.troubles)));
    if (this.card) {
      this.stage.addEventListener('dragover', (/** @type {DragEvent} */ event) => event.preventDefault());
      this.stage.addEventListener('drop', (/** @type {DragEvent} */ event) => {
        event.preventDefault();
        const file = event.dataTransfer?.files[0];
        if (file) this.putArt(file);
      });
    }
    this.turnTo(!this.card || seen.text);
    this.watcher = new ResizeObserver(() => { this.drawPicture(); });
    this.watcher.observe(this.stage);
    await this.load();
    if (this.card) this.editor.area?.setAttribute('aria-label', `Text of ${this.card}`);
  }

  /** Shows the text or the form. @param {boolean} text */
  turnTo(text) {
    if (this.card) {
      seen.text = text;
      localStorage.setItem('side', text ? 'text' : 'form');
    }
    this.editor.hidden = !text;
    this.form.hidden = text;
    for (const one of this.tabs?.children ?? []) one.setAttribute('aria-selected', String(one.dataset.text === String(text)));
    if (!text) this.form.refresh();
    else this.editor.area && this.editor.redraw();
  }

  /** A way to choose a picture for those who cannot drop one. */
  pictureButton() {
    const choose = h('input.sr', { type: 'file', accept: 'image/png,image/jpeg', 'aria-label': 'Picture of the card', onchange: () => choose.files?.[0] && this.putArt(choose.files[0]) });
    return h('label.button.quiet', { title: 'Or drop a PNG or JPEG file on the card' }, 'Picture …', choose);
  }

  /** Puts a picture on the card. @param {File} file */
  async putArt(file) {
    if (file.size > LARGEST_PICTURE) return notice('This picture is larger than 3.5 MB; make it smaller first.', 'bad');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const state = await this.app.act('art', { package: this.package, card: this.card, hex });
    if (state) notice('The picture is in the folder “art”, and on the card.', 'good');
  }

  /** Somebody clicked on the picture. @param {MouseEvent} event */
  clicked(event) {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const hit = this.hits.at((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    if (!hit || hit.what === 'template') {
      this.hits.show(hit ? [hit] : []);
      if (this.hits.template) notice(`This is drawn by the template ${this.hits.template}.`);
      return;
    }
    this.hits.show(this.hits.like(hit));
    if (event.altKey) return this.tellMaker(hit);
    const field = hit.what === 'field' && !this.form.hidden && this.form.focusOn(hit.field ?? '');
    if (field || hit.from === null || hit.to === null) return;
    if (!this.form.hidden) this.turnTo(true);
    this.editor.select(hit.from - this.source.from, hit.to - this.source.from);
    this.hits.show(this.hits.like(hit));
  }

  /** Tells which wording or keyword puts something into words. @param {import('./hits.js').Hit} hit */
  tellMaker({ maker }) {
    if (!maker) return notice('No wording is behind this: it is written as it stands.');
    if (maker.package === this.package) location.hash = `#/${this.package}/file/${maker.file}:${maker.line}`;
    notice(`${maker.what}: “${maker.text}” (${maker.package}, ${maker.file}, line ${maker.line})`);
  }

  /** Asks for a name. @param {string} heading @param {string} label @param {string} value @param {string} act @param {(name: string) => Promise<any>} done */
  askName(heading, label, value, act, done) {
    const name = h('input', { type: 'text', required: true, value, maxlength: 80, autocomplete: 'off', autofocus: true });
    dialog(heading, [h('label.field', null, h('span', null, label), name)], act, async () => Boolean(await done(name.value.trim())));
    name.select();
  }

  copy() {
    const name = this.heading.firstChild?.textContent ?? '';
    this.askName('Duplicate', 'The name of the new card', `${name} II`, 'Duplicate', (chosen) => this.app.act('copy', { package: this.package, card: this.card, name: chosen }, (/** @type {any} */ made) => `/card/${made.card}`));
  }

  /** Where the id of the card stands in its file. */
  idPlace() {
    const before = this.source.text.slice(0, this.source.id ?? 0).split('\n');
    return { line: before.length - 1, character: before[before.length - 1].length };
  }

  rename() {
    this.askName('Rename everywhere', 'The new id, by which decks, tests and other cards name it', this.card ?? '', 'Rename', (chosen) => this.app.act('rename', { package: this.package, file: this.source.file, ...this.idPlace(), name: chosen }, () => `/card/${chosen}`));
  }

  async remove_() {
    const { uses } = await ask('uses', { package: this.package, file: this.source.file, ...this.idPlace() }).catch(() => ({ uses: [] }));
    const shown = uses.length ? [h('p', null, `${counted(uses.length, 'place')} would break:`), h('ul.uses', null, ...uses.slice(0, 12).map((/** @type {any} */ one) => h('li', null, h('b', null, `${one.file}, line ${one.line}`), h('code', null, one.text))))] : [h('p', null, 'Nothing else names it.')];
    dialog(`Delete ${this.heading.firstChild?.textContent ?? this.card}?`, shown, 'Delete', async () => Boolean(await this.app.act('remove', { package: this.package, card: this.card }, () => '')));
  }

  disconnectedCallback() {
    this.watcher?.disconnect();
  }

  /** Reads the text again. */
  async load() {
    try {
      this.source = await ask('source', { package: this.package, card: this.card ?? undefined, file: this.file ?? undefined });
    } catch (error) {
      notice(/** @type {Error} */ (error).message, 'bad');
      return;
    }
    this.showText();
    this.showTroubles();
    if (this.line) this.editor.goTo({ line: this.line - 1, character: 0 });
    this.line = 0;
    if (this.card && !this.form.hidden) this.form.refresh();
    await this.drawPicture();
  }

  /** The package changed elsewhere: by another editor, by taking back, by another view. */
  async refresh() {
    if (this.sending || this.pending !== null) return;
    await this.load();
  }

  /** The part of the text that is shown. */
  shown() {
    return this.source.text.slice(this.source.from, this.source.to);
  }

  showText() {
    const { file, text, from } = this.source;
    this.editor.where = { package: this.package, file, line: text.slice(0, from).split('\n').length - 1 };
    this.editor.troubles = this.source.problems;
    this.editor.show(this.shown());
    const known = this.app.shelf?.cards.find((/** @type {any} */ card) => card.id === this.card);
    this.heading.replaceChildren(known?.name ?? this.card ?? file, h('small', null, this.card ? `${this.card} · ${file}` : ''));
    const words = document.getElementById('card-words');
    if (words && known) words.textContent = `${known.name}. ${known.text}`;
    this.image.alt = known ? `${known.name}. ${known.text}` : '';
  }

  /** Something was typed. @param {string} text */
  type(text) {
    const now = performance.now();
    if (now - this.typed > PAUSE) this.group += 1;
    this.typed = now;
    this.pending = text;
    this.sending ??= this.send().finally(() => { this.sending = null; });
  }

  /** Sends what was typed; while it is checked, newer text waits and then goes at once. */
  async send() {
    while (this.pending !== null) {
      const part = this.pending;
      this.pending = null;
      const { file, text, from, to } = this.source;
      const whole = text.slice(0, from) + part + text.slice(to);
      this.source.text = whole;
      this.source.to = from + part.length;
      try {
        const state = await ask('edit', { package: this.package, file, text: whole, group: `${file} ${this.group}` });
        this.app.took(state, this);
        const own = state.files.find((/** @type {any} */ one) => one.file === file);
        this.source.problems = own?.problems ?? [];
        this.editor.mark(this.source.problems);
        this.showTroubles();
      } catch (error) {
        notice(/** @type {Error} */ (error).message, 'bad');
      }
      forgetLooks();
      if (this.pending === null) {
        await this.drawPicture(ROUGH);
        this.refine();
      }
    }
  }

  /** The problems in the part that is shown. */
  own() {
    return this.source.problems.filter((/** @type {any} */ one) => this.editor.offset(one.range.start) !== undefined && one.severity < 3);
  }

  /** Shows the picture in full once typing pauses. */
  refine = calmly(300, () => this.drawPicture());

  /** Finds out what says what, once the picture stands. */
  findHits = calmly(150, async (back) => {
    if (!(await this.hits.load(this.package, this.card ?? '', back))) return;
    const { area } = this.editor;
    const isWriting = area && document.activeElement === area;
    this.hits.show(isWriting ? this.hits.of(this.source.from + area.selectionStart) : []);
  });

  /** @param {number} [most] dots per inch that are enough for the moment */
  async drawPicture(most = Infinity) {
    if (!this.card) return;
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const broken = this.own().some((/** @type {any} */ one) => one.severity === 1);
    this.stage.classList.toggle('stale', broken && Boolean(this.image.src));
    if (broken && this.image.src) return;
    const found = await look(this.package, this.card);
    if (turn !== this.turn || !found) return;
    this.look = found;
    const room = this.stage.getBoundingClientRect();
    const [wide, tall] = seen.bleed ? [found.width + 2 * found.bleed, found.height + 2 * found.bleed] : [found.width, found.height];
    const px = Math.max(120, Math.min(room.width - 24, ((room.height - 24) * wide) / tall, wide * 9));
    const back = seen.back && found.back !== null;
    try {
      const address = await picture(this.package, found, { back, bleed: seen.bleed, dpi: Math.min(most, dpiFor(wide, px)) });
      if (turn !== this.turn) return;
      this.image.src = address;
    } catch (error) {
      notice(/** @type {Error} */ (error).message, 'bad');
      return;
    }
    const print = this.image.parentElement;
    print.dataset.shape = seen.bleed ? 'rectangle' : found.shape;
    print.style.width = `${px}px`;
    print.style.height = `${(px * tall) / wide}px`;
    this.cover.hidden = !seen.bleed;
    this.cover.style.setProperty('--bleed', `${(found.bleed / wide) * 100}%`);
    this.cover.style.setProperty('--bleed-y', `${(found.bleed / tall) * 100}%`);
    this.cover.style.setProperty('--safe', `${((found.bleed + found.safe) / wide) * 100}%`);
    this.cover.style.setProperty('--safe-y', `${((found.bleed + found.safe) / tall) * 100}%`);
    const edge = seen.bleed ? found.bleed : 0;
    this.hits.place({ left: -edge, top: -edge, wide, tall });
    this.findHits(back);
    this.showTroubles();
  }

  showTroubles() {
    const mine = this.own();
    const drawn = (this.look?.problems ?? []).filter((/** @type {any} */ one) => one.severity !== 'info');
    const elsewhere = this.source.problems.filter((one) => one.severity < 3).length - mine.length;
    const list = mine.map((/** @type {any} */ one) => {
      const fixes = h('span.fixes');
      const item = h(`li.${one.severity === 1 ? 'error' : 'warning'}`, null,
        h('button.link', { type: 'button', onclick: () => this.editor.goTo(one.range.start) }, `Line ${one.range.start.line + 1}`),
        h('p', null, one.message.split('\n').flatMap((/** @type {string} */ line, /** @type {number} */ at) => (at ? [h('br'), line] : [line]))), h('code', null, one.code ?? ''), fixes);
      item.trouble = one;
      item.fixes = fixes;
      return item;
    });
    this.troubles.replaceChildren(
      ...(list.length || drawn.length || elsewhere ? [h('ul', null, ...list, ...drawn.map((/** @type {any} */ one) => h(`li.${one.severity}`, null, h('p', null, one.message, one.help ? h('em', null, ` ${one.help}`) : null), h('code', null, one.code))), elsewhere > 0 && h('li.note', null, h('p', null, `${counted(elsewhere, 'problem')} elsewhere in ${this.source.file}`)))] : [h('p.fine', null, 'Everything is as it should be.')]));
    if (list.length) this.showFixes(list);
  }

  /** Puts the fixes beside their problems. @param {any[]} list */
  async showFixes(list) {
    const turn = (this.fixTurn = (this.fixTurn ?? 0) + 1);
    const { fixes } = await ask('fixes', { package: this.package, file: this.source.file }).catch(() => ({ fixes: [] }));
    if (turn !== this.fixTurn) return;
    for (const item of list) {
      const same = fixes.filter((/** @type {any} */ fix) => JSON.stringify(fix.range) === JSON.stringify(item.trouble.range));
      item.fixes.replaceChildren(...same.map((/** @type {any} */ fix) => h('button', { type: 'button', onclick: () => this.fix(fix) }, fix.title)));
    }
  }

  /** @param {any} fix */
  async fix(fix) {
    await this.app.act('fix', { package: this.package, file: this.source.file, range: fix.range, title: fix.title });
  }
}

customElements.define('card-view', CardView);

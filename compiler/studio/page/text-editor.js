// The text editor: a plain text area, with colours and marks drawn behind it. The text area does what
// text areas do well (typing in any script, selecting, screen readers); nothing of that is imitated.

import { h, calmly } from './dom.js';
import { ask } from './server.js';

/** A word of the language, only to colour it. */
const TOKEN = /(\/\/[^\n]*)|("""[\s\S]*?(?:"""|$)|"(?:[^"\\\n]|\\.)*"?)|(\b\d+(?:mm|[A-Z])?\b)|([A-Za-z][\w-]*)(?=\s*:(?!\/))|([A-Za-z][\w-]*)|([{}|(),;])/g;

/**
 * A problem as the language service tells it.
 * @typedef {{ range: { start: Place, end: Place }, severity: number, code?: string, message: string }} Trouble
 * @typedef {{ line: number, character: number }} Place
 */

export class TextEditor extends HTMLElement {
  /** Where the text is: package, file, and the line of the file at which it begins. */
  where = { package: '', file: '', line: 0 };
  /** @type {Trouble[]} */ troubles = [];
  /** @type {(text: string) => void} */ changed = () => {};
  /** @type {(back: boolean) => void} */ step = () => {};
  /** The cursor is somewhere else. @type {(offset: number) => void} */ moved = () => {};

  connectedCallback() {
    if (this.area) return;
    this.area = h('textarea', { spellcheck: 'false', autocapitalize: 'off', autocomplete: 'off', wrap: 'off', 'aria-label': 'Text of the card', 'aria-autocomplete': 'list' });
    this.paint = h('pre', { 'aria-hidden': 'true' });
    this.numbers = h('pre.numbers', { 'aria-hidden': 'true' });
    this.list = h('ul.proposals', { hidden: true, role: 'listbox', id: 'proposals', 'aria-label': 'Proposals' });
    this.tip = h('div.tip', { hidden: true, role: 'tooltip' });
    this.replaceChildren(h('div.writing', null, this.numbers, h('div.pane', null, this.paint, this.area, this.list, this.tip)));
    this.area.addEventListener('input', () => {
      this.redraw();
      this.changed(this.area.value);
    });
    for (const event of ['keyup', 'click', 'focus']) this.area.addEventListener(event, () => this.moved(this.area.selectionStart));
    this.area.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.area.addEventListener('blur', () => setTimeout(() => this.closeList(), 150));
    this.area.addEventListener('beforeinput', (/** @type {InputEvent} */ event) => {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      this.step(event.inputType === 'historyUndo');
    });
    this.area.addEventListener('mousemove', calmly(250, (event) => this.explain(event)));
    this.area.addEventListener('mouseleave', () => { this.tip.hidden = true; });
  }

  get text() {
    return this.area.value;
  }

  /** Shows a text; the cursor stays where it was. @param {string} text */
  show(text) {
    if (this.area.value !== text) {
      const { selectionStart, selectionEnd } = this.area;
      this.area.value = text;
      this.area.setSelectionRange(Math.min(selectionStart, text.length), Math.min(selectionEnd, text.length));
    }
    this.redraw();
  }

  /** @param {Trouble[]} troubles of the whole file */
  mark(troubles) {
    this.troubles = troubles;
    this.redraw();
  }

  /** Where a place of the file is in this text; outside it is nothing. @param {Place} place */
  offset(place) {
    const line = place.line - this.where.line;
    if (line < 0) return undefined;
    const lines = this.area.value.split('\n');
    if (line >= lines.length) return undefined;
    let at = 0;
    for (let before = 0; before < line; before += 1) at += lines[before].length + 1;
    return at + Math.min(place.character, lines[line].length);
  }

  /** The place in the file of an offset in this text. @param {number} offset @returns {Place} */
  place(offset) {
    const before = this.area.value.slice(0, offset).split('\n');
    return { line: this.where.line + before.length - 1, character: before[before.length - 1].length };
  }

  /** Puts the cursor at a place of the file. @param {Place} place */
  goTo(place) {
    const at = this.offset(place);
    if (at === undefined) return;
    this.select(at, at);
  }

  /** Selects a part of the text and brings it into sight. @param {number} from @param {number} to */
  select(from, to) {
    const [start, end] = [Math.max(0, from), Math.max(0, to)];
    // In this order: whoever hears of the focus asks where the cursor is.
    this.area.setSelectionRange(start, end);
    this.area.focus({ preventScroll: true });
    const line = this.area.value.slice(0, start).split('\n').length - 1;
    const tall = parseFloat(getComputedStyle(this.area).fontSize) * 1.55;
    if (line * tall < this.scrollTop || (line + 1) * tall > this.scrollTop + this.clientHeight) this.scrollTop = Math.max(0, (line - 3) * tall);
    this.scrollIntoView({ block: 'nearest' });
  }

  redraw() {
    const text = this.area.value;
    /** @type {{ from: number, to: number, level: string }[]} */
    const marks = [];
    for (const { range, severity } of this.troubles) {
      const from = this.offset(range.start);
      if (from === undefined) continue;
      const to = Math.max(this.offset(range.end) ?? text.length, from + 1);
      marks.push({ from, to, level: severity === 1 ? 'error' : severity === 2 ? 'warning' : 'note' });
    }
    const cuts = new Set([0, text.length]);
    for (const mark of marks) cuts.add(mark.from).add(Math.min(mark.to, text.length));
    /** @type {{ from: number, to: number, type: string }[]} */
    const tokens = [];
    for (const found of text.matchAll(TOKEN)) {
      const type = found[1] ? 'comment' : found[2] ? 'string' : found[3] ? 'number' : found[4] ? 'field' : found[5] ? '' : 'sign';
      if (!type) continue;
      tokens.push({ from: found.index, to: found.index + found[0].length, type });
      cuts.add(found.index).add(found.index + found[0].length);
    }
    const ends = [...cuts].sort((one, two) => one - two);
    const parts = [];
    let next = 0;
    for (let at = 0; at + 1 < ends.length; at += 1) {
      const [from, to] = [ends[at], ends[at + 1]];
      while (next < tokens.length && tokens[next].to <= from) next += 1;
      const token = tokens[next] && tokens[next].from <= from ? tokens[next].type : '';
      const levels = marks.filter((mark) => mark.from <= from && to <= mark.to).map((mark) => mark.level);
      const piece = text.slice(from, to);
      const classes = [token && `t-${token}`, ...levels].filter(Boolean);
      parts.push(classes.length ? h(`span.${classes.join('.')}`, null, piece) : piece);
    }
    this.paint.replaceChildren(...parts, '\n');
    const count = text.split('\n').length;
    const wrong = new Set(this.troubles.filter((one) => one.severity < 3).map((one) => one.range.start.line - this.where.line));
    this.numbers.replaceChildren(...Array.from({ length: count }, (_, line) => h(wrong.has(line) ? 'span.wrong' : 'span', null, `${this.where.line + line + 1}\n`)));
    // The text area is as large as its text, so that one element scrolls for all.
    this.area.style.height = `${count * 1.55}em`;
    this.area.style.width = `max(100%, ${Math.max(20, ...text.split('\n').map((/** @type {string} */ line) => line.length)) + 4}ch)`;
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const command = event.ctrlKey || event.metaKey;
    if (!this.list.hidden) {
      const chosen = this.list.querySelector('[aria-selected=true]');
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        const next = event.key === 'ArrowDown' ? chosen?.nextElementSibling ?? this.list.firstElementChild : chosen?.previousElementSibling ?? this.list.lastElementChild;
        return this.choose(next);
      }
      if ((event.key === 'Enter' || event.key === 'Tab') && chosen) {
        event.preventDefault();
        return this.accept(/** @type {any} */ (chosen).proposal);
      }
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        return this.closeList();
      }
    }
    if (command && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      return this.step(!event.shiftKey);
    }
    if (command && event.key === ' ') {
      event.preventDefault();
      return void this.propose();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const before = this.area.value.slice(0, this.area.selectionStart);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      const indent = /^\s*/.exec(line)?.[0] ?? '';
      return this.insert(`\n${indent}${/\{\s*$/.test(line) ? '  ' : ''}`);
    }
    if (event.key === 'Tab' && !event.shiftKey && this.area.selectionStart === this.area.selectionEnd && this.list.hidden) {
      const before = this.area.value.slice(0, this.area.selectionStart);
      // A tab indents at the beginning of a line; elsewhere it leaves the field, as it should.
      if (/(^|\n)\s*$/.test(before)) {
        event.preventDefault();
        return this.insert('  ');
      }
    }
    if (/^[\w-]$/.test(event.key) && !command && !event.altKey) setTimeout(() => this.proposeSoon(), 0);
    else if (!['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) this.closeList();
  }

  /** @param {string} text */
  insert(text) {
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end');
    this.redraw();
    this.changed(this.area.value);
  }

  proposeSoon = calmly(180, () => this.propose(true));

  /** Asks what may be written here. @param {boolean} [unasked] */
  async propose(unasked) {
    const offset = this.area.selectionStart;
    const text = this.area.value;
    const word = /[\w-]*$/.exec(text.slice(0, offset))?.[0] ?? '';
    if (unasked && word.length < 2) return this.closeList();
    await this.settled?.();
    let found;
    try {
      found = await ask('complete', { package: this.where.package, file: this.where.file, ...this.place(offset) });
    } catch {
      return;
    }
    if (this.area.value !== text || this.area.selectionStart !== offset) return;
    const all = Array.isArray(found) ? found : found?.items ?? [];
    const near = all.filter((/** @type {any} */ one) => one.label.toLowerCase().startsWith(word.toLowerCase())).slice(0, 60);
    if (!near.length || (unasked && near.length === 1 && near[0].label === word)) return this.closeList();
    this.list.replaceChildren(...near.map((/** @type {any} */ proposal, /** @type {number} */ at) => {
      const note = typeof proposal.documentation === 'string' ? proposal.documentation : proposal.documentation?.value ?? '';
      const item = h('li', { role: 'option', id: `proposal-${at}`, 'aria-selected': 'false', onmousedown: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.accept(proposal);
      } }, h('b', null, proposal.label), h('span', null, proposal.detail ?? note.split('\n')[0]));
      item.proposal = proposal;
      return item;
    }));
    const here = this.place(offset);
    this.list.style.top = `${(here.line - this.where.line + 1) * 1.55}em`;
    this.list.style.left = `${here.character - word.length}ch`;
    this.list.hidden = false;
    this.choose(unasked ? null : this.list.firstElementChild);
    if (unasked) this.choose(this.list.firstElementChild);
  }

  /** @type {(() => Promise<any> | undefined) | undefined} */ settled;

  /** @param {Element | null} item */
  choose(item) {
    for (const one of this.list.children) one.setAttribute('aria-selected', String(one === item));
    item?.scrollIntoView({ block: 'nearest' });
    if (item) this.area.setAttribute('aria-activedescendant', item.id);
    else this.area.removeAttribute('aria-activedescendant');
  }

  closeList() {
    this.list.hidden = true;
    this.area.removeAttribute('aria-activedescendant');
  }

  /** @param {any} proposal */
  accept(proposal) {
    this.closeList();
    const offset = this.area.selectionStart;
    const word = /[\w-]*$/.exec(this.area.value.slice(0, offset))?.[0] ?? '';
    const edit = proposal.textEdit;
    const range = edit?.range ?? edit?.replace;
    const from = range ? this.offset(range.start) ?? offset - word.length : offset - word.length;
    let text = edit?.newText ?? proposal.insertText ?? proposal.label;
    let cursor = -1;
    // A snippet has places to fill in; the cursor goes to the first.
    if (proposal.insertTextFormat === 2) {
      cursor = text.search(/\$\{?\d/);
      text = text.replace(/\$\{\d+:([^}]*)\}/g, '$1').replace(/\$\{?\d+\}?/g, '');
    }
    this.area.setRangeText(text, from, offset, 'end');
    if (cursor >= 0) this.area.setSelectionRange(from + cursor, from + cursor);
    this.area.focus();
    this.redraw();
    this.changed(this.area.value);
  }

  /** Tells what the word under the pointer means, or what is wrong with it. @param {MouseEvent} event */
  async explain(event) {
    const style = getComputedStyle(this.area);
    const box = this.area.getBoundingClientRect();
    const letter = this.letter();
    const row = Math.floor((event.clientY - box.top) / (parseFloat(style.fontSize) * 1.55));
    const column = Math.floor((event.clientX - box.left) / letter);
    const line = this.area.value.split('\n')[row];
    if (line === undefined || column < 0 || column >= line.length) {
      this.tip.hidden = true;
      return;
    }
    const place = { line: this.where.line + row, character: column };
    const wrong = this.troubles.filter(({ range }) => (range.start.line < place.line || (range.start.line === place.line && range.start.character <= column)) && (place.line < range.end.line || (place.line === range.end.line && column <= range.end.character)));
    let meaning = '';
    try {
      const found = await ask('hover', { package: this.where.package, file: this.where.file, ...place });
      meaning = found?.contents?.value ?? '';
    } catch { /* what cannot be explained stays unexplained */ }
    if (!wrong.length && !meaning) {
      this.tip.hidden = true;
      return;
    }
    this.tip.replaceChildren(...wrong.map((one) => h('p.wrong', null, one.message)), ...prose(meaning));
    this.tip.style.top = `${(row + 1) * 1.55}em`;
    this.tip.style.left = `${Math.min(column, 40)}ch`;
    this.tip.hidden = false;
  }

  /** The width of a letter in pixels. */
  letter() {
    const probe = h('span', { style: { position: 'absolute', visibility: 'hidden' } }, '0'.repeat(50));
    this.paint.append(probe);
    const width = probe.getBoundingClientRect().width / 50;
    probe.remove();
    return width;
  }
}

/** Markdown of the language service as paragraphs; only what it uses. @param {string} text */
export function prose(text) {
  return text.split(/(```[\s\S]*?```)|\n{2,}/).map((part) => part?.trim()).filter(Boolean).map((part) => {
    if (part.startsWith('```')) return h('pre', null, part.replace(/^```\w*\n?|\n?```$/g, ''));
    if (part === '---') return h('hr');
    const pieces = part.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((piece) => {
      if (piece.startsWith('`')) return h('code', null, piece.slice(1, -1));
      return piece.startsWith('**') ? h('b', null, piece.slice(2, -2)) : piece;
    });
    return h('p', null, pieces);
  });
}

customElements.define('text-editor', TextEditor);

// The form of a card: an input for each field of its kind. Every change is an edit of the text, of
// exactly the bytes that say it.

import { h, calmly } from './dom.js';
import { ask } from './server.js';

/**
 * A field as the studio describes it.
 * @typedef {{ name: string, note?: string, optional: boolean, default?: string, list: boolean, type: string, min?: number, max?: number, values?: { id: string, name: string, params?: string[], note?: string }[], keywords?: boolean }} Field
 */

/** A text as the language writes it. @param {string} text */
export const quoted = (text) => `"${text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n')}"`;

/** What a written text says. @param {string} written */
export const unquoted = (written) => (/^"[\s\S]*"$/.test(written) && !written.startsWith('"""') ? written.slice(1, -1).replace(/\\n/g, '\n').replace(/\\(.)/g, '$1') : written);

/** The parts of a written list, at commas outside of brackets and texts. @param {string} written */
export function parts(written) {
  const found = [];
  let depth = 0;
  let part = '';
  let inText = false;
  for (const letter of written) {
    if (letter === '"') inText = !inText;
    if (!inText && '([{'.includes(letter)) depth += 1;
    if (!inText && ')]}'.includes(letter)) depth -= 1;
    if (letter === ',' && !depth && !inText) {
      found.push(part.trim());
      part = '';
    } else part += letter;
  }
  if (part.trim()) found.push(part.trim());
  return found;
}

/** `reverse-of` is “Reverse of”. @param {string} name */
export const title = (name) => name[0].toUpperCase() + name.slice(1).replace(/-/g, ' ');

export class CardForm extends HTMLElement {
  package = '';
  card = '';
  /** @type {any} */ app;
  /** @type {any} */ form = null;

  async refresh() {
    let form;
    try {
      form = await ask('form', { package: this.package, card: this.card });
    } catch (error) {
      this.replaceChildren(h('p.quiet.pad', null, /** @type {Error} */ (error).message));
      return;
    }
    const held = document.activeElement instanceof HTMLElement && this.contains(document.activeElement) ? document.activeElement.dataset.field : null;
    this.form = form;
    const written = new Map(Object.entries(form.values));
    const filled = form.fields.filter((/** @type {Field} */ field) => written.has(field.name) || !field.optional);
    const others = form.fields.filter((/** @type {Field} */ field) => !filled.includes(field));
    this.replaceChildren(
      h('div.fields', null, this.field({ name: 'name', optional: false, list: false, type: 'text' }, form.name && quoted(form.name)), ...filled.map((/** @type {Field} */ field) => this.field(field, written.get(field.name)))),
      others.length > 0 && h('div.more', null, h('label', null, h('span.sr', null, 'Add a field'), h('select', { onchange: (/** @type {any} */ event) => this.add(others.find((/** @type {Field} */ field) => field.name === event.target.value)) },
        h('option', { value: '' }, '+ More …'), ...others.map((/** @type {Field} */ field) => h('option', { value: field.name, title: field.note }, title(field.name)))))));
    if (held) /** @type {HTMLElement | null} */ (this.querySelector(`[data-field="${CSS.escape(held)}"]`))?.focus();
  }

  /** Goes to the input of a field; false if the form has none. @param {string} field */
  focusOn(field) {
    const input = /** @type {HTMLElement | null} */ (this.querySelector(`[data-field="${CSS.escape(field)}"]`));
    if (!input) return false;
    input.focus();
    input.scrollIntoView({ block: 'nearest' });
    return true;
  }

  /** Changes the text. @param {string} field @param {string | null} value @param {string} [group] */
  set(field, value, group = '') {
    // The name stands in the head and is given as it is read.
    const said = field === 'name' && value !== null ? unquoted(value) : value;
    return this.app.act('set', { package: this.package, changes: [{ card: this.card, field, value: said }], group });
  }

  /** @param {Field | undefined} field */
  add(field) {
    if (!field) return;
    const [first] = field.values ?? [];
    const begin = { number: String(Math.max(field.min ?? 1, 1)), flag: 'yes', text: '""', pool: `1${first?.id ?? ''}` };
    const value = field.keywords ? '' : begin[/** @type {keyof begin} */ (field.type)] ?? first?.id ?? '';
    if (value) this.set(field.name, value);
    else this.querySelector('.fields')?.append(this.field(field, ''));
  }

  /** @param {Field} field @param {string | undefined} written */
  field(field, written) {
    const remove = field.optional && written !== undefined ? h('button.quiet.drop', { type: 'button', title: `Remove ${title(field.name)}`, 'aria-label': `Remove ${title(field.name)}`, onclick: () => this.set(field.name, null) }, '×') : null;
    return h(`div.entry.${field.type}`, null, h('span.name', { id: `field-${field.name}`, title: field.note ?? '' }, title(field.name)), h('div.value', null, this.input(field, written ?? '')), remove);
  }

  /** @param {Field} field @param {string} written */
  input(field, written) {
    const about = { 'aria-labelledby': `field-${field.name}`, data: { field: field.name } };
    const plainly = (/** @type {any} */ element) => {
      element.addEventListener('change', () => this.set(field.name, element.value.trim() || null));
      return element;
    };
    if (field.keywords || (field.list && field.values)) return this.chips(field, written);
    if (field.type === 'number' && !field.list && /^-?\d*$/.test(written)) {
      const number = h('input', { ...about, type: 'number', min: field.min ?? undefined, max: field.max ?? undefined, value: written });
      number.addEventListener('input', calmly(120, () => number.value !== '' && this.set(field.name, number.value, `number ${this.card} ${field.name}`)));
      const step = (/** @type {number} */ by) => () => {
        number[by > 0 ? 'stepUp' : 'stepDown']();
        this.set(field.name, number.value, `number ${this.card} ${field.name}`);
      };
      return h('div.stepper', null, h('button.quiet', { type: 'button', 'aria-label': `${title(field.name)} less`, onclick: step(-1) }, '−'), number, h('button.quiet', { type: 'button', 'aria-label': `${title(field.name)} more`, onclick: step(1) }, '+'));
    }
    if (field.type === 'flag') {
      const flag = h('input', { ...about, type: 'checkbox', checked: written === 'yes' || written === 'true' });
      flag.addEventListener('change', () => this.set(field.name, flag.checked ? 'yes' : field.optional ? null : 'no'));
      return flag;
    }
    if (field.type === 'text' && !field.list && !written.startsWith('"""')) {
      const text = h('textarea.field', { ...about, rows: Math.max(1, Math.ceil(written.length / 52)) });
      text.value = unquoted(written);
      text.addEventListener('input', calmly(200, () => this.set(field.name, quoted(text.value), `text ${this.card} ${field.name}`)));
      return text;
    }
    if (field.type === 'choice' && (field.values?.some((value) => value.id === written) || !written)) {
      return plainly(h('select', about, !written && h('option', { value: '' }, '—'), ...(field.values ?? []).map((value) => h('option', { value: value.id, selected: value.id === written }, value.name))));
    }
    if (field.type === 'card') {
      const list = h('datalist', { id: `cards-${field.name}` }, ...(field.values ?? []).slice(0, 2000).map((value) => h('option', { value: value.id }, value.name)));
      return h('span', null, plainly(h('input', { ...about, type: 'text', list: `cards-${field.name}`, value: written })), list);
    }
    if (field.type === 'pool') return this.pool(field, written, about);
    if (field.type === 'map') return this.map(field, written, about);
    const words = plainly(h('textarea.field.code', { ...about, rows: Math.max(1, written.split('\n').length), spellcheck: 'false' }));
    words.value = written;
    return words;
  }

  /** Values that are there or not. @param {Field} field @param {string} written */
  chips(field, written) {
    const own = parts(written);
    const idOf = (/** @type {string} */ part) => /^[\w-]+/.exec(part)?.[0] ?? part;
    const put = (/** @type {string[]} */ list) => this.set(field.name, list.length ? list.join(', ') : field.optional ? null : written);
    const chip = (/** @type {string} */ part, /** @type {number} */ at) => {
      const known = field.values?.find((value) => value.id === idOf(part));
      const rest = part.slice(idOf(part).length).replace(/^\((.*)\)$/, '$1').trim();
      const given = known?.params?.length ? h('input.given', { type: 'text', value: rest, size: Math.max(2, rest.length), 'aria-label': `${known.name}: ${known.params.join(', ')}`, onchange: (/** @type {any} */ event) => put(own.map((one, place) => (place === at ? (part.includes('(') ? `${idOf(part)}(${event.target.value})` : `${idOf(part)} ${event.target.value}`).trim() : one))) }) : rest;
      return h('span.chip', { title: known?.note ?? '' }, known?.name ?? part, given ? ' ' : '', given, h('button.quiet', { type: 'button', 'aria-label': `Remove ${known?.name ?? part}`, onclick: () => put(own.filter((_, place) => place !== at)) }, '×'));
    };
    const free = (field.values ?? []).filter((value) => !own.some((part) => idOf(part) === value.id));
    return h('div.chips', null, ...own.map(chip), h('select', { 'aria-label': `Add to ${title(field.name)}`, data: { field: field.name }, onchange: (/** @type {any} */ event) => {
      const value = free.find((one) => one.id === event.target.value);
      if (value) put([...own, value.params?.length ? `${value.id} 1` : value.id]);
    } }, h('option', { value: '' }, '+'), ...free.map((value) => h('option', { value: value.id, title: value.note }, value.name))));
  }

  /** Dice by clicking. @param {Field} field @param {string} written @param {object} about */
  pool(field, written, about) {
    const dice = /** @type {Map<string, number>} */ (new Map());
    for (const [, count, code] of written.matchAll(/(\d+)\s*([A-Za-z]+)/g)) dice.set(code, Number(count));
    const isPlain = /^(\d+[A-Za-z]+\s*)*$/.test(written.trim());
    const exact = h('input', { ...about, type: 'text', value: written });
    exact.addEventListener('change', () => this.set(field.name, exact.value.trim() || null));
    const change = (/** @type {string} */ code, /** @type {number} */ by) => () => {
      dice.set(code, Math.max(0, (dice.get(code) ?? 0) + by));
      const text = (field.values ?? []).filter(({ id }) => dice.get(id)).map(({ id }) => `${dice.get(id)}${id}`).join(' ');
      this.set(field.name, text || null, `dice ${this.card} ${field.name}`);
    };
    return h('div.dice', null, ...(isPlain ? (field.values ?? []).map((die) => h('span.die', null, h('button.quiet', { type: 'button', 'aria-label': `One ${die.name} less`, onclick: change(die.id, -1) }, '−'), h('b', { title: die.name }, `${dice.get(die.id) ?? 0}${die.id}`), h('button.quiet', { type: 'button', 'aria-label': `One ${die.name} more`, onclick: change(die.id, 1) }, '+'))) : []), exact);
  }

  /** Maps by painting squares. @param {Field} field @param {string} written @param {object} about */
  map(field, written, about) {
    const rows = written.replace(/^"""\r?\n?|\s*"""$/g, '').split('\n');
    const indent = Math.min(...rows.filter((row) => row.trim()).map((row) => /^\s*/.exec(row)?.[0].length ?? 0));
    const marks = rows.map((row) => [...row.slice(indent)]);
    let brush = field.values?.[0]?.id ?? '.';
    let painting = false;
    const canvas = h('div.squares', { ...about, role: 'grid', 'aria-label': title(field.name), style: { '--columns': Math.max(...marks.map((row) => row.length), 1) } });
    const tones = new Map((field.values ?? []).map((value, at) => [value.id, at]));
    const paint = (/** @type {any} */ square) => {
      if (marks[square.at[0]][square.at[1]] === brush) return;
      marks[square.at[0]][square.at[1]] = brush;
      square.textContent = brush;
      square.dataset.tone = String((tones.get(brush) ?? 0) % 9);
    };
    const done = () => {
      if (!painting) return;
      painting = false;
      const pad = ' '.repeat(indent);
      this.set(field.name, `"""\n${marks.map((row) => `${pad}${row.join('')}`.trimEnd()).join('\n')}\n${pad.slice(2)}"""`);
    };
    canvas.addEventListener('pointerup', done);
    canvas.addEventListener('pointerleave', done);
    canvas.append(...marks.map((row, y) => h('div.map-row', { role: 'row' }, ...row.map((mark, x) => {
      const square = h('button.square', { type: 'button', role: 'gridcell', 'aria-label': `${x + 1}, ${y + 1}: ${field.values?.find((value) => value.id === mark)?.name ?? mark}`, data: { tone: String((tones.get(mark) ?? 0) % 9) }, onpointerdown: (/** @type {Event} */ event) => {
        event.preventDefault();
        painting = true;
        paint(square);
      }, onpointerenter: () => painting && paint(square), onclick: () => {
        painting = true;
        paint(square);
        done();
      } }, mark);
      square.at = [y, x];
      return square;
    }))));
    const brushes = (field.values ?? []).map((value) => h('button.toggle', { type: 'button', 'aria-pressed': String(value.id === brush), onclick: (/** @type {any} */ event) => {
      brush = value.id;
      for (const one of event.currentTarget.parentElement.children) one.setAttribute('aria-pressed', String(one === event.currentTarget));
    } }, h('code', null, value.id), ` ${value.name}`));
    return h('div', null, h('div.row.brushes', null, ...brushes), canvas);
  }
}

customElements.define('card-form', CardForm);

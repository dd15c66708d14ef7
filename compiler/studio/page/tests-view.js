// Tests: run when something is saved and when asked; a failure says where, what and what was there
// instead.

import { h, counted, notice } from './dom.js';
import { ask } from './server.js';

export class TestsView extends HTMLElement {
  /** @type {any} */ app;

  connectedCallback() {
    this.summary = h('p.figure', { role: 'status' }, '');
    this.list = h('div.results');
    this.again = h('button.primary', { type: 'button', onclick: () => this.run() }, 'Run all tests');
    this.only = h('input', { type: 'checkbox', onchange: () => this.draw() });
    this.replaceChildren(h('div.page', null,
      h('div.page-head', null, h('h1', null, 'Tests'), this.summary, this.again),
      h('p.lead', null, 'A test sets up a position, makes moves and says what must be true then. Open a card and press “Prove it” to have a test found for what the card does.'),
      h('div.row', null, h('label.check', null, this.only, 'Only those that fail'), h('button', { type: 'button', onclick: () => this.write() }, 'Write a test')),
      this.list));
    this.run();
  }

  /** @param {any} news */
  heard(news) {
    if (news.news === 'saved') this.run();
  }

  async run() {
    this.again.disabled = true;
    this.summary.textContent = 'Playing …';
    try {
      this.found = await ask('tests', { package: this.app.package });
      this.draw();
    } catch (error) {
      this.summary.textContent = '';
      this.list.replaceChildren(h('p.quiet', null, /** @type {Error} */ (error).message));
    }
    this.again.disabled = false;
  }

  draw() {
    const { tests, passed, failed, milliseconds } = this.found;
    this.summary.replaceChildren(h(`b.${failed ? 'bad' : 'good'}`, null, `${passed} passed, ${failed} failed`), ` in ${(milliseconds / 1000).toFixed(1)} s`);
    const files = new Map();
    for (const test of tests) {
      if (this.only.checked && test.verdict.result === 'passed') continue;
      files.set(test.file, [...(files.get(test.file) ?? []), test]);
    }
    this.list.replaceChildren(...[...files].map(([file, own]) => h('section', null,
      h('h2', null, h('a', { href: `#/${this.app.package}/file/${file}` }, file.replace(/^tests\/|\.card$/g, '')), h('span.number', null, own.length)),
      h('ul', null, ...own.map((/** @type {any} */ test) => this.test(test))))));
    if (!tests.length) this.list.replaceChildren(h('p.quiet', null, 'There are no tests yet.'));
  }

  /** @param {any} test */
  test(test) {
    const { verdict } = test;
    if (verdict.result === 'passed') return h('li.passed', null, h('span', null, test.name));
    return h('li.failed', null, h('b', null, test.name),
      h('p', null, h('a', { href: `#/${this.app.package}/file/${test.file}:${verdict.line}` }, `${test.file}, line ${verdict.line}`)),
      h('pre', null, verdict.source), h('p', null, verdict.message),
      verdict.values && h('p', null, 'It was ', h('b', null, verdict.values[0]), ', not ', h('b', null, verdict.values[1]), '.'));
  }

  async write() {
    const file = 'tests/studio.card';
    const state = await this.app.act('append', { package: this.app.package, file, text: 'test "what should happen" {\n  \n}' }, () => `/file/${file}`);
    if (state) notice('A test is begun at the end of tests/studio.card. Ctrl+Space shows what may be written.');
  }
}

customElements.define('tests-view', TestsView);

/** Looks for tests that show what a card does, and offers to add them. @param {any} app @param {string} card */
export async function proveCard(app, card) {
  notice('Looking for positions in which it acts …');
  let found;
  try {
    found = await ask('prove', { package: app.package, card });
  } catch (error) {
    return notice(/** @type {Error} */ (error).message, 'bad');
  }
  const box = h('dialog.wide', { 'aria-labelledby': 'prove-title', onclose: () => box.remove() });
  const scenarios = found.abilities.filter((/** @type {any} */ one) => one.proof.scenario).map((/** @type {any} */ one) => one.proof.scenario);
  const shown = found.abilities.map((/** @type {any} */ one) => h('section.proof', null, h('h3', null, one.ability.what),
    one.proof.unproved ? h('p.quiet', null, `No test was found: ${one.proof.unproved}`)
      : one.proof.scenario ? h('pre', null, one.proof.scenario) : h('p.fine', null, `Shown by the test “${one.proof.test ?? ''}”.`)));
  const add = async () => {
    box.close();
    const state = await app.act('append', { package: app.package, file: 'tests/proved.card', text: scenarios.join('\n') });
    if (state) notice(`${counted(scenarios.length, 'test')} added to tests/proved.card. Save to run them.`, 'good');
  };
  box.append(h('h2', { id: 'prove-title' }, 'What this card does'),
    ...(shown.length ? shown : [h('p', null, 'It has no abilities to prove: its numbers are shown by the tests of its kind.')]),
    h('div.row.end', null, h('button.quiet', { type: 'button', onclick: () => box.close() }, 'Close'), scenarios.length > 0 && h('button.primary', { type: 'button', onclick: add }, scenarios.length === 1 ? 'Add this test' : 'Add these tests')));
  document.body.append(box);
  box.showModal();
}

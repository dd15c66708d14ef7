// First steps: an empty folder, a game to build on, and a moment later the first card.

import { h, notice } from './dom.js';
import { ask } from './server.js';

export class FirstSteps extends HTMLElement {
  /** @type {[string, string][]} */ starters = [];
  place = '';
  /** @type {() => Promise<void>} */ done = async () => {};

  connectedCallback() {
    const title = h('input', { type: 'text', maxlength: 60, autocomplete: 'off' });
    const games = this.starters.map(([game, name], at) => h('label.game', null, h('input', { type: 'radio', name: 'game', value: game, checked: at === 0 }), h('b', null, name)));
    this.replaceChildren(h('div.page.first', null, h('h1', null, 'What do you want to make?'),
      h('p.lead', null, `The folder “${this.place}” is empty. Choose the game that your cards are for; a small set is made that can be played and printed at once, and you change it card by card.`),
      h('form', { onsubmit: async (/** @type {Event} */ event) => {
        event.preventDefault();
        const game = /** @type {HTMLInputElement} */ (this.querySelector('[name=game]:checked')).value;
        try {
          await ask('start', { game, title: title.value });
          await this.done();
        } catch (error) {
          notice(/** @type {Error} */ (error).message, 'bad');
        }
      } },
      h('fieldset', null, h('legend', null, 'The game'), h('div.games', null, ...games)),
      h('label.field', null, h('span', null, 'The title of your set'), title),
      h('div.row', null, h('button.primary', { type: 'submit' }, 'Make it')))));
  }
}

customElements.define('first-steps', FirstSteps);

// Making elements, and small things that every view needs.

/**
 * Makes an element.
 * @param {string} tag its name, with classes: `button.quiet`
 * @param {Record<string, any> | null} [with_] properties, `on…` listeners, `data`, `style`, attributes
 * @param {...(Node | string | number | null | undefined | false | (Node | string)[])} children
 * @returns {any}
 */
export function h(tag, with_, ...children) {
  const [name, ...classes] = tag.split('.');
  const element = document.createElement(name);
  if (classes.length) element.className = classes.join(' ');
  for (const [key, value] of Object.entries(with_ ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
    else if (key === 'style') for (const [part, way] of Object.entries(value)) element.style.setProperty(part, String(way));
    else if (key === 'data') Object.assign(element.dataset, value);
    else if (key in element && typeof value !== 'string') /** @type {any} */ (element)[key] = value;
    else if (key === 'value') /** @type {any} */ (element).value = value;
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false).map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/** `1 card`, `2 cards`. @param {number} count @param {string} what */
export const counted = (count, what) => `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;

/** Calls once it has been quiet for a while. @param {number} ms @param {(...given: any[]) => void} work */
export function calmly(ms, work) {
  let timer = 0;
  return (/** @type {any[]} */ ...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), ms);
  };
}

/** Says something at the edge of the page. @param {string} text @param {'good' | 'bad' | ''} [mood] */
export function notice(text, mood = '') {
  const line = h(`p.notice${mood ? `.${mood}` : ''}`, null, text);
  document.getElementById('notices')?.append(line);
  setTimeout(() => line.remove(), mood === 'bad' ? 9000 : 4000);
}

/** Asks before something is done. @param {string} title @param {(Node | string)[]} body @param {string} act @param {() => any} done */
export function dialog(title, body, act, done) {
  const close = () => box.close();
  const box = h('dialog', { 'aria-labelledby': 'dialog-title', onclose: () => box.remove() },
    h('form', { method: 'dialog', onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      if ((await done()) !== false) close();
    } },
    h('h2', { id: 'dialog-title' }, title), ...body,
    h('div.row.end', null, h('button.quiet', { type: 'button', onclick: close }, 'Cancel'), act && h('button.primary', { type: 'submit' }, act))));
  document.body.append(box);
  box.showModal();
  return box;
}

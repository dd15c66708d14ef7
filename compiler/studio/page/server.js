// Speaks with the studio on this machine. Everything but the page's own files is a POST that carries
// the token, which came in the fragment of the address and is known to this tab only. A view may
// stand behind it: `#TOKEN/moon/card/moon-imp`.

const given = /^#([0-9a-f]{32})(\/.*)?$/.exec(location.hash);
if (given) {
  sessionStorage.setItem('token', given[1]);
  history.replaceState(null, '', `/#${given[2] ?? '/'}`);
}
const token = sessionStorage.getItem('token') ?? '';

/** A refusal with a sentence for people. */
export class Refused extends Error {}

/** @param {string} verb @param {object} body @param {AbortSignal} [signal] */
async function post(verb, body, signal) {
  let response;
  try {
    response = await fetch(`/api/${verb}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Studio-Token': token },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    gone();
    throw new Refused('The studio does not answer. Is `cardwright studio` still running?');
  }
  if (response.ok) return response;
  let reason = 'The studio refused this page. Open the address that `cardwright studio` printed.';
  try {
    reason = (await response.json()).refused ?? reason;
  } catch { /* the sentence above is all there is to say */ }
  throw new Refused(reason);
}

/** Asks for data. @param {string} verb @param {object} [body] @returns {Promise<any>} */
export const ask = async (verb, body = {}) => (await post(verb, body)).json();

/** Asks for a file. @param {string} verb @param {object} body @param {AbortSignal} [signal] */
export const askFile = async (verb, body, signal) => (await post(verb, body, signal)).blob();

let isGone = false;
function gone() {
  if (isGone) return;
  isGone = true;
  document.documentElement.dataset.gone = '';
}

/** Listens to news for as long as the page is open. @param {(news: any) => void} heard */
export async function listen(heard) {
  for (;;) {
    try {
      const response = await post('news', {});
      if (isGone) {
        isGone = false;
        delete document.documentElement.dataset.gone;
        heard({ news: 'back' });
      }
      const reader = /** @type {ReadableStream<any>} */ (response.body).pipeThrough(new TextDecoderStream()).getReader();
      let rest = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        const lines = (rest + value).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line) heard(JSON.parse(line));
      }
    } catch { /* it is tried again */ }
    await new Promise((later) => setTimeout(later, 1500));
  }
}

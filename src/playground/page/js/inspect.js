// @ts-check
import { byId, h, icon } from './dom.js';

/** Shows what went over the wire for a post, oldest first. @param {any} post */
export function inspect(post) {
  const dialog = byId('inspect');
  dialog.setAttribute('aria-labelledby', 'inspect-title');
  dialog.replaceChildren(
    h(
      'header',
      { class: 'dialog-head' },
      h('h2', { id: 'inspect-title' }, 'What did Slack see?'),
      h(
        'button',
        { type: 'button', class: 'icon-button', 'aria-label': 'Close', onClick: () => dialog.close() },
        icon('close'),
      ),
    ),
    h(
      'div',
      { class: 'dialog-body', tabindex: '0' },
      post.seen.map((/** @type {any} */ one) => [
        h('h3', null, one.via, h('span', null, ` at ${new Date(one.at).toLocaleTimeString('en-GB')}`)),
        h('pre', null, json(one.payload)),
      ]),
    ),
  );
  dialog.showModal();
}

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null|-?\d+(?:\.\d+)?)\b/g;

/** @param {unknown} value */
function json(value) {
  const source = JSON.stringify(value, null, 2);
  const out = [];
  let from = 0;
  for (const match of source.matchAll(TOKEN)) {
    out.push(source.slice(from, match.index));
    const [whole, text, colon] = match;
    const kind = colon ? 'json-key' : text ? 'json-text' : 'json-other';
    out.push(h('span', { class: kind }, text ?? whole), colon ?? '');
    from = match.index + whole.length;
  }
  out.push(source.slice(from));
  return out;
}

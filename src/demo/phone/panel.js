// @ts-check
import { html } from 'htm/preact';

/** @typedef {import('../../playground/page/side.js').PanelProps} PanelProps */
/** @typedef {import('./panel.ts').PhoneText} PhoneText */
/** @typedef {Omit<PanelProps, 'state'> & { state: import('./panel.ts').PhoneState }} Props */

/** Every text that the SMS service accepted, part by part, newest last. @param {Props} props */
export default function Phone({ state: { texts, all, now }, clock }) {
  const left = all > texts.length ? `the last ${texts.length} of ` : '';
  return html`
    <h2 class="side-title">The phone</h2>
    <div class="phone">
      <div class="screen">
        <div class="status-bar" aria-hidden="true"><span>${clock(now)}</span><span class="island"></span><span>4G</span></div>
        <div class="screen-head">
          <b>Messages</b>
          <span>${all === 0 ? 'Texts that the SMS service accepts' : `${left}${all} accepted by the SMS service`}</span>
        </div>
        <div class="texts" id="texts" role="log" aria-label="Texts" tabindex="0">
          <ol>
            ${texts.map(text => html`<${Text} key=${text.id} text=${text} clock=${clock} />`)}
            ${all === 0 && html`<li class="none">No text has been sent yet.</li>`}
          </ol>
        </div>
      </div>
    </div>
  `;
}

/** @param {{ text: PhoneText, clock: Props['clock'] }} props */
function Text({ text, clock }) {
  const at = new Date(text.at);
  const pieces = unbroken(text.pieces);
  const isLong = pieces.length > 1;
  return html`<li class=${isLong ? 'text several' : 'text'}>
    <div class="text-head">
      <span>To ${text.number}</span><time datetime=${at.toISOString()}>${clock(at)}</time>
    </div>
    ${linked(pieces).map(
      (runs, index) => html`
        <div class="bubble" lang=${/[\u0980-\u09ff]/.test(pieces[index] ?? '') ? 'bn' : null} dir="auto">
          ${runs.map(run => (run.href ? html`<a href=${run.href} target="_blank" rel="noreferrer">${run.text}</a>` : run.text))}
        </div>
        ${isLong && html`<div class="text-foot">Part ${index + 1} of ${pieces.length}</div>`}
      `,
    )}
    ${!isLong && html`<div class="text-foot">1 part</div>`}
  </li>`;
}

const ADDRESS = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)।]/g;
const LETTERS = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/**
 * Parts may end between a letter and its vowel sign, or inside a link. A phone joins them; here such a letter is shown
 * with the first part, and such a link with the next.
 * @param {string[]} parts
 */
export function unbroken(parts) {
  const whole = parts.join('');
  const letters = LETTERS.segment(whole);
  const links = [...whole.matchAll(ADDRESS)].map(({ 0: href, index }) => ({
    from: index,
    to: index + href.length,
  }));
  let sent = 0;
  let shown = 0;
  return parts.map(part => {
    sent += part.length;
    const torn = letters.containing(sent);
    const afterLetter = torn && torn.index < sent ? torn.index + torn.segment.length : sent;
    const link = links.find(({ from, to }) => shown < from && from < afterLetter && afterLetter < to);
    const end = link ? link.from : afterLetter;
    const piece = whole.slice(shown, end);
    shown = end;
    return piece;
  });
}

/**
 * The parts of a text, each split at its links. An address that continues in the next part is one link in both, as on a
 * phone.
 * @param {string[]} parts @returns {{ text: string, href?: string }[][]}
 */
export function linked(parts) {
  const links = [...parts.join('').matchAll(ADDRESS)].map(({ 0: href, index }) => ({ href, index }));
  let end = 0;
  return parts.map(part => {
    const start = end;
    end += part.length;
    const runs = [];
    let done = start;
    for (const { href, index } of links) {
      const from = Math.max(index, start);
      const to = Math.min(index + href.length, end);
      if (from >= to) continue;
      runs.push({ text: part.slice(done - start, from - start) });
      runs.push({ text: part.slice(from - start, to - start), href });
      done = to;
    }
    return [...runs, { text: part.slice(done - start) }].filter(({ text }) => text !== '');
  });
}

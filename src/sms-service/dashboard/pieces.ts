import { html } from 'hono/html';
import type { Html, PageContext } from './site.ts';

/** A cell with a number, an amount or a time is aligned to the right. */
export type Cell = string | number | Html;

export interface Column {
  head: string;
  /** For amounts and counts: aligned to the right. */
  right?: boolean;
}

/**
 * A table that becomes a list of cards on a phone, so each cell carries its column's name. If all cells are short,
 * there are three cards in a row.
 */
export function table(caption: string, columns: Column[], rows: Cell[][], look: 'compact' | '' = ''): Html {
  return html`<div class="table ${look}"><table>
<caption class="visually-hidden">${caption}</caption>
<thead><tr>${columns.map(it => html`<th scope="col" class="${it.right ? 'right' : ''}">${it.head}</th>`)}</tr></thead>
<tbody>${rows.map(
    cells =>
      html`<tr>${cells.map(
        (cell, at) =>
          html`<td data-head="${columns[at]?.head ?? ''}" class="${columns[at]?.right ? 'right' : ''}"><div>${cell}</div></td>`,
      )}</tr>
`,
  )}</tbody>
</table></div>`;
}

/** One field of a form, with its label and a hint. */
export function field(
  name: string,
  label: string,
  options: {
    type?: 'text' | 'email' | 'password' | 'date' | 'number' | 'search' | 'tel';
    value?: string;
    hint?: string;
    required?: boolean;
    autocomplete?: string;
    inputmode?: string;
    readonly?: boolean;
    /** Tells its id apart from that of a field with the same name on the page. */
    of?: string;
  } = {},
): Html {
  const { type = 'text', value = '', hint, required = false, autocomplete = 'off', inputmode } = options;
  const id = `${options.of ?? ''}${name}`;
  return html`<div class="field"><label for="${id}">${label}</label>
${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}
<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" spellcheck="false" autocapitalize="none" ${
    inputmode === undefined ? '' : html`inputmode="${inputmode}"`
  } ${hint === undefined ? '' : html`aria-describedby="${id}-hint"`} ${required ? html`required` : ''} ${options.readonly ? html`readonly` : ''}></div>`;
}

/** A choice of one of several. */
export function choice(
  name: string,
  label: string,
  options: { value: string; label: string }[],
  chosen: string,
  of = '',
): Html {
  const id = `${of}${name}`;
  return html`<div class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}">${options.map(
    it => html`<option value="${it.value}" ${it.value === chosen ? html`selected` : ''}>${it.label}</option>`,
  )}</select></div>`;
}

/**
 * Something to copy, shown in full; the button appears only if the script runs. A label may be for screen readers only.
 */
export function copyable(
  c: PageContext,
  id: string,
  value: string,
  { label, button, silent = false }: { label: string; button: string; silent?: boolean },
): Html {
  const { words } = c.var;
  return html`<div class="copyable"><p class="copy-label ${silent ? 'visually-hidden' : ''}" id="${id}-label">${label}</p>
<pre tabindex="0" aria-labelledby="${id}-label"><code id="${id}">${value}</code></pre>
<button type="button" class="copy" data-copy="${id}" data-done="${words.copied}" hidden>${button}</button></div>`;
}

/** Names with their values. */
export function facts(rows: [string, Cell][]): Html {
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

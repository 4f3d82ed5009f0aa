import { zValidator } from '@hono/zod-validator';
import { html } from 'hono/html';
import { z } from 'zod';
import { Mistake, type MistakeKind } from '../mistake.ts';
import type { Html, PageContext } from './context.ts';
import { idIn, problemPage, type Refused } from './layout.ts';
import type { Words } from './words/words.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

/** What may just have been done when a page is shown after a form. */
export type Done = keyof Words['operators']['done'];

/** Reads a posted form of these fields; what is missing is empty. Anything else is answered with 400. */
export function form<Name extends string>(...names: Name[]) {
  const text = z.string().max(2000).default('');
  const fields = Object.fromEntries(names.map(name => [name, text])) as Record<Name, typeof text>;
  return zValidator('form', z.object(fields), (result, c) => {
    if (!result.success || !FORM_TYPE.test(c.req.header('content-type') ?? ''))
      return problemPage(c as never, 'form', 400);
    return undefined;
  });
}

/** The field that each mistake is about, where the form doesn't say otherwise. */
const FIELDS: Partial<Record<MistakeKind, string>> = {
  amount: 'credits',
  balance: 'credits',
  days: 'keep',
  email: 'email',
  'email-taken': 'email',
  name: 'name',
  'name-taken': 'name',
  note: 'note',
};

/**
 * Does what a form asks for, and answers with the result of `then`; if it was a mistake by whoever typed, answers with
 * the page again. "No such thing" is passed on, to the page for that.
 */
export async function carryOut<T>(
  c: PageContext,
  { form, typed, fields = {} }: Pick<Refused, 'form' | 'typed'> & { fields?: typeof FIELDS },
  work: () => T,
  then: (result: T) => Response | Promise<Response>,
  again: (refused: Refused) => Response | Promise<Response>,
): Promise<Response> {
  let result: T;
  try {
    result = work();
  } catch (error) {
    if (!(error instanceof Mistake) || error.kind === 'not-found') throw error;
    const field = fields[error.kind] ?? FIELDS[error.kind] ?? '';
    return again({ form, typed, field, says: c.var.words.problems[error.kind] });
  }
  return then(result);
}

/** What was just done according to the address, in words; only if it is one of ours. */
export function doneOf(c: PageContext): string | undefined {
  const { done } = c.var.words.operators;
  const said = c.req.method === 'GET' ? c.req.query('done') : undefined;
  return said !== undefined && Object.hasOwn(done, said) ? done[said as Done] : undefined;
}

interface FieldOptions {
  type?: 'text' | 'email' | 'password' | 'date' | 'number' | 'search';
  value?: string;
  hint?: string;
  required?: boolean;
  autocomplete?: string;
  inputmode?: 'decimal' | 'numeric' | 'tel';
}

/**
 * The fields of one form of a page: with their labels and hints, and as they were typed if the form was refused, the
 * reason beside the one that is wrong.
 *
 * @param name tells its fields apart from those of the page's other forms
 */
export function fieldsOf(name: string, refused?: Refused) {
  const again = refused?.form === name ? refused : undefined;
  const frame = (
    field: string,
    label: string,
    hint: string | undefined,
    control: (described: Html) => Html,
  ) => {
    const id = idIn(name, field);
    const says = again?.field === field ? again.says : undefined;
    const by = [
      ...(hint === undefined ? [] : [`${id}-hint`]),
      ...(says === undefined ? [] : [`${id}-error`]),
    ];
    const described = html`${by.length > 0 ? html` aria-describedby="${by.join(' ')}"` : ''}${
      says === undefined ? '' : html` aria-invalid="true" autofocus`
    }`;
    return html`
      <div class="field">
        <label for="${id}">${label}</label>
        ${hint === undefined ? '' : html`<p class="hint" id="${id}-hint">${hint}</p>`}
        ${says === undefined ? '' : html`<p class="error" id="${id}-error">${says}</p>`}
        ${control(described)}
      </div>`;
  };

  return {
    field(field: string, label: string, options: FieldOptions = {}): Html {
      const { type = 'text', hint, required = false, autocomplete = 'off', inputmode } = options;
      const value = type === 'password' ? '' : (again?.typed[field] ?? options.value ?? '');
      return frame(
        field,
        label,
        hint,
        described =>
          html`<input id="${idIn(name, field)}" name="${field}" type="${type}" value="${value}"
            autocomplete="${autocomplete}" spellcheck="false" autocapitalize="none"
            ${inputmode === undefined ? '' : html`inputmode="${inputmode}"`}
            ${required ? html`required` : ''}${described}>`,
      );
    },
    /** A choice of one of several. */
    choice(field: string, label: string, options: { value: string; label: string }[], chosen: string): Html {
      const now = again?.typed[field] ?? chosen;
      const items = options.map(
        ({ value, label: words }) =>
          html`<option value="${value}" ${value === now ? html`selected` : ''}>${words}</option>`,
      );
      return frame(
        field,
        label,
        undefined,
        described => html`<select id="${idIn(name, field)}" name="${field}"${described}>${items}</select>`,
      );
    },
  };
}

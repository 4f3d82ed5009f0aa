import { zValidator } from '@hono/zod-validator';
import { html } from 'hono/html';
import { z } from 'zod';
import { Mistake, type MistakeKind } from '../mistake.ts';
import type { Answered, Html, PageContext, Refused } from './context.ts';
import { idIn, problemPage } from './layout.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

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

/** Answers with the page of a form again, which shows what was refused. */
export function refuse(c: PageContext, refused: Refused, again: (c: PageContext) => Answered): Answered {
  c.set('refused', refused);
  return again(c);
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
export function carryOut<T>(
  c: PageContext,
  { form, typed, fields = {} }: Pick<Refused, 'form' | 'typed'> & { fields?: typeof FIELDS },
  work: () => T,
  then: (result: T) => Answered,
  again: (c: PageContext) => Answered,
): Answered {
  let result: T;
  try {
    result = work();
  } catch (error) {
    if (!(error instanceof Mistake) || error.kind === 'not-found') throw error;
    const field = fields[error.kind] ?? FIELDS[error.kind] ?? '';
    return refuse(c, { form, typed, field, says: c.var.words.problems[error.kind] }, again);
  }
  return then(result);
}

interface FieldOptions {
  type?: 'text' | 'email' | 'password' | 'date' | 'search';
  value?: string;
  hint?: string;
  required?: boolean;
  autocomplete?: string;
  inputmode?: 'decimal' | 'numeric' | 'tel';
  /** Makes it a choice of one of these. */
  choices?: { value: string; label: string }[];
}

/**
 * Makes the fields of one form of a page: with their labels and hints, and as they were typed if the form was refused,
 * the reason beside the one that is wrong.
 *
 * @param form tells its fields apart from those of the page's other forms
 */
export function fieldsOf({ var: { refused } }: PageContext, form: string) {
  const again = refused?.form === form ? refused : null;

  return (name: string, label: string, options: FieldOptions = {}): Html => {
    const { type = 'text', hint, autocomplete = 'off', inputmode, choices } = options;
    const id = idIn(form, name);
    const says = again?.field === name ? again.says : undefined;
    const value = type === 'password' ? '' : (again?.typed[name] ?? options.value ?? '');
    const by = [hint && `${id}-hint`, says && `${id}-error`].filter(Boolean).join(' ');
    const common = html`id="${id}" name="${name}"${by && html` aria-describedby="${by}"`}${
      says === undefined ? '' : html` aria-invalid="true" autofocus`
    }`;
    const input = html`
      <input ${common} type="${type}" value="${value}" autocomplete="${autocomplete}" spellcheck="false"
        autocapitalize="none" ${inputmode && html`inputmode="${inputmode}"`} ${options.required ? 'required' : ''}>`;
    const items = choices?.map(
      it => html`<option value="${it.value}" ${it.value === value ? 'selected' : ''}>${it.label}</option>`,
    );
    return html`
      <div class="field">
        <label for="${id}">${label}</label>
        ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
        ${says && html`<p class="error" id="${id}-error">${says}</p>`}
        ${choices === undefined ? input : html`<select ${common}>${items}</select>`}
      </div>`;
  };
}

import { html } from 'hono/html';
import { z } from 'zod';
import type { InputErrorKind } from '../input-error.ts';
import type { Answered, Html, PageContext, Refused } from './context.ts';
import { idIn, problemPage } from './layout.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const text = z.string().max(2000);

/**
 * Handles a posted form. Missing fields are empty. A body that isn't a form is answered with 400. If the form is
 * rejected, `again` shows its page with the user's input.
 */
export function form<Name extends string, Subject = undefined>(
  form: string,
  again: (c: PageContext, subject: Subject) => Answered,
  names: readonly Name[],
  handle: (c: PageContext, typed: Record<Name, string>, subject: Subject) => Answered,
) {
  return (c: PageContext, subject: Subject): Answered => {
    const posted = new URLSearchParams(c.var.body);
    const values = names.map(name => [name, posted.getAll(name)] as const);
    const isForm = FORM_TYPE.test(c.req.header('content-type') ?? '');
    if (!isForm || values.some(([, all]) => all.length > 1 || !text.safeParse(all[0] ?? '').success))
      return problemPage(c, 'form', 400);
    const typed = Object.fromEntries(values.map(([name, [value = '']]) => [name, value])) as Record<
      Name,
      string
    >;
    c.set('posted', { form, typed, again: shown => again(shown, subject) });
    return handle(c, typed, subject);
  };
}

/** Shows the page of the posted form again, with the error. */
export function refuse(c: PageContext, why: Pick<Refused, 'field' | 'says' | 'status'>): Answered {
  if (c.var.posted === null) throw new Error('no form was posted');
  const { again, ...posted } = c.var.posted;
  c.set('refused', { ...posted, ...why });
  return again(c);
}

/** The fields that each kind of error may belong to. */
const FIELDS: Partial<Record<InputErrorKind, string[]>> = {
  amount: ['credits', 'price'],
  balance: ['credits'],
  days: ['keep'],
  email: ['email'],
  'email-taken': ['email'],
  name: ['name'],
  'name-taken': ['name'],
  note: ['note'],
};

/** Rejects the form because of an InputError. */
export function refuseInput(c: PageContext, kind: InputErrorKind): Answered {
  const field = FIELDS[kind]?.find(name => name in (c.var.posted?.typed ?? {})) ?? '';
  // Accounts mustn't learn that another account has this address, so they get the same answer as for an address in
  // their own list.
  const problem = kind === 'email-taken' && c.var.user.role !== 'operator' ? 'email-refused' : kind;
  return refuse(c, { field, says: c.var.words.problems[problem] });
}

interface FieldOptions {
  type?: 'text' | 'email' | 'password' | 'date' | 'search';
  value?: string;
  hint?: string;
  required?: boolean;
  autocomplete?: string;
  /** For the only field of a page. */
  autofocus?: boolean;
  inputmode?: 'decimal' | 'numeric' | 'tel';
  /** Makes the field a choice of these. */
  choices?: { value: string; label: string }[];
}

/**
 * Builds the fields of one form with labels and hints. A rejected form keeps the user's input, and shows the error
 * beside its field.
 *
 * @param form distinguishes its fields from those of the page's other forms
 */
export function fieldsOf({ var: { refused } }: PageContext, form: string) {
  const again = refused?.form === form ? refused : null;

  return (name: string, label: string, options: FieldOptions = {}): Html => {
    const { type = 'text', hint, autocomplete = 'off', inputmode, choices, autofocus = false } = options;
    const id = idIn(form, name);
    const says = again?.field === name ? again.says : undefined;
    const secret = type === 'password' || autocomplete === 'one-time-code';
    const value = secret ? '' : (again?.typed[name] ?? options.value ?? '');
    const describedBy = [hint && `${id}-hint`, says && `${id}-error`].filter(Boolean).join(' ');
    const common = html`id="${id}" name="${name}"${describedBy && html` aria-describedby="${describedBy}"`}${
      says === undefined ? '' : html` aria-invalid="true"`
    }${says !== undefined || autofocus ? html` autofocus` : ''}`;
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

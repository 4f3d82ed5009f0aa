import { html } from 'hono/html';
import { z } from 'zod';
import type { InputErrorKind } from '../input-error.ts';
import type { Answered, Html, PageContext, Refused } from './context.ts';
import { idIn, problemPage } from './layout.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;

const text = z.string().max(2000);

/**
 * Carries out a posted form of these fields; what is missing is empty. What isn't a form is answered with 400; if the
 * form can't be carried out, `again` shows its page once more, with what was typed.
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

/** Answers with the page of the posted form again, which shows what was refused. */
export function refuse(c: PageContext, why: Pick<Refused, 'field' | 'says' | 'status'>): Answered {
  if (c.var.posted === null) throw new Error('no form was posted');
  const { again, ...posted } = c.var.posted;
  c.set('refused', { ...posted, ...why });
  return again(c);
}

/** The fields that each mistake may be about. */
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

/** The same for a mistake by whoever typed. */
export function refuseInput(c: PageContext, kind: InputErrorKind): Answered {
  const field = FIELDS[kind]?.find(name => name in (c.var.posted?.typed ?? {})) ?? '';
  // Whose address it is elsewhere is nothing for accounts: it is answered as one that is in their own list.
  const said = kind === 'email-taken' && c.var.user.role !== 'operator' ? 'email-refused' : kind;
  return refuse(c, { field, says: c.var.words.problems[said] });
}

interface FieldOptions {
  type?: 'text' | 'email' | 'password' | 'date' | 'search';
  value?: string;
  hint?: string;
  required?: boolean;
  autocomplete?: string;
  /** Of a page that has one field. */
  autofocus?: boolean;
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
    const { type = 'text', hint, autocomplete = 'off', inputmode, choices, autofocus = false } = options;
    const id = idIn(form, name);
    const says = again?.field === name ? again.says : undefined;
    const secret = type === 'password' || autocomplete === 'one-time-code';
    const value = secret ? '' : (again?.typed[name] ?? options.value ?? '');
    const by = [hint && `${id}-hint`, says && `${id}-error`].filter(Boolean).join(' ');
    const common = html`id="${id}" name="${name}"${by && html` aria-describedby="${by}"`}${
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

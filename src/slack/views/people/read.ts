import { type Contact, tidyName } from '../../../domain/contact.ts';
import { readColumns } from '../../../domain/contact-columns.ts';
import { LANGUAGES } from '../../../domain/intent.ts';
import { nameFault } from '../../../domain/kept-name.ts';
import { type LocalNumber, parseNumber } from '../../../domain/number.ts';
import type { Problem } from '../../../domain/problem.ts';
import { harmless } from '../../../domain/slack-text.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import type { WantedContact } from '../../../workspaces/contact-decision.ts';
import { CONTACT } from '../../ids.ts';
import type { FormState } from '../../kit/state.ts';
import { NEVER } from './form.ts';

const MAX_CONTACT_NAME = 60;

/** `groups`, `never` null: the form has no such field. */
export type TypedContact = Omit<WantedContact, 'groups' | 'never'> & {
  groups: string[] | null;
  never: boolean | null;
};
type ContactReading =
  | { kind: 'contact'; contact: TypedContact }
  | { kind: 'wrong'; errors: Record<string, string> };

/** What a submitted form says: a contact, or what is wrong by block id. */
export function readContact(words: Wording, state: FormState): ContactReading {
  const errors: Record<string, string> = {};
  const wrong = (block: string, problem: Problem) => {
    errors[block] = wordProblem(words, problem);
  };
  const name = tidyName(state.text(CONTACT.name));
  const fault = nameFault(name, MAX_CONTACT_NAME);
  if (fault) wrong(CONTACT.name, { kind: 'NAME_NOT_KEPT', typed: name, why: fault, limit: MAX_CONTACT_NAME });
  const typed = state.text(CONTACT.number).trim();
  const parsed = parseNumber(typed);
  if (!parsed.ok)
    errors[CONTACT.number] = words.compose.numberWrong({ typed: harmless(typed, 40), why: parsed.why });
  const columns = readColumns(state.text(CONTACT.columns));
  if (!columns.ok)
    wrong(CONTACT.columns, { kind: 'COLUMN_NOT_READ', typed: columns.typed, why: columns.why });
  if (!parsed.ok || !columns.ok || fault) return { kind: 'wrong', errors };
  const chosen = state.choice(CONTACT.language);
  const contact: TypedContact = {
    name,
    number: parsed.number satisfies LocalNumber,
    language: LANGUAGES.find(one => one === chosen) ?? null,
    note: state.text(CONTACT.note).trim() satisfies Contact['note'],
    columns: columns.columns,
    groups: state.choices(CONTACT.groups),
    never: state.choices(CONTACT.never)?.includes(NEVER) ?? null,
  };
  return { kind: 'contact', contact };
}

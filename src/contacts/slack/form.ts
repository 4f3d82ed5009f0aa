import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { type LocalNumber, parseNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { checkboxes, radio, several, textField } from '../../kit/slack/fields.ts';
import { type Form, type FormFields, openerOf } from '../../kit/slack/form.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import { asIs } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Right } from '../../kit/slack/surface.ts';
import { harmless } from '../../kit/slack-text.ts';
import { LANGUAGES } from '../../kit/words/languages.ts';
import { LANGUAGE_NAMES, type Wording, type WordsFor, wordProblem } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import { isSameName, tidyName } from '../../texts/kept-name.ts';
import { senderProblem } from '../../texts/rights.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { manager } from '../../workspace/slack/rights.ts';
import { versionOf, type WantedContact } from '../book.ts';
import { type Contact, type ContactGroup, columnLines, readColumns } from '../contact.ts';
import { failure } from '../problem.ts';
import type { ForgettingJob } from '../store/forgetting-model.ts';

/** What somebody who may see a workspace's people may do with them: anybody who may change them may also add some. */
export type PeopleRights = { mayChange: boolean; mayAdd: boolean };

export async function rightsOf(services: Services, workspace: string, userId: string): Promise<PeopleRights> {
  const mayChange = (await manager(services, { workspace, userId }, null)) === null;
  return { mayChange, mayAdd: mayChange || (await adderProblem(services, workspace, userId)) === null };
}

/** Null if somebody may add people right now: managers, and, if a setting says so, everybody who may send. */
async function adderProblem(services: Services, workspace: string, userId: string): Promise<Problem | null> {
  const [problem, rules] = await Promise.all([
    manager(services, { workspace, userId }, null),
    services.settings.of(workspace),
  ]);
  if (!problem || !rules.everyoneAdds) return problem;
  // Like by one of the app's own buttons: the rule about channels is for people who type in one.
  return senderProblem(services, workspace, userId, null);
}

/** Whoever may add people. */
const adder: Right = (services, { workspace, userId }) => adderProblem(services, workspace, userId);

const MAX_CONTACT_NAME = 60;
const NO_LANGUAGE = 'none';
const NEVER = 'never';

/** `number`: empty where it can't be read. `groups`, `never` null: the form has no such field. */
type ContactTyped = Omit<WantedContact, 'number' | 'groups' | 'never'> & {
  number: string;
  groups: string[] | null;
  never: boolean | null;
};
/** All groups there are; null: the person may only say whose number it is. `since`: of "never text". */
type ContactExtras = { groups: ContactGroup[] | null; since: Contact['never'] };

/** The form that adds or changes a contact. */
export const contactForm: Form<{
  about: string | null;
  before: Contact | null;
  draft: ContactTyped;
  extras: ContactExtras;
}> = {
  id: 'contact',
  ways: { new: () => null, change: asIs },
  // After one was added: Slack takes no more than three modals on top of each other.
  inPlace: { way: 'another', of: () => null },
  about: z.string().nullable(),
  may: (judging, who, id) => (id === null ? adder : manager)(judging, who, null),
  requiresLiveFacts: true,
  command: null,
  title: ({ people }, id) => (id === null ? people.addTitle : people.changeTitle),
  submit: ({ settings }) => settings.save,
  async load({ contactBook }, { workspace }, id, words) {
    const known = id === null ? null : await contactBook.one(workspace, id);
    const gone = wordProblem(words, failure('CONTACT_GONE'));
    return { before: known?.contact ?? null, ...(id === null || known ? {} : { gone }) };
  },
  draft: contact => ({
    ...{ name: contact?.name ?? '', number: contact?.number ?? '', note: contact?.note ?? '' },
    ...{ columns: contact?.columns ?? {}, language: contact?.language ?? null },
    groups: [...(contact?.groups ?? [])],
    never: (contact?.never ?? null) !== null,
  }),
  async extras(services, { workspace, userId }, { about: id, before }) {
    const mayChange = id !== null || (await rightsOf(services, workspace, userId)).mayChange;
    const groups = mayChange ? await services.contactBook.groups(workspace) : null;
    return { groups, since: before?.never ?? null };
  },
  fields: words => fields(words),
  foot({ people }, { about: id }) {
    if (id === null) return [];
    const { button: label } = people.forget;
    return [actions(button({ action: openerOf(forgetForm, 'ask'), label, value: id, style: 'danger' }))];
  },
  version: ({ groups: its, ...draft }) => [draft, its?.toSorted()],
  changed: (words, { about: id, before }) => [
    id === null || before ? words.people.changedMeanwhile : wordProblem(words, failure('CONTACT_GONE')),
  ],
  async save(services, submitter, words, { before, draft }) {
    const { workspace, userId } = submitter;
    const isManager = (await manager(services, { workspace, userId }, null)) === null;
    // People who may only add decide neither whom groups reach nor who is never texted.
    const wanted: WantedContact = {
      ...draft,
      number: draft.number as LocalNumber,
      groups: isManager ? (draft.groups ?? []) : [],
      never: isManager && draft.never === true,
    };
    const seen = before && { id: before.id, version: versionOf(before) };
    const decided = await services.contactBook.save(workspace, userId, wanted, seen);
    const { people, settings } = words;
    switch (decided.kind) {
      case 'problem': {
        const because = wordProblem(words, decided.problem);
        return { again: decided.problem.kind === 'CONTACT_GONE' ? because : settings.notSaved(because) };
      }
      case 'changed':
        return { again: people.changedMeanwhile };
      case 'unchanged':
        return before ? { said: people.unchanged } : { shown: addedModal(words, [people.unchanged]) };
      case 'saved': {
        const name = harmless(decided.contact.name, 60);
        const lines = [
          before ? people.saved(name) : people.added(name),
          ...(decided.stopped ? [people.stoppedBefore] : []),
          ...((await isShared(services, decided.contact)) ? [people.sameName(name)] : []),
        ];
        return before ? { said: lines.join('\n') } : { shown: addedModal(words, lines) };
      }
    }
  },
};

/** What was added, and the way to the next one. */
function addedModal({ people, settings }: Wording, lines: string[]): ModalView {
  const more = button({ action: openerOf(contactForm, 'another'), label: people.another, value: '' });
  const said = noticeModal(people.title, settings.back, ...lines);
  return { ...said, blocks: [...said.blocks, actions(more)] };
}

/** Whether another contact has the name too. */
async function isShared({ contacts }: Services, { workspace, id, name }: Contact): Promise<boolean> {
  const found = await contacts.find(workspace, { names: [name], contactsToo: true });
  return found.contacts.some(one => one.id !== id && isSameName(one.name, name));
}

function fields(words: Wording): FormFields<ContactTyped, ContactExtras> {
  const { people, compose } = words;
  const { field } = people;
  const languages = [
    { value: NO_LANGUAGE, label: field.language.none },
    ...LANGUAGES.map(one => ({ value: one, label: LANGUAGE_NAMES[one] })),
  ];
  const never = [{ value: NEVER, label: field.never.never }];
  return {
    name: {
      blocks: (id, name) => textField(id, field.name, name, { most: MAX_CONTACT_NAME, needed: true }),
      read(state, id) {
        const name = tidyName(state.text(id));
        return { value: name, wrong: nameProblem(words, name, MAX_CONTACT_NAME) };
      },
    },
    number: {
      blocks: (id, number) => textField(id, field.number, number, { most: 40, needed: true }),
      read(state, id) {
        const typed = state.text(id).trim();
        const parsed = parseNumber(typed);
        if (parsed.ok) return { value: parsed.number };
        return { value: '', wrong: compose.numberWrong({ typed: harmless(typed, 40), why: parsed.why }) };
      },
    },
    groups: {
      blocks(id, chosen, { groups }) {
        const all = groups?.map(one => ({ value: one.id, label: one.name })) ?? [];
        return all.length > 0 ? several(id, field.groups, all, chosen ?? []) : [];
      },
      read: (state, id) => ({ value: state.choices(id) }),
    },
    columns: {
      blocks: (id, columns) =>
        textField(id, field.columns, columnLines(columns), { most: 3000, lines: true }),
      read(state, id) {
        const read = readColumns(state.text(id));
        if (read.ok) return { value: read.columns };
        const wrong = failure('COLUMN_NOT_READ', { typed: read.typed, why: read.why });
        return { value: {}, wrong: wordProblem(words, wrong) };
      },
    },
    note: {
      blocks: (id, note) => textField(id, field.note, note, { most: 500, lines: true }),
      read: (state, id) => ({ value: state.text(id).trim() }),
    },
    language: {
      blocks: (id, language) => radio(id, field.language, languages, language ?? NO_LANGUAGE),
      read: (state, id) => ({ value: LANGUAGES.find(one => one === state.choice(id)) ?? null }),
    },
    never: {
      blocks: (id, isNever, { groups, since }) => [
        ...(since ? [context(people.neverSince(since))] : []),
        ...(groups === null ? [] : [checkboxes(id, field.never, never, isNever ? [NEVER] : [])]),
      ],
      read: (state, id) => ({ value: state.choices(id)?.includes(NEVER) ?? null }),
    },
  };
}

/**
 * "Forget this person…" in a contact's form: says everything that it will do, and asks for confirmation. The contact goes at
 * once; the rest is removed step by step, and whoever asked for it is told when that is done.
 */
export const forgetForm: Form<{
  about: string;
  before: { contact: Contact; isNever: boolean };
  draft: object;
}> = {
  id: 'forget',
  ways: { ask: asIs },
  about: z.string(),
  may: manager,
  requiresLiveFacts: true,
  command: null,
  title: ({ people }) => people.forget.title,
  submit: ({ people }) => people.forget.submit,
  async load({ contactBook, settings }, { workspace }, id, words) {
    const [known, { blocklist }] = await Promise.all([
      contactBook.one(workspace, id),
      settings.of(workspace),
    ]);
    if (!known) return { gone: wordProblem(words, failure('CONTACT_GONE')) };
    const { contact } = known;
    return { before: { contact, isNever: contact.never !== null || blocklist.includes(contact.number) } };
  },
  draft: () => ({}),
  fields: () => ({}),
  head({ people: { forget } }, { before: { contact, isNever } }) {
    const name = contact.name === '' ? null : harmless(contact.name, 60);
    const lines = [
      forget.intro({ name, number: contact.number }),
      forget.gone,
      forget.kept,
      forget.waiting,
      ...(isNever ? [forget.never] : []),
      forget.slack,
    ];
    return lines.map(section);
  },
  async save({ contactBook, forgetter, log }, { workspace, userId }, { people }, { about: id }) {
    const isForgotten = await contactBook.forget(workspace, userId, id);
    log.info({ workspace, by: userId, isForgotten }, 'somebody is to be forgotten');
    forgetter.wake();
    return isForgotten ? { said: people.forget.done } : { refused: failure('CONTACT_GONE') };
  },
};

/**
 * Tells whoever had somebody forgotten what was done. Leaves out the name, since Slack would keep it.
 *
 * @returns a function that rejects if Slack may accept it later
 */
export function createForgottenNotice(parts: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
  log: Log;
}): (job: ForgettingJob) => Promise<void> {
  const { poster, words, log } = parts;
  return async ({ workspace, by, wall, ...did }) => {
    const { people } = await words.of(workspace, by);
    const hooks = did.hooks.map(name => harmless(name, 60));
    const posted = await poster.post(workspace, by, {
      text: people.forget.report({ asked: wall, ...did, hooks }),
    });
    if (posted.kind === 'away') throw new Error('Slack did not take the news that somebody is forgotten');
    if (posted.kind === 'refused')
      log.warn({ workspace, error: posted.error }, 'nobody could be told of a forgotten person');
  };
}

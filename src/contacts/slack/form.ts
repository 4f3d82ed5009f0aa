import type { Button, ModalView } from '@slack/types';
import { z } from 'zod';
import { type LocalNumber, parseNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { checkboxes, radio, several, textField } from '../../kit/slack/fields.ts';
import { type Form, type FormFields, openerOf, parentListOf } from '../../kit/slack/form.ts';
import { MAX_INPUT } from '../../kit/slack/limits.ts';
import { refreshParentList } from '../../kit/slack/list.ts';
import type { Permission, SlackListener } from '../../kit/slack/listener.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import { LANGUAGES } from '../../kit/words/languages.ts';
import { LANGUAGE_NAMES, type Wording, type WordsFor, wordProblem } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import { isSameName, tidyName } from '../../texts/parse/name.ts';
import { senderProblem } from '../../texts/permissions.ts';
import { meaning, namedUses, type RecipientUse } from '../../texts/recipient-uses.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { type Contact, type ContactGroup, columnLines, groupAs, readColumns } from '../contact.ts';
import { failure } from '../problem.ts';
import { seenContactSchema, versionOf, type WantedContact } from '../service.ts';
import { type ErasureJob, isOf } from '../store/erasure-model.ts';

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
const adder: Permission = (services, { workspace, userId }) => adderProblem(services, workspace, userId);

/** In a contact's form. Value: the contact as it was shown. */
const DELETE_CONTACT = 'delete_contact';

const MAX_CONTACT_NAME = 60;
const NO_LANGUAGE = 'none';
const DO_NOT_TEXT = 'doNotText';

/** `number`: empty where it can't be read. `groups`, `doNotText` null: the form has no such field. */
type ContactTyped = Omit<WantedContact, 'number' | 'groups' | 'doNotText'> & {
  number: string;
  groups: string[] | null;
  doNotText: boolean | null;
};
/** All groups there are; null: the person may only say whose number it is. `since`: of "never text". */
type ContactExtras = { groups: ContactGroup[] | null; since: Contact['doNotText'] };

/** The form that adds or changes a contact. */
export const contactForm: Form<{
  subject: string | null;
  current: Contact | null;
  draft: ContactTyped;
  extras: ContactExtras;
}> = {
  id: 'contact',
  openers: { new: () => null, change: asIs },
  // After one was added: Slack takes no more than three modals on top of each other.
  replaceOpener: { way: 'another', of: () => null },
  subject: z.string().nullable(),
  permission: (permissionFacts, user, id) => (id === null ? adder : manager)(permissionFacts, user, null),
  requiresLiveFacts: true,
  command: null,
  title: ({ people }, id) => (id === null ? people.addTitle : people.changeTitle),
  submit: ({ settings }) => settings.save,
  async load({ contactBook }, { workspace }, id, words) {
    const entry = id === null ? null : await contactBook.one(workspace, id);
    const deleted = wordProblem(words, failure('CONTACT_GONE'));
    return { current: entry?.contact ?? null, ...(id === null || entry ? {} : { deleted }) };
  },
  draft: contact => ({
    ...{ name: contact?.name ?? '', number: contact?.number ?? '', note: contact?.note ?? '' },
    ...{ columns: contact?.columns ?? {}, language: contact?.language ?? null },
    groups: [...(contact?.groups ?? [])],
    doNotText: (contact?.doNotText ?? null) !== null,
  }),
  async extras(services, { workspace, userId }, { subject: id, current }) {
    const mayChange = id !== null || (await rightsOf(services, workspace, userId)).mayChange;
    const groups = mayChange ? await services.contactBook.groups(workspace) : null;
    return { groups, since: current?.doNotText ?? null };
  },
  fields: words => fields(words),
  foot({ people }, { subject: id, current }) {
    if (id === null) return [];
    const erase = button({
      action: openerOf(eraseForm, 'ask'),
      label: people.erase.button,
      value: id,
      style: 'danger',
    });
    return [actions(...(current ? [deleteButton(people.delete, current)] : []), erase)];
  },
  // Where there are no groups, the form has no such field.
  version: ({ groups, ...draft }) => [draft, groups?.toSorted() ?? []],
  changed: (words, { subject: id, current }) => [
    id === null || current ? words.people.changedMeanwhile : wordProblem(words, failure('CONTACT_GONE')),
  ],
  async save(services, submitter, words, { current, draft }) {
    const { workspace, userId } = submitter;
    const isManager = (await manager(services, { workspace, userId }, null)) === null;
    // People who may only add decide neither whom groups reach nor who is never texted.
    const input: WantedContact = {
      ...draft,
      number: draft.number as LocalNumber,
      groups: isManager ? (draft.groups ?? []) : [],
      doNotText: isManager && draft.doNotText === true,
    };
    const seen = current && { id: current.id, version: versionOf(current) };
    const decided = await services.contactBook.save(workspace, userId, input, seen);
    const { people, settings } = words;
    switch (decided.kind) {
      case 'problem': {
        const because = wordProblem(words, decided.problem);
        if (decided.problem.kind === 'CONTACT_GONE') return { retry: because };
        const isTaken = decided.problem.kind === 'NUMBER_TAKEN';
        return { retry: settings.notSaved(because), ...(isTaken && { field: 'number' }) };
      }
      case 'changed':
        return { retry: people.changedMeanwhile };
      case 'unchanged':
        return current ? { message: people.unchanged } : { view: addedModal(words, [people.unchanged]) };
      case 'saved': {
        const name = harmless(decided.contact.name, 60);
        const lines = [
          current ? people.saved(name) : people.added(name),
          ...(decided.stopped ? [people.stoppedBefore] : []),
          ...((await isShared(services, decided.contact)) ? [people.sameName(name)] : []),
        ];
        return current ? { message: lines.join('\n') } : { view: addedModal(words, lines) };
      }
    }
  },
};

/** "Delete this person", which asks first. */
function deleteButton(words: Wording['people']['delete'], contact: Contact): Button {
  const { title, text, confirm, deny } = words.confirm;
  const name = contact.name || contact.number;
  return button({
    action: DELETE_CONTACT,
    label: words.button,
    value: JSON.stringify({ id: contact.id, version: versionOf(contact) }),
    confirm: { title, text: text({ name, doNotText: contact.doNotText !== null }), confirm, deny },
  });
}

/** "Delete this person" in their form, confirmed: unless they have changed since they were shown, or something texts them. */
export function deleteContactButton(services: Services): SlackListener {
  return onPress(services, DELETE_CONTACT, {
    read: value => parseStoredJson(seenContactSchema, value),
    permission: manager,
    requiresLiveFacts: true,
    async handle(services, press, seen) {
      const { workspace, userId, client } = press;
      const [words, entry] = await Promise.all([
        services.words.of(workspace, userId),
        services.contactBook.one(workspace, seen.id),
      ]);
      const contact = entry?.contact ?? null;
      const used = contact ? await usesOfContact(services, contact) : [];
      const outcome = used.length > 0 ? 'used' : await services.contactBook.remove(workspace, userId, seen);
      services.log.info({ workspace, by: userId, outcome }, 'somebody asked to delete a contact');
      const name = harmless(contact?.name || (contact?.number ?? ''), 60);
      const { people, settings, uses } = words;
      const messages = {
        used: uses.inUse({ name, uses: namedUses(words, used) }),
        removed: people.delete.done(name),
        changed: people.delete.changedSince,
        gone: wordProblem(words, failure('CONTACT_GONE')),
      };
      return {
        kind: 'shown',
        view: noticeModal(people.title, settings.back, messages[outcome]),
        after: () => refreshParentList(services, client, press, parentListOf(press)),
      };
    },
  });
}

/** What was added, and the way to the next one. */
function addedModal({ people, settings }: Wording, lines: string[]): ModalView {
  const more = button({ action: openerOf(contactForm, 'another'), label: people.another, value: '' });
  const notice = noticeModal(people.title, settings.back, ...lines);
  return { ...notice, blocks: [...notice.blocks, actions(more)] };
}

/** Whether another contact has the name too. */
async function isShared({ contacts }: Services, { workspace, id, name }: Contact): Promise<boolean> {
  const stored = await contacts.find(workspace, { names: [name], contactsToo: true });
  return stored.contacts.some(contact => contact.id !== id && isSameName(contact.name, name));
}

function fields(words: Wording): FormFields<ContactTyped, ContactExtras> {
  const { people, compose } = words;
  const { field } = people;
  const languages = [
    { value: NO_LANGUAGE, label: field.language.none },
    ...LANGUAGES.map(language => ({ value: language, label: LANGUAGE_NAMES[language] })),
  ];
  const doNotText = [{ value: DO_NOT_TEXT, label: field.doNotText.doNotText }];
  return {
    name: {
      blocks: (id, name) => textField(id, field.name, name, { most: MAX_CONTACT_NAME, needed: true }),
      read(state, id) {
        const name = tidyName(state.text(id));
        return { value: name, error: nameProblem(words, name, MAX_CONTACT_NAME) };
      },
    },
    number: {
      blocks: (id, number) => textField(id, field.number, number, { most: 40, needed: true }),
      read(state, id) {
        const typed = state.text(id).trim();
        const parsed = parseNumber(typed);
        if (parsed.ok) return { value: parsed.number };
        return { value: '', error: compose.numberWrong({ typed: harmless(typed, 40), why: parsed.why }) };
      },
    },
    groups: {
      blocks(id, chosen, { groups }) {
        const all = groups?.map(group => ({ value: group.id, label: group.name })) ?? [];
        return all.length > 0 ? several(id, field.groups, all, chosen ?? []) : [];
      },
      read: (state, id) => ({ value: state.choices(id) }),
    },
    columns: {
      blocks: (id, columns) =>
        textField(id, field.columns, columnLines(columns), { most: MAX_INPUT, lines: true }),
      read(state, id) {
        const read = readColumns(state.text(id));
        if (read.ok) return { value: read.columns };
        const wrong = failure('COLUMN_NOT_READ', { typed: read.typed, why: read.why });
        return { value: {}, error: wordProblem(words, wrong) };
      },
    },
    note: {
      blocks: (id, note) => textField(id, field.note, note, { most: 500, lines: true }),
      read: (state, id) => ({ value: state.text(id).trim() }),
    },
    language: {
      blocks: (id, language) => radio(id, field.language, languages, language ?? NO_LANGUAGE),
      read: (state, id) => ({ value: LANGUAGES.find(language => language === state.choice(id)) ?? null }),
    },
    doNotText: {
      blocks: (id, isDoNotText, { groups, since }) => [
        ...(since ? [context(people.doNotTextSince(since))] : []),
        ...(groups === null
          ? []
          : [checkboxes(id, field.doNotText, doNotText, isDoNotText ? [DO_NOT_TEXT] : [])]),
      ],
      read: (state, id) => ({ value: state.choices(id)?.includes(DO_NOT_TEXT) ?? null }),
    },
  };
}

/** What texts them, by themselves or as the only one in a group. */
async function usesOfContact(
  { contacts, book, usesOf }: Services,
  { id, workspace, number, name, groups: groupIds }: Contact,
): Promise<RecipientUse[]> {
  const [{ groups, sizes }, match] = await Promise.all([
    contacts.find(workspace, { groups: [...groupIds] }),
    book.resolveName(workspace, name),
  ]);
  const hasNamesake = match.kind !== 'numbers' || match.isGroup;
  const alone = groups.filter(group => sizes.get(group.id) === 1).map(group => meaning(groupAs(group)));
  const person = { contact: id, number, name, hasNamesake };
  return usesOf(workspace, recipient => isOf(person, recipient) || alone.some(isIt => isIt(recipient)));
}

/**
 * "Forget this person…" in a contact's form: says everything that it will do, and asks for confirmation. The contact goes at
 * once; the rest is removed step by step, and whoever asked for it is told when that is done.
 */
export const eraseForm: Form<{
  subject: string;
  current: { contact: Contact; isDoNotText: boolean; used: readonly RecipientUse[] };
  draft: object;
}> = {
  id: 'forget',
  openers: { ask: asIs },
  subject: z.string(),
  permission: manager,
  requiresLiveFacts: true,
  command: null,
  title: ({ people }) => people.erase.title,
  submit: ({ people }) => people.erase.submit,
  async load(services, { workspace }, id, words) {
    const { contactBook, settings } = services;
    const [entry, { blocklist }] = await Promise.all([
      contactBook.one(workspace, id),
      settings.of(workspace),
    ]);
    if (!entry) return { deleted: wordProblem(words, failure('CONTACT_GONE')) };
    const { contact } = entry;
    const isDoNotText = contact.doNotText !== null || blocklist.includes(contact.number);
    return { current: { contact, isDoNotText, used: await usesOfContact(services, contact) } };
  },
  draft: () => ({}),
  fields: () => ({}),
  head(words, { current: { contact, isDoNotText, used } }) {
    const { erase } = words.people;
    const emptied = used.filter(({ isEmptied }) => isEmptied);
    const name = contact.name === '' ? null : harmless(contact.name, 60);
    const lines = [
      erase.intro({ name, number: contact.number }),
      ...(used.length > 0 ? [erase.used(namedUses(words, used))] : []),
      ...(emptied.length > 0 ? [erase.emptied(namedUses(words, emptied))] : []),
      erase.gone,
      erase.kept,
      erase.waiting,
      ...(isDoNotText ? [erase.doNotText] : []),
      erase.slack,
    ];
    return lines.map(section);
  },
  async save({ contactBook, erasureWorker, log }, { workspace, userId }, { people }, { subject: id }) {
    const isErased = await contactBook.erase(workspace, userId, id);
    log.info({ workspace, by: userId, isErased }, 'somebody is to be forgotten');
    erasureWorker.wake();
    return isErased ? { message: people.erase.done } : { problem: failure('CONTACT_GONE') };
  },
};

/**
 * Tells whoever had somebody forgotten what was done. Leaves out the name, since Slack would keep it.
 *
 * @returns a function that rejects if Slack may accept it later
 */
export function createForgottenNotice(deps: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
  log: Log;
}): (job: ErasureJob) => Promise<void> {
  const { poster, words, log } = deps;
  return async ({ workspace, by, wall, ...did }) => {
    const { people } = await words.of(workspace, by);
    const hooks = did.hooks.map(name => harmless(name, 60));
    const posted = await poster.post(workspace, by, {
      text: people.erase.report({ asked: wall, ...did, hooks }),
    });
    if (posted.kind === 'away') throw new Error('Slack did not take the news that somebody is forgotten');
    if (posted.kind === 'refused')
      log.warn({ workspace, error: posted.error }, 'nobody could be told of a forgotten person');
  };
}

import type { Button, ModalView } from '@slack/types';
import { z } from 'zod';
import { type LocalNumber, parseNumber } from '../../kit/number.ts';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context } from '../../kit/slack/elements.ts';
import { checkboxes, radio, several, textField } from '../../kit/slack/fields.ts';
import { type Form, type FormFields, openerOf, parentListOf } from '../../kit/slack/form.ts';
import { MAX_INPUT } from '../../kit/slack/limits.ts';
import { refreshParentList } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import { LANGUAGES } from '../../kit/words/languages.ts';
import { LANGUAGE_NAMES, type Wording, wordProblem } from '../../kit/words/wording.ts';
import { isSameName, tidyName } from '../../texts/parse/name.ts';
import { namedUses } from '../../texts/recipient-uses.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import {
  type Contact,
  type ContactGroup,
  columnLines,
  MAX_CONTACT_NAME,
  MAX_NOTE,
  readColumns,
} from '../contact.ts';
import { type ContactInput, seenContactSchema, versionOf } from '../contact-decision.ts';
import { failure } from '../problem.ts';
import { eraseForm, usesOfContact } from './erase-form.ts';
import { adder, rightsOf } from './people-permissions.ts';

/** Value: the version of the contact that was shown. */
const DELETE_CONTACT = 'delete_contact';

const NO_LANGUAGE = 'none';
const DO_NOT_TEXT = 'doNotText';

/** `number`: empty if it isn't valid. `groups`, `doNotText`: null if the form has no such field. */
type ContactTyped = Omit<ContactInput, 'number' | 'groups' | 'doNotText'> & {
  number: string;
  groups: string[] | null;
  doNotText: boolean | null;
};
/**
 * `groups`: all groups; null if the user may only add. `since`: the contact's mark "never text"; null if there is
 * none.
 */
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
  // "Add another" replaces the notice, because Slack stacks at most three modals.
  replaceOpener: { way: 'another', of: () => null },
  subject: z.string().nullable(),
  permission: (services, user, id) => (id === null ? adder : manager)(services, user, null),
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
    name: contact?.name ?? '',
    number: contact?.number ?? '',
    note: contact?.note ?? '',
    columns: contact?.columns ?? {},
    language: contact?.language ?? null,
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
  // `groups` is null if the form has no field for groups.
  version: ({ groups, ...draft }) => [draft, groups?.toSorted() ?? []],
  changed: (words, { subject: id, current }) => [
    id === null || current ? words.people.changedMeanwhile : wordProblem(words, failure('CONTACT_GONE')),
  ],
  async save(services, submitter, words, { current, draft }) {
    const { workspace, userId } = submitter;
    const isManager = (await manager(services, { workspace, userId }, null)) === null;
    // Users who may only add people decide neither about groups nor about "never text".
    const input: ContactInput = {
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
          ...((await hasNamesake(services, decided.contact)) ? [people.sameName(name)] : []),
        ];
        return current ? { message: lines.join('\n') } : { view: addedModal(words, lines) };
      }
    }
  },
};

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

/**
 * "Delete this person", confirmed. Refuses if the person has changed since they were shown, or something texts
 * them.
 */
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

/** The notice that a contact was added, with a button to add another. */
function addedModal({ people, settings }: Wording, lines: string[]): ModalView {
  const more = button({ action: openerOf(contactForm, 'another'), label: people.another, value: '' });
  const notice = noticeModal(people.title, settings.back, ...lines);
  return { ...notice, blocks: [...notice.blocks, actions(more)] };
}

/** True if another contact has the name. */
async function hasNamesake({ contacts }: Services, { workspace, id, name }: Contact): Promise<boolean> {
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
  const doNotText = [{ value: DO_NOT_TEXT, label: field.doNotText.yes }];
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
      blocks: (id, note) => textField(id, field.note, note, { most: MAX_NOTE, lines: true }),
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

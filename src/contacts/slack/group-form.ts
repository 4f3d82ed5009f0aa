import type { LocalNumber } from '../../kit/number.ts';
import { shortText } from '../../kit/slack/fields.ts';
import type { Form } from '../../kit/slack/form.ts';
import { listView } from '../../kit/slack/list.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { wordLeftOut, wordProblem } from '../../kit/words/wording.ts';
import { isSameName, nameFault, tidyName } from '../../texts/parse/name.ts';
import { mayBeMany, type Recipient } from '../../texts/recipient.ts';
import {
  nameProblem,
  numbersError,
  recipients,
  recipientsIn,
} from '../../texts/slack/compose/recipients-field.ts';
import { shownRecipient } from '../../texts/slack/receipt-messages.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { MAX_GROUPS, MAX_NAME, MAX_NUMBERS } from '../contact.ts';
import type { NewMember, SizedGroup } from '../groups.ts';
import {
  addedLine,
  GROUP_FORM,
  groupPeople,
  MEMBERS_FORM,
  type NamedGroup,
  namedGroupSchema,
  shownName,
  startOf,
} from './group-people.ts';

const groupIn = (value: string): NamedGroup => parseStoredJson(namedGroupSchema, value);

/** The form that renames a group, or creates one; then the new group's list replaces the form. */
export const groupForm: Form<{
  subject: NamedGroup | null;
  current: SizedGroup | null;
  draft: { name: string };
}> = {
  id: GROUP_FORM.id,
  openers: { rename: groupIn },
  replaceOpener: { way: 'new', of: () => null },
  subject: namedGroupSchema.nullable(),
  permission: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} groups`,
  title: ({ groups }, group) => (group === null ? groups.addTitle : groups.renameTitle),
  submit: ({ settings }) => settings.save,
  async load({ contactGroups }, { workspace }, group, { groups: groupWords }) {
    if (group !== null) {
      const current = await contactGroups.group(workspace, group.id);
      return current ? { current } : { deleted: groupWords.deletedMeanwhile };
    }
    const isFull = (await contactGroups.of(workspace)).length >= MAX_GROUPS;
    return { current: null, ...(isFull ? { deleted: groupWords.tooMany(MAX_GROUPS) } : {}) };
  },
  draft: current => ({ name: current?.name ?? '' }),
  fields: words => ({
    name: {
      blocks: (id, name) => ({
        ...shortText(id, words.groups.field.name, name === '' ? null : name),
        optional: false,
      }),
      read(state, id) {
        const name = tidyName(state.text(id));
        return { value: name, error: nameProblem(words, name, MAX_NAME) };
      },
    },
  }),
  version: draft => draft,
  changed: ({ groups }) => [groups.changedMeanwhile],
  warning({ groups }, { current, draft }) {
    if (!current || isSameName(current.name, draft.name)) return null;
    return [groups.renaming({ from: shownName(current.name), to: shownName(draft.name) })];
  },
  async save(services, submitter, words, { current, draft: { name } }) {
    const { contactGroups } = services;
    const { workspace, userId } = submitter;
    const { groups, people, settings } = words;
    const nameTaken = { retry: `:warning: ${groups.taken(shownName(name))}`, field: 'name' };
    if (!current) {
      const created = await contactGroups.make(workspace, userId, name);
      if (created.kind === 'taken') return nameTaken;
      if (created.kind === 'too_many') return { retry: groups.tooMany(MAX_GROUPS) };
      return { view: await listView(services, words, submitter, groupPeople, startOf(created.id, 'groups')) };
    }
    const outcome = await contactGroups.rename(workspace, userId, current.id, {
      from: current.name,
      to: name,
    });
    switch (outcome) {
      case 'saved':
        return { message: settings.saved };
      case 'unchanged':
        return { message: people.unchanged };
      case 'gone':
        return { message: groups.deletedMeanwhile };
      case 'taken':
        return nameTaken;
    }
  },
};

/** "Add people…" in a group's list: contacts and teammates found by a search, and typed numbers. */
export const membersForm: Form<{
  subject: NamedGroup;
  current: SizedGroup;
  draft: { people: Recipient[] };
}> = {
  id: MEMBERS_FORM.id,
  openers: { add: groupIn },
  subject: namedGroupSchema,
  permission: manager,
  requiresLiveFacts: true,
  command: null,
  title: ({ groups }) => groups.addPeopleTitle,
  submit: ({ groups }) => groups.addPeopleSubmit,
  async load({ contactGroups }, { workspace }, { id }, { groups }) {
    const current = await contactGroups.group(workspace, id);
    return current ? { current } : { deleted: groups.deletedMeanwhile };
  },
  draft: () => ({ people: [] }),
  fields: words => ({
    people: {
      // The choice changes nothing in the form, so Slack needn't report it.
      blocks: (id, people) => ({
        ...recipients(id, words.groups.field.people, words.groups.field.peoplePlaceholder, people),
        dispatch_action: false,
      }),
      read(state, id) {
        const people = recipientsIn(state, id);
        const { wrong } = words.groups;
        const why = people.length === 0 ? wrong.nobody : people.some(mayBeMany) ? wrong.notPeople : null;
        const many = people.length > MAX_NUMBERS ? words.settings.wrong.tooMany(MAX_NUMBERS) : null;
        return { value: people.slice(0, MAX_NUMBERS), error: numbersError(words, people) ?? why ?? many };
      },
    },
  }),
  async save(services, { workspace, userId }, words, { current, draft }) {
    const { people, tooMany } = await services.findPeople(workspace, draft.people);
    if (tooMany) return { retry: wordProblem(words, tooMany), field: 'people' };
    const missed = people.flatMap(person => {
      if (person.kind === 'number') return [];
      const problem = person.kind === 'problem' ? person.problem : ({ kind: 'SLACK_AWAY' } as const);
      const name = shownRecipient(person.recipient, number => number);
      return [words.compose.leftOut({ recipient: name, because: wordLeftOut(words, problem) })];
    });
    const numbers = people.flatMap(person =>
      person.kind === 'number' ? memberOf(person.recipient, person.number) : [],
    );
    if (numbers.length === 0) return { retry: missed.join('\n'), field: 'people' };
    const added = await services.contactGroups.add(workspace, userId, current.id, numbers);
    const line = addedLine(words, added);
    return added.kind === 'added' ? { message: [line, ...missed].join('\n') } : { retry: line };
  },
};

/** A teammate's number gets their name if it has none. */
function memberOf(recipient: Recipient, number: LocalNumber): NewMember {
  const name = recipient.kind === 'teammate' ? tidyName(recipient.label) : '';
  return { number, name: nameFault(name, MAX_NAME) === null ? name : '' };
}

import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Contact, ContactGroup } from '../../../domain/contact.ts';
import { columnLines } from '../../../domain/contact-columns.ts';
import { LANGUAGES } from '../../../domain/intent.ts';
import { LANGUAGE_NAMES, type Wording, wordProblem } from '../../../wording/index.ts';
import { versionOf } from '../../../workspaces/contact-decision.ts';
import { ACTION, CONTACT, VIEW } from '../../ids.ts';
import { actions, button, context } from '../../kit/elements.ts';
import { checkboxes, radio, several, textField } from '../../kit/fields.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal, noticeModal } from '../../kit/modals.ts';
import { withNews } from '../../kit/news.ts';
import { onView, type ViewPress } from '../../kit/press.ts';
import type { Who } from '../../kit/who.ts';
import { adder, manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { placeSchema } from './place.ts';
import { rightsOf } from './rights.ts';

const NO_LANGUAGE = 'none';
export const NEVER = 'never';

/** What a contact's form knows about itself; Slack keeps it and returns it. */
export const contactMetadataSchema = z.object({
  /** The contact when the form was filled in; null: it is a new one. */
  seen: z.object({ id: z.string(), version: z.string() }).nullable(),
  /** The list below it, to update. */
  list: z.object({ viewId: z.string(), place: placeSchema }).nullable(),
});
export type ContactMetadata = z.infer<typeof contactMetadataSchema>;

/** What a button that opens the form carries; Slack has the list it is in. */
const openingSchema = z.object({ id: z.string().nullable(), place: placeSchema });
type Opening = z.infer<typeof openingSchema>;
export const openingOf = (opening: Opening): string => JSON.stringify(opening);

/** "Add a person". */
export function registerAddContact(app: App, services: Services): void {
  onView(app, services, ACTION.addContact, {
    read: value => keptJson(openingSchema, value),
    may: adder,
    opens: {
      title: words => words.people.addTitle,
      command: null,
      fill: (words, press, opening) => newForm(services, words, press, metadataFor(press, opening, null)),
    },
  });
}

/** "Add another" after one was added: the form in the same modal, as Slack takes no more than three on top of each other. */
export function registerAnotherContact(app: App, services: Services): void {
  onView(app, services, ACTION.anotherContact, {
    read: value => keptJson(contactMetadataSchema, value),
    may: adder,
    turns: (words, who, { list }) => newForm(services, words, who, { seen: null, list }),
  });
}

async function newForm(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  metadata: ContactMetadata,
): Promise<ModalView> {
  const { mayChange } = await rightsOf(services, workspace, userId);
  const groups = mayChange ? await services.contactBook.groups(workspace) : null;
  return form(words, metadata, fieldsOf(words, null, groups));
}

/** What was added, and the way to the next one. */
export function addedModal(words: Wording, lines: string[], { list }: ContactMetadata): ModalView {
  const { people, settings } = words;
  const value = JSON.stringify({ seen: null, list });
  const more = button({ action: ACTION.anotherContact, label: people.another, value });
  const said = noticeModal(people.title, settings.back, ...lines);
  return { ...said, blocks: [...said.blocks, actions(more)] };
}

/** "Change" on a contact. */
export function registerChangeContact(app: App, services: Services): void {
  onView(app, services, ACTION.changeContact, {
    read: value => keptJson(openingSchema, value),
    may: manager,
    opens: {
      title: words => words.people.changeTitle,
      command: null,
      async fill(words, press, opening) {
        const { workspace } = press;
        const [known, groups] = await Promise.all([
          services.contactBook.one(workspace, opening.id ?? ''),
          services.contactBook.groups(workspace),
        ]);
        const gone = wordProblem(words, { kind: 'CONTACT_GONE' });
        if (!known) return noticeModal(words.people.changeTitle, words.settings.back, gone);
        const { contact } = known;
        return form(words, metadataFor(press, opening, contact), fieldsOf(words, contact, groups));
      },
    },
  });
}

function metadataFor({ view }: ViewPress, { place }: Opening, contact: Contact | null): ContactMetadata {
  return {
    seen: contact && { id: contact.id, version: versionOf(contact) },
    list: view?.type === 'modal' ? { viewId: view.id, place } : null,
  };
}

/** @param groups all there are; null: the person may only say whose number it is */
function fieldsOf({ people }: Wording, contact: Contact | null, groups: ContactGroup[] | null): KnownBlock[] {
  const { field } = people;
  const languages = [
    { value: NO_LANGUAGE, label: field.language.none },
    ...LANGUAGES.map(one => ({ value: one, label: LANGUAGE_NAMES[one] })),
  ];
  const never = [{ value: NEVER, label: field.never.never }];
  const inGroups = groups?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const lines = contact ? columnLines(contact.columns) : '';
  return [
    textField(CONTACT.name, field.name, contact?.name ?? '', { most: 60, needed: true }),
    textField(CONTACT.number, field.number, contact?.number ?? '', { most: 40, needed: true }),
    ...(inGroups.length > 0
      ? [several(CONTACT.groups, field.groups, inGroups, [...(contact?.groups ?? [])])]
      : []),
    textField(CONTACT.columns, field.columns, lines, { most: 3000, lines: true }),
    textField(CONTACT.note, field.note, contact?.note ?? '', { most: 500, lines: true }),
    radio(CONTACT.language, field.language, languages, contact?.language ?? NO_LANGUAGE),
    ...(contact?.never ? [context(people.neverSince(contact.never))] : []),
    ...(groups === null
      ? []
      : [checkboxes(CONTACT.never, field.never, never, contact?.never ? [NEVER] : [])]),
  ];
}

/** The same form with messages before its fields; everything typed stays. */
export function contactFormWithNews(
  words: Wording,
  metadata: ContactMetadata,
  shown: readonly KnownBlock[],
  ...news: string[]
): ModalView {
  const fields = shown.filter(block => block.type !== 'actions');
  return form(words, metadata, withNews(fields, news));
}

function form(words: Wording, metadata: ContactMetadata, blocks: KnownBlock[]): ModalView {
  const { people, settings } = words;
  const { seen } = metadata;
  return {
    ...formModal({
      id: VIEW.contact,
      title: seen ? people.changeTitle : people.addTitle,
      submit: settings.save,
      cancel: settings.back,
      blocks: seen ? [...blocks, forgetButton(words, metadata)] : blocks,
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

function forgetButton({ people }: Wording, metadata: ContactMetadata): KnownBlock {
  const value = JSON.stringify(metadata);
  return actions(
    button({ action: ACTION.forgetContact, label: people.forget.button, value, style: 'danger' }),
  );
}

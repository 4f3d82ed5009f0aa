import { intoGroups, n, plural, quoted } from '../../../kit/words/english.ts';
import type { AuditWords } from '../../../workspace/audit.ts';
import { en as settings } from '../../../workspace/words/settings/en.ts';

const contactField = {
  name: 'the name',
  number: 'the number',
  language: 'the language',
  note: 'the note',
  columns: 'the columns',
  groups: 'the groups',
};

/** A contact's name and number; only the number if there is no name. */
const contact = ({ name, number }: { name: string; number: string }): string =>
  name === '' ? number : `${quoted(name)} (${number})`;

/** Entries about contacts and groups in the audit log. */
export const en: AuditWords<'contacts'> = {
  group: entry =>
    entry.came.length + entry.left.length === 0
      ? `created the group “${entry.name}”`
      : settings.settings.changed.list({ name: `Group “${entry.name}”`, came: entry.came, left: entry.left }),
  group_removed: ({ name }) => `deleted the group “${name}”`,
  contact: ({ number, name }) =>
    name === '' ? `removed the name of ${number}` : `named ${number} “${name}”`,
  contact_added: entry => `added ${contact(entry)}`,
  contact_changed: entry =>
    `changed ${entry.fields.map(field => contactField[field]).join(', ')} of ${contact(entry)}`,
  // `by`: null if the number's owner opted out.
  never_text: entry =>
    entry.by === null ? `${contact(entry)} opted out` : `marked ${contact(entry)} “never text”`,
  text_again: entry => `removed “never text” from ${contact(entry)}`,
  contact_removed: entry => `deleted the contact ${contact(entry)}`,
  contact_erased: ({ texts, cancelled }) =>
    `erased a person: number and message removed from ${plural(texts, 'text')}${cancelled > 0 ? ` (${n(cancelled)} cancelled while waiting)` : ''}`,
  people_imported: ({ new: added, changed, same, groups }) =>
    `imported contacts${intoGroups(groups)}: ${n(added)} new, ${n(changed)} changed, ${n(same)} the same`,
  import_undone: ({ people, groups }) =>
    `undid the import of ${plural(people, 'contact')}${intoGroups(groups)}`,
  people_exported: ({ people }) => `exported ${plural(people, 'contact')}`,
};

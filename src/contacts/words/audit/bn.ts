import { intoGroups, quoted, say } from '../../../kit/words/bangla.ts';
import type { AuditWords } from '../../../workspace/audit.ts';
import { bn as settings } from '../../../workspace/words/settings/bn.ts';

const contactField = {
  name: 'নাম',
  number: 'নম্বর',
  language: 'ভাষা',
  note: 'নোট',
  columns: 'কলাম',
  groups: 'গ্রুপ',
};

/** A contact's name and number; only the number if there is no name. */
const contact = ({ name, number }: { name: string; number: string }): string =>
  name === '' ? number : `${quoted(name)} (${number})`;

/** Entries about contacts and groups in the audit log. */
export const bn: AuditWords<'contacts'> = {
  group: entry =>
    entry.came.length + entry.left.length === 0
      ? `“${entry.name}” গ্রুপ তৈরি করেছেন`
      : settings.settings.changed.list({ name: `গ্রুপ “${entry.name}”`, came: entry.came, left: entry.left }),
  group_removed: ({ name }) => `“${name}” গ্রুপটি মুছে ফেলেছেন`,
  contact: ({ number, name }) =>
    name === '' ? `${number} নম্বরের নাম মুছে ফেলেছেন` : `${number} নম্বরের নাম দিয়েছেন “${name}”`,
  contact_added: entry => `${contact(entry)} যোগ করেছেন`,
  contact_changed: entry =>
    `${contact(entry)}-এর ${entry.fields.map(field => contactField[field]).join(', ')} বদলেছেন`,
  never_text: entry =>
    entry.by === null
      ? `${contact(entry)} নিজেই জানিয়েছেন, আর এসএমএস চান না`
      : `${contact(entry)}: “এসএমএস পাঠাবেন না” ঠিক করেছেন`,
  text_again: entry => `${contact(entry)}: “এসএমএস পাঠাবেন না” তুলে নিয়েছেন`,
  contact_removed: entry => `${contact(entry)} কন্টাক্ট মুছে ফেলেছেন`,
  contact_erased: ({ texts, cancelled }) =>
    say`একজনের তথ্য মুছে ফেলেছেন: ${texts}টি এসএমএসে নম্বর ও লেখা আর নেই${cancelled > 0 ? say` (অপেক্ষায় থাকা ${cancelled}টি বাতিল)` : ''}`,
  people_imported: ({ new: added, changed, same, groups }) =>
    say`${intoGroups(groups)}কন্টাক্ট ইমপোর্ট করেছেন: নতুন ${added}, বদলেছে ${changed}, একই আছে ${same}`,
  import_undone: ({ people, groups }) => say`${intoGroups(groups)}${people}টি কন্টাক্টের ইমপোর্ট আনডু করেছেন`,
  people_exported: ({ people }) => say`${people}টি কন্টাক্ট এক্সপোর্ট করেছেন`,
};

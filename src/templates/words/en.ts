import {
  changedMeanwhile,
  deleted,
  gone,
  nameTaken,
  plural,
  quoted,
  saved,
} from '../../kit/words/english.ts';
import { en as templateAudit } from './audit/en.ts';

/** Templates. Callers make names and texts harmless. */
const templates = {
  title: 'Templates',
  intro:
    'Texts you send again and again, with placeholders for what differs. `{name}` becomes the person’s name, `{acres}` what your contacts have in the column “acres”, and `{name|friend}` is “friend” for someone without a name. `{stop}` becomes a link people can open to stop the texts, and `{sign-off}` the sign-off in the workspace’s settings. For a brace, type `{{`.',
  none: 'There are no templates yet.',
  add: 'New template',
  change: 'Change',
  delete: 'Delete',
  confirmDelete: {
    title: 'Delete this template?',
    text: (name: string) =>
      `Nobody can choose “${name}” any more. Workflows that use it will fail, and hooks will use their standard text.`,
    confirm: 'Delete',
    deny: 'Keep it',
  },
  /** Placeholder of the field. */
  choose: 'No template',
  /** Headings in the list, and above options. */
  whose: { workspace: 'Everyone’s', own: 'Only yours' },
  /** @param parts the parts of a text to a person with a short name */
  line: ({ name, text, parts }: { name: string; text: string; parts: number }) =>
    `*${name}* · ${plural(parts, 'part')} or more\n${text}`,
  formTitle: { make: 'New template', change: 'Change template' },
  field: {
    name: { label: 'Name', hint: 'For example “Harvest day”.' },
    text: {
      label: 'Text',
      hint: '{name} or any column of your contacts, {name|friend} with a fallback, {stop} for a link to stop the texts, {{ for a brace.',
    },
    whose: { label: 'Who can use it?', own: 'Only you', workspace: 'Everyone in this workspace' },
  },
  saved,
  deleted,
  gone: gone('template'),
  changedMeanwhile: changedMeanwhile('template'),
  taken: nameTaken('template'),
  tooMany: (limit: number) =>
    `:warning: Not saved: you can have ${plural(limit, 'template')} here, and there are that many already. Delete one you don’t need first.`,
  wrong: {
    name: (limit: number) => `Enter a name of up to ${plural(limit, 'character')}.`,
    text: 'What should the text say?',
    tooLong: (limit: number) => `This is too long: the limit is ${plural(limit, 'character')}.`,
  },
  preview: {
    /** The name in a sample. */
    somebody: 'Ranu Begum',
    nothing: 'As you type, you’ll see here what the text says and how many parts it takes.',
    /** A placeholder without a column. `near`: a column with a similar name; null if there is none. */
    noColumn: ({ column, near }: { column: string; near: string | null }) =>
      `:warning: None of your contacts has ${quoted(column)}.${near === null ? '' : ` Did you mean ${quoted(near)}?`}`,
    columns: ({ names, more }: { names: string[]; more: number }) =>
      `Columns of your contacts: ${names.join(', ')}${more > 0 ? ` and ${plural(more, 'more', 'more')}` : ''}`,
    /** Columns that every recipient needs. */
    needs: (columns: string[]) =>
      `:point_right: It can only go to people with ${columns.map(quoted).join(', ')} filled in. For everyone else, add a fallback.`,
  },
};

export const en = { templates, templateAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}

import { brokenTemplate, plural, quoted } from '../common/english.ts';
import type { BrokenTemplate } from '../common/parts.ts';

/** Templates: as they are listed, changed, and chosen. Names and texts come in harmless. */
const templates = {
  title: 'Templates',
  intro:
    'Texts that you send again and again, with placeholders for what differs. `{name}` becomes the person’s name, `{acres}` what your contacts have in the column “acres”, and `{name|friend}` is “friend” for someone without a name. `{stop}` becomes a link that people can use to get no more texts. For a brace, type `{{`.',
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
  /** In an empty field for one. */
  choose: 'None: as you type it',
  /** Whose they are, as headings. */
  whose: { workspace: 'Everyone’s', own: 'Only yours' },
  /** @param parts what a text of it takes for somebody with a short name */
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
  saved: (name: string) => `:white_check_mark: *${name}* is saved.`,
  deleted: (name: string) => `*${name}* is deleted.`,
  gone: 'This template no longer exists: somebody deleted it.',
  changedMeanwhile:
    ':warning: Not saved yet: somebody changed this template while you had it open. If you save again, your changes replace theirs.',
  taken: (name: string) =>
    `There is already a template called “${name}”. Choose another name, or change that one.`,
  tooMany: (limit: number) =>
    `:warning: Not saved: you can have ${plural(limit, 'template')} here, and there are that many already. Delete one that you don’t need first.`,
  wrong: {
    name: (limit: number) => `Enter a name of up to ${plural(limit, 'character')}.`,
    text: 'What should the text say?',
    tooLong: (limit: number) => `This is too long: the limit is ${plural(limit, 'character')}.`,
    broken: (template: BrokenTemplate) => `${brokenTemplate(template)} For a brace as such, type {{.`,
    stopLink:
      'A link from this app wouldn’t open on a phone. Ask whoever runs this app to set PUBLIC_URL to an https address, or leave {stop} out.',
  },
  preview: {
    title: '*As it will arrive*',
    /** Somebody for whom it is shown. */
    somebody: 'Ranu Begum',
    nothing: 'As you type, you’ll see here what the text says and how many parts it takes.',
    /** What is to be known of whoever gets it. */
    needs: (columns: string[]) =>
      `:point_right: It can only go to people for whom ${columns.map(quoted).join(', ')} is filled in. For others, add a fallback.`,
  },
};

export const en = { templates };

export type Words = typeof en;

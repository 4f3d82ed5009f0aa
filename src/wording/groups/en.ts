import { plural } from '../english.ts';
import type { GroupsWording } from './types.ts';

/** English. */
export const groups: GroupsWording = {
  heading: 'Groups',
  intro: 'Hooks and workflows can text everyone in a group by its name.',
  add: 'Add a group',
  previous: 'Previous groups',
  next: 'More groups',
  addTitle: 'New group',
  changeTitle: 'Change group',
  line: ({ name, count }) => `*${name}*: ${plural(count, 'number')}`,
  field: {
    name: {
      label: 'Name',
      hint: 'Hooks and workflows use this name. Capital letters make no difference.',
    },
    numbers: {
      label: 'Numbers',
      hint: 'One per line: a number written any way you like, or a name and a number, like Ranu Begum 01712345678.',
    },
  },
  delete: 'Delete this group',
  confirm: {
    title: 'Delete this group?',
    text: name => `Hooks and workflows that use “${name}” will no longer text anyone in it.`,
    confirm: 'Delete',
    deny: 'Keep it',
  },
  deleted: name =>
    `The group “${name}” is deleted. Hooks and workflows that use it no longer text anyone in it.`,
  notDeleted: because => `:warning: Not deleted: ${because}`,
  changedSince: 'somebody changed this group while you had it open. Open it again to see the latest version.',
  notThere: name => `There is no group called “${name}” any more: somebody deleted or renamed it.`,
  renaming: ({ from, to }) =>
    `:warning: Not saved yet. Hooks and workflows that use “${from}” won’t text anyone in this group until you change the name there to “${to}”. To rename it, save again.`,
  gone: ':warning: Not saved yet: somebody deleted or renamed this group while you had it open. Save again to make it a new group.',
  taken: name =>
    `:warning: Not saved yet: there is already a group called “${name}” (capital letters make no difference). Choose another name, or change that group.`,
  tooMany: limit =>
    `:warning: A workspace can have ${limit} groups, and yours has that many already. Delete one that you don’t need first.`,
  wrong: {
    name: limit =>
      `Enter a name of up to ${limit} characters. It has to start with a letter and can’t contain a comma, a semicolon, < or >. A single word in capitals that starts with U or W won’t work, because it looks like a Slack user ID.`,
    noNumber: 'Enter at least one number.',
  },
};

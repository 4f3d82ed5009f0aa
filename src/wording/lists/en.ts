import { plural } from '../english.ts';
import type { ListsWording } from './types.ts';

/** English. */
export const lists: ListsWording = {
  heading: 'Lists of numbers',
  intro: 'Hooks and workflows name a list where they say who is texted.',
  add: 'Add a list',
  addTitle: 'New list',
  changeTitle: 'Change list',
  line: ({ name, count }) => `*${name}*: ${plural(count, 'number')}`,
  field: {
    name: {
      label: 'Name',
      hint: 'Hooks and workflows find the list by this name, in capitals or not.',
    },
    numbers: { label: 'Numbers', hint: 'One number a line, written in any way.' },
  },
  delete: 'Delete this list',
  confirm: {
    title: 'Delete this list?',
    text: name => `Hooks and workflows that name “${name}” will text nobody of it any more.`,
    confirm: 'Delete',
    deny: 'Keep it',
  },
  deleted: name =>
    `The list “${name}” is deleted. Hooks and workflows that name it text nobody of it any more.`,
  notDeleted: because => `:warning: Not deleted: ${because}`,
  changedSince: 'somebody changed this list while you had it open. Open it again to see it as it is now.',
  notThere: name => `There is no list “${name}” any more: somebody deleted or renamed it.`,
  renaming: ({ from, to }) =>
    `:warning: Not saved yet. Hooks and workflows that name “${from}” will text nobody of this list until “${to}” is written there.`,
  gone: ':warning: Not saved yet: somebody deleted or renamed this list while you had it open. Save it once more to make it a new list.',
  taken: name =>
    `:warning: Not saved yet: there is a list “${name}” already, in capitals or not. Choose another name, or change that list.`,
  tooMany: limit =>
    `:warning: A workspace can keep ${limit} lists, and has as many. Delete one that nobody needs first.`,
  wrong: {
    name: limit =>
      `Write a name of at most ${limit} characters that begins with a letter and has no comma, semicolon, < or > in it. One word in capitals that begins with U or W won’t do: it reads like somebody’s id in Slack.`,
    noNumber: 'Write at least one number.',
  },
};

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
      hint: 'One per line: a number, a name and a number, like Ranu Begum 01712345678, or the name of somebody in People.',
    },
  },
  large: {
    intro: count =>
      `*${plural(count, 'person', 'people')}* are in this group, more than fit here. Everyone stays in it except those you take out.`,
    come: {
      label: 'People to add',
      hint: 'One per line: a number, a name and a number, like Ranu Begum 01712345678, or the name of somebody in People.',
    },
    leave: {
      label: 'People to take out',
      hint: 'One per line: a number, or a name. They stay among People.',
    },
    search: 'Search people',
  },
  delete: 'Delete this group',
  confirm: {
    title: 'Delete this group?',
    text: ({ name, count }) =>
      `Hooks and workflows that use “${name}” will no longer text anyone in it. ${count === 1 ? 'Its one person loses' : `Its ${count} people lose`} only this group: whoever has a name stays among People.`,
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
    noNumber: 'Enter at least one number.',
    noSuchName: name => `Nobody in People is called “${name}”. Put their number behind the name.`,
    sharedName: name => `Several people are called “${name}”. Use the number of the one you mean.`,
  },
};

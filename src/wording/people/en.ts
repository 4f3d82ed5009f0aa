import { plural } from '../english.ts';
import type { PeopleWording } from './types.ts';

/** English. */
export const people: PeopleWording = {
  title: 'People',
  search: {
    label: 'Search',
    hint: 'Any part of a name, in Bangla or English, or the end of a number.',
    placeholder: 'Ranu, or 5678',
    submit: 'Search',
  },
  counts: ({ contacts, groups }) => `${plural(contacts, 'person', 'people')}, ${plural(groups, 'group')}`,
  found: ({ total, from, to }) => `${from}–${to} of ${total}`,
  none: 'Nobody is here yet. Add people once, then text them by their names.',
  noneFound: typed => `Nobody fits “${typed}”.`,
  previous: 'Previous',
  next: 'More',
  add: 'Add a person',
  change: 'Change',
  line: ({ name, number, groups, more, never }) =>
    [
      `${name === null ? '_No name_' : `*${name}*`} ${number}`,
      ...(groups.length > 0 ? [`In ${groups.join(', ')}${more > 0 ? ` and ${more} more` : ''}`] : []),
      ...(never ? [':no_bell: Not to be texted'] : []),
    ].join('\n'),
  groupLine: ({ name, count }) =>
    `:busts_in_silhouette: *${name}*\nGroup of ${plural(count, 'person', 'people')}`,
};

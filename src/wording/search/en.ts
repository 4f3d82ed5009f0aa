import { plural } from '../english.ts';
import type { SearchWording } from './types.ts';

/** English. */
export const search: SearchWording = {
  placeholder: 'Type a name or a number',
  heading: {
    number: 'Number',
    teammates: 'Teammates',
    contacts: 'Contacts',
    groups: 'Groups',
    userGroups: 'User groups',
    rotas: 'On-call rotas',
  },
  textNumber: 'Text this number',
  people: count => plural(count, 'person', 'people'),
  onCall: who => `${who ?? 'nobody'} is on call`,
  neverText: 'never text',
};

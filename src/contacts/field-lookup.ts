import { NAME_KEY } from '../texts/parse/placeholders.ts';
import type { FieldLookup } from '../texts/recipient-directory.ts';
import type { Contacts } from './store/store.ts';

/** The placeholders that contacts can fill in: the name, and the columns that any contact has. */
export const createFieldLookup = (contacts: Pick<Contacts, 'columnsAmong'>): FieldLookup => ({
  async fieldsAmong(workspace, keys) {
    const columns = await contacts.columnsAmong(workspace, keys);
    return new Set([...keys.filter(key => key === NAME_KEY), ...columns]);
  },
});

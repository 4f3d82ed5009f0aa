import { z } from 'zod';
import type { AuditKinds } from '../workspace/audit.ts';

/** `number`: masked. An erasure finds the entry by `contact`, the contact's id, and removes the name. */
const ofContact = { contact: z.string(), name: z.string(), number: z.string() };

/** Entries about contacts and groups in the audit log. */
export const auditKinds = {
  /** A group was made or changed. `left`, `came`: the removed and the added numbers, masked. */
  group: z.object({ name: z.string(), left: z.array(z.string()), came: z.array(z.string()) }),
  group_removed: z.object({ name: z.string() }),
  /** A member of a group got a name. `number`: masked; `name`: empty once the person is erased. */
  contact: z.object({ number: z.string(), name: z.string() }),
  contact_added: z.object(ofContact),
  contact_changed: z.object({
    fields: z.array(z.enum(['name', 'number', 'language', 'note', 'columns', 'groups'])),
    ...ofContact,
  }),
  /** A number was marked "never text". `by` is null if its owner used a stop link. */
  never_text: z.object(ofContact),
  text_again: z.object(ofContact),
  contact_removed: z.object(ofContact),
  /**
   * `texts`: the number of texts whose number and message were erased; `cancelled`: the number of those that were
   * waiting.
   */
  contact_erased: z.object({ texts: z.int(), cancelled: z.int() }),
  /** `groups`: the names of the groups that the imported people belong to. */
  people_imported: z.object({
    new: z.int(),
    changed: z.int(),
    same: z.int(),
    groups: z.array(z.string()),
  }),
  import_undone: z.object({ people: z.int(), groups: z.array(z.string()) }),
  people_exported: z.object({ people: z.int() }),
} satisfies AuditKinds;

declare module '../workspace/audit.ts' {
  interface AuditEntries {
    contacts: typeof auditKinds;
  }
}

import { n, plural } from '../../../kit/words/english.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about holidays. */
export const en: AuditWords<'holidays'> = {
  holidays_changed: ({ days, added, removed }) =>
    `changed the holidays: ${plural(days, 'day')} (${n(added)} added, ${n(removed)} removed)`,
};

import type { AuditWords } from '../../../workspace/audit.ts';

/** Its entries in the audit log. */
export const en: AuditWords<'templates'> = {
  template_saved: ({ name }) => `saved the template “${name}”`,
  template_removed: ({ name }) => `deleted the template “${name}”`,
};

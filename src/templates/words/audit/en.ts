import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about templates. */
export const en: AuditWords<'templates'> = {
  template_saved: ({ name }) => `saved the template “${name}”`,
  template_removed: ({ name }) => `deleted the template “${name}”`,
};

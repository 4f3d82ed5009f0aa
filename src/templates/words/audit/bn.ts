import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about templates. */
export const bn: AuditWords<'templates'> = {
  template_saved: ({ name }) => `“${name}” টেমপ্লেট সেভ করেছেন`,
  template_removed: ({ name }) => `“${name}” টেমপ্লেট মুছে ফেলেছেন`,
};

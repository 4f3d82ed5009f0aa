import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about escalation policies. */
export const en: AuditWords<'escalations'> = {
  policy_made: ({ policy }) => `created the escalation policy “${policy}”`,
  policy_changed: ({ policy }) => `changed the escalation policy “${policy}”`,
  policy_removed: ({ policy }) => `deleted the escalation policy “${policy}”`,
};

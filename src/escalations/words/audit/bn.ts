import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about escalation policies. */
export const bn: AuditWords<'escalations'> = {
  policy_made: ({ policy }) => `“${policy}” এসকেলেশন পলিসি তৈরি করেছেন`,
  policy_changed: ({ policy }) => `“${policy}” এসকেলেশন পলিসি বদলেছেন`,
  policy_removed: ({ policy }) => `“${policy}” এসকেলেশন পলিসি মুছে ফেলেছেন`,
};

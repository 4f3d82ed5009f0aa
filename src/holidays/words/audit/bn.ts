import { say } from '../../../kit/words/bangla.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about holidays. */
export const bn: AuditWords<'holidays'> = {
  holidays_changed: ({ days, added, removed }) =>
    say`ছুটির তালিকা বদলেছেন: এখন ${days} দিন (${added} দিন যোগ, ${removed} দিন বাদ)`,
};

import { mention } from '../../../kit/words/english.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about schedules. */
export const en: AuditWords<'schedules'> = {
  schedule_changed: ({ did, author }) =>
    `${did === 'sent' ? 'sent late' : did} a text that ${mention(author)} had scheduled`,
};

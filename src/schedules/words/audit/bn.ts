import { mention } from '../../../kit/words/bangla.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

/** Audit entries about schedules. */
export const bn: AuditWords<'schedules'> = {
  schedule_changed: ({ did, author }) => {
    const verbs = {
      changed: 'বদলেছেন',
      skipped: 'বাদ দিয়েছেন',
      cancelled: 'বাতিল করেছেন',
      sent: 'দেরিতে পাঠিয়েছেন',
    };
    return `${mention(author)}-এর শিডিউল করা একটি এসএমএস ${verbs[did]}`;
  },
};

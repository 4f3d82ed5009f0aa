import { mention, say } from '../../../kit/words/bangla.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

export const bn: AuditWords<'broadcasts'> = {
  broadcast_started: ({ people }) => say`${people} জনের কাছে একটি ব্রডকাস্ট শুরু করেছেন`,
  broadcast_approved: ({ author, people }) =>
    say`${mention(author)}-এর ${people} জনের ব্রডকাস্টে অনুমোদন দিয়েছেন`,
  broadcast_rejected: ({ author, people }) => say`${mention(author)}-এর ${people} জনের ব্রডকাস্ট নাকচ করেছেন`,
  broadcast_downloaded: ({ author, people }) =>
    say`${mention(author)}-এর ${people} জনের ব্রডকাস্ট ডাউনলোড করেছেন`,
};

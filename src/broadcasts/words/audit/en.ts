import { people as howMany, mention } from '../../../kit/words/english.ts';
import type { AuditWords } from '../../../workspace/audit.ts';

export const en: AuditWords<'broadcasts'> = {
  broadcast_started: ({ people }) => `started a broadcast to ${howMany(people)}`,
  broadcast_approved: ({ author, people }) => `approved ${mention(author)}’s broadcast to ${howMany(people)}`,
  broadcast_rejected: ({ author, people }) => `rejected ${mention(author)}’s broadcast to ${howMany(people)}`,
  broadcast_downloaded: ({ author, people }) =>
    `downloaded ${mention(author)}’s broadcast to ${howMany(people)}`,
};

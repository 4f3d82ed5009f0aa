import { contacts } from '../contacts/index.ts';
import { escalations } from '../escalations/index.ts';
import { holidays } from '../holidays/index.ts';
import type { Feature } from '../kit/feature.ts';
import { PACKED } from '../kit/inbox/reading.ts';
import { templates } from '../templates/index.ts';
import { afterRestore } from './after-restore.ts';
import { alertContents } from './alert-inbox.ts';
import { auditKinds } from './audit.ts';
import { create } from './create.ts';
import { HOOK_SECRETS_KEY } from './http/hook-callers.ts';
import { problemKinds } from './permissions.ts';
import { commandWords, home, listeners } from './slack/index.ts';
import { PAGE_WORDS } from './slack/paging/word.ts';
import { timelineContents } from './timeline/erasure.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

export const alerts: Feature<'alerts'> = {
  name: 'alerts',
  dependsOn: [holidays, templates, contacts, escalations],
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.alertAudit },
  inboxes: {
    alerts: alertContents,
    messages: PACKED,
    notices: PACKED,
    posts: PACKED,
    timelines: timelineContents,
    refusals: PACKED,
  },
  sealed: { 'key of hook secrets': HOOK_SECRETS_KEY },
  afterRestore: ({ newId }) => afterRestore(newId),
  create,
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  listeners,
  home,
  commandWords,
  reservedNames: PAGE_WORDS,
};

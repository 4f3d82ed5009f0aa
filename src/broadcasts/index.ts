import { contacts } from '../contacts/index.ts';
import type { Feature } from '../kit/feature.ts';
import type { StoreGiven } from '../kit/store/storage.ts';
import type { Store } from '../kit/store/store.ts';
import { schedules } from '../schedules/index.ts';
import { templates } from '../templates/index.ts';
import { auditKinds } from './audit.ts';
import { create } from './create.ts';
import { problemKinds } from './problem.ts';
import { commandWords, home, listeners } from './slack/index.ts';
import { afterRestore } from './store/after-restore.ts';
import { broadcastRows } from './store/erase-rows.ts';
import { createBroadcasts, removeBroadcasts } from './store/store.ts';
import { broadcastQuarantine, broadcastsOfTexts } from './store/text-hooks.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

const persistence = {
  open: (store: Store, deps: StoreGiven) => ({ broadcasts: createBroadcasts(store, deps) }),
  deleteWorkspaceData: removeBroadcasts,
  quarantineKinds: () => broadcastQuarantine,
  hooks: { broadcastHooks: broadcastsOfTexts, rows: [broadcastRows] },
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof persistence.open> {}
}

export const broadcasts: Feature<'broadcasts'> = {
  name: 'broadcasts',
  dependsOn: [templates, contacts, schedules],
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.broadcastAudit },
  persistence,
  afterRestore: ({ newId }) => afterRestore(newId),
  create,
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  listeners,
  home,
  commandWords,
};

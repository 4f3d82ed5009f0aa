import type { Feature } from '../kit/feature.ts';
import { createInboxes, eventQuarantine, type Inboxes, removeInboxes } from '../kit/inbox/store.ts';
import type { StoreGiven } from '../kit/store/storage.ts';
import type { Store, WorkspaceDeletion } from '../kit/store/store.ts';
import { auditKinds } from './audit.ts';
import { create } from './create.ts';
import { examine } from './examine.ts';
import type { Intent } from './intent.ts';
import { listeners } from './slack/index.ts';
import { createIntents, insertIntent } from './store/accept.ts';
import { afterRestore } from './store/after-restore.ts';
import { createArrivals } from './store/by-word.ts';
import { createClaims } from './store/claim.ts';
import { createHistory } from './store/history.ts';
import { createTextLinks } from './store/links.ts';
import type { Claim } from './store/model.ts';
import { newIntent } from './store/plan.ts';
import { textQuarantine } from './store/quarantine.ts';
import { createQueue } from './store/queue.ts';
import { createReports } from './store/reports.ts';
import { createRetention, removeTexts } from './store/retention.ts';
import { NO_BROADCASTS } from './store/text-changes.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

const deleteWorkspaceData: WorkspaceDeletion = (tx, workspace, limit) =>
  removeTexts(tx, workspace, limit) + removeInboxes(tx, workspace, limit);

const persistence = {
  open(store: Store, { newId, wall, hooks: { broadcastHooks = NO_BROADCASTS } }: StoreGiven) {
    const unconfirmedClaims = new Set<Claim>();
    const deps = { newId, broadcastHooks };
    // Intents from an inbox's events are stored in the transaction that handles the events.
    const inboxes: Inboxes = createInboxes<Intent>(
      store,
      newId,
      (tx, intent, now) => void insertIntent(tx, newIntent(intent, { dueAt: now, leasedBy: null })),
    );
    return {
      intents: createIntents(store, { ...deps, wall, unconfirmedClaims }),
      claims: createClaims(store, deps, unconfirmedClaims),
      queue: createQueue(store, deps),
      reports: createReports(store, deps),
      history: createHistory(store),
      retention: createRetention(store, broadcastHooks),
      arrivals: createArrivals(store, { ...deps, wall }),
      textLinks: createTextLinks(store),
      inboxes,
    };
  },
  deleteWorkspaceData,
  quarantineKinds: ({ hooks: { broadcastHooks = NO_BROADCASTS } }: StoreGiven) => [
    ...textQuarantine(broadcastHooks),
    eventQuarantine,
  ],
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof persistence.open> {}
}

export const texts: Feature<'texts'> = {
  name: 'texts',
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.textAudit },
  persistence,
  afterRestore: ({ newId, hooks: { broadcastHooks = NO_BROADCASTS } }) =>
    afterRestore({ newId, broadcastHooks }),
  examine,
  create,
  listeners,
};

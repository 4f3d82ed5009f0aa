import type { Feature } from '../kit/feature.ts';
import type { StoreGiven } from '../kit/store/storage.ts';
import type { Store } from '../kit/store/store.ts';
import { opens, surfaces } from './slack/index.ts';
import { createAudit, createDeletions, removeOfWorkspace } from './store.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

const keeps = {
  open: (store: Store, { newId, removals }: StoreGiven) => ({
    audit: createAudit(store, newId),
    deletions: createDeletions(store, removals),
  }),
  removal: removeOfWorkspace,
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof keeps.open> {}
}

export const workspace: Feature = { name: 'workspace', words: { en, bn }, keeps, surfaces, opens };

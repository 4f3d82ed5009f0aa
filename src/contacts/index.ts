import type { Feature } from '../kit/feature.ts';
import type { StoreGiven } from '../kit/store/storage.ts';
import type { Store, WorkspaceDeletion } from '../kit/store/store.ts';
import { NO_BROADCASTS } from '../texts/store/text-changes.ts';
import { create } from './create.ts';
import { problemKinds } from './problem.ts';
import { commandWords, home, listeners } from './slack/index.ts';
import { createErasure, removeErasures } from './store/erasure.ts';
import { NO_ROWS } from './store/erasure-model.ts';
import { createImports } from './store/imports.ts';
import { createContacts, removePeople } from './store/store.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

const deleteWorkspaceData: WorkspaceDeletion = (tx, workspace, limit) =>
  removePeople(tx, workspace, limit) + removeErasures(tx, workspace, limit);

const persistence = {
  open(store: Store, { newId, wall, hooks: { broadcastHooks = NO_BROADCASTS, rows = NO_ROWS } }: StoreGiven) {
    const deps = { newId, wall, broadcastHooks, rows };
    return {
      contacts: createContacts(store, deps),
      erasure: createErasure(store, deps),
      imports: createImports(store, deps),
    };
  },
  deleteWorkspaceData,
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof persistence.open> {}
}

export const contacts: Feature<'contacts'> = {
  name: 'contacts',
  words: { en, bn },
  persistence,
  create,
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  listeners,
  home,
  commandWords,
};

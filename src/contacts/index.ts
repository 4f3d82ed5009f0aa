import type { Feature } from '../kit/feature.ts';
import type { StoreGiven } from '../kit/store/storage.ts';
import type { Store, WorkspaceDeletion } from '../kit/store/store.ts';
import { NO_BROADCASTS } from '../texts/store/text-changes.ts';
import { auditKinds } from './audit.ts';
import { create } from './create.ts';
import { DO_NOT_TEXT_KEY } from './do-not-text.ts';
import { people } from './import-program.ts';
import { problemKinds } from './problem.ts';
import { recipients } from './recipients.ts';
import { commandWords, home, listeners } from './slack/index.ts';
import { createErasure, removeErasures } from './store/erasure.ts';
import { createImports } from './store/imports.ts';
import { createContacts } from './store/store.ts';
import { removePeople } from './store/write-contacts.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

const deleteWorkspaceData: WorkspaceDeletion = (tx, workspace, limit) =>
  removePeople(tx, workspace, limit) + removeErasures(tx, workspace, limit);

const persistence = {
  open(store: Store, { newId, wall, hooks: { broadcastHooks = NO_BROADCASTS, rows = [] } }: StoreGiven) {
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
  audit: { kinds: auditKinds, words: words => words.contactAudit },
  persistence,
  sealed: { 'never-text key': DO_NOT_TEXT_KEY },
  programs: { people },
  create,
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  listeners,
  recipients,
  home,
  commandWords,
};

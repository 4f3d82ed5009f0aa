import { contacts } from '../contacts/index.ts';
import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { listListeners } from '../kit/slack/list.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { Services } from '../kit/slack/services.ts';
import { LINKED_KEY } from '../workspace/linked-keys.ts';
import { type Attention, createAttention } from './attention.ts';
import { warningsAtHome } from './slack/home.ts';
import { warningList } from './slack/list.ts';
import { balanceWarnings } from './sources/balance.ts';
import { limitWarnings } from './sources/limits.ts';
import { createTellWarnings } from './telling.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';
import { createAttentionWorker } from './worker.ts';

type AttentionServices = {
  attention: Pick<Attention, 'current'> & {
    /** Looks for a workspace's warnings within a minute. */
    lookSoon(workspace: string): void;
  };
};

declare module '../kit/slack/services.ts' {
  interface Services extends AttentionServices {}
}

const listeners = (services: Services): readonly SlackListener[] => listListeners(services, warningList);

function create(services: Services): CreatedFeature<AttentionServices> {
  const { storage, extensions, history, keys, settings, people, poster, words, clock, log } = services;
  const { documents, revisions, everyWorkspace } = storage;
  const sources = () => extensions.warnings ?? [];
  const attention = createAttention({
    documents,
    revisions,
    sources,
    isShared: storage.isShared,
    clock,
    log,
  });
  const worker = createAttentionWorker({
    attention,
    tell: createTellWarnings({ attention, people, keys, settings, poster, words, clock, log }),
    workspaces: () => everyWorkspace.documentsCalled(LINKED_KEY.document),
    clock,
    log,
  });
  return {
    services: { attention: { ...attention, lookSoon: worker.lookSoon } },
    extend: () => ({
      warnings: [
        limitWarnings({ settings, history, clock }),
        balanceWarnings({ keys, settings, history, clock }),
      ],
      erasers: [
        async ({ workspace, contact }) => {
          await attention.erase(workspace, contact);
          return [];
        },
      ],
    }),
    workers: [{ wake: worker.wake, stop: worker.stop }],
  };
}

/** Warnings of what may become trouble: on Home, and once as a message. */
export const attention: Feature<'attention'> = {
  name: 'attention',
  dependsOn: [contacts],
  words: { en, bn },
  create,
  listeners,
  home: warningsAtHome,
};

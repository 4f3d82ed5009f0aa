import { FEATURES } from '../../src/features.ts';
import { listenersOf } from '../../src/kit/feature.ts';
import type { Services } from '../../src/kit/slack/services.ts';
import { PERMISSION_FACTS } from '../../src/workspace/slack/permissions.ts';

/** The listeners for Slack's requests, by feature; nothing behind them works. */
export const inSlack = listenersOf(FEATURES, {
  presses: { register: () => undefined, enqueue: async () => undefined },
  lists: new Map(),
  permissionFacts: PERMISSION_FACTS,
  people: {},
} as unknown as Services);

/** The ids of all listeners of these kinds. */
export const idsOf = (...kinds: string[]): string[] =>
  inSlack.flatMap(({ listeners }) => listeners.flatMap(({ kind, id }) => (kinds.includes(kind) ? id : [])));

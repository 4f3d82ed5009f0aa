import { contacts } from '../contacts/index.ts';
import type { Feature } from '../kit/feature.ts';
import type { StoreGiven } from '../kit/store/storage.ts';
import type { Store } from '../kit/store/store.ts';
import { schedules } from '../schedules/index.ts';
import { templates } from '../templates/index.ts';
import { make } from './make.ts';
import { home, opens, surfaces } from './slack/index.ts';
import { broadcastAsides } from './store/aside.ts';
import { broadcastRows } from './store/forgetting.ts';
import { createBroadcasts, removeBroadcasts } from './store/store.ts';
import { broadcastsOfTexts } from './store/tally.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

const keeps = {
  open: (store: Store, given: StoreGiven) => ({ broadcasts: createBroadcasts(store, given) }),
  removal: removeBroadcasts,
  asides: () => broadcastAsides,
  parts: { parent: broadcastsOfTexts, rows: broadcastRows },
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof keeps.open> {}
}

export const broadcasts: Feature = {
  ...{ name: 'broadcasts', standsOn: [templates, contacts, schedules], words: { en, bn }, keeps, make },
  ...{ surfaces, home, opens },
};

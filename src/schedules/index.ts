import type { Feature } from '../kit/feature.ts';
import type { Store } from '../kit/store/store.ts';
import { adds, home, opens, surfaces } from './slack/index.ts';
import { createSchedules, removeSchedules, scheduleAside } from './store/store.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

const keeps = {
  open: (store: Store) => ({ schedules: createSchedules(store) }),
  removal: removeSchedules,
  asides: () => ({ schedule: scheduleAside }),
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof keeps.open> {}
}

export const schedules: Feature = {
  ...{ name: 'schedules', words: { en, bn }, keeps },
  ...{ surfaces, home, opens, adds },
};

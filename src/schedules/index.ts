import { contacts } from '../contacts/index.ts';
import type { Feature, Made } from '../kit/feature.ts';
import type { Services } from '../kit/slack/services.ts';
import type { Store } from '../kit/store/store.ts';
import { createScheduler } from './scheduler.ts';
import { adds, home, opens, type ScheduleServices, surfaces } from './slack/index.ts';
import { createScheduleNews } from './slack/shown.ts';
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

function make(services: Services): Made<ScheduleServices> {
  const { storage, settings, planned, poster, naming, words, clock, log, added } = services;
  const { schedules, isShared } = storage;
  const scheduler = createScheduler({
    ...{ schedules, settings, wake: planned, isShared, clock, log },
    tell: createScheduleNews({ poster, naming, settings, words, log }),
    makeRun: async schedule => (added.makeRun ? added.makeRun(schedule) : 'later'),
  });
  function wake(): void {
    planned();
    scheduler.wake();
  }
  return {
    services: { schedules, scheduler: { wake } },
    adds: () => ({
      ...adds(services),
      forgets: [
        async job => {
          await schedules.forget(job.workspace, job);
          return [];
        },
      ],
    }),
    works: [scheduler],
  };
}

export const schedules: Feature = {
  ...{ name: 'schedules', standsOn: [contacts], words: { en, bn }, keeps, make },
  ...{ surfaces, home, opens },
};

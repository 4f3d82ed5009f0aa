import { contacts } from '../contacts/index.ts';
import type { Feature, Made } from '../kit/feature.ts';
import { formListeners } from '../kit/slack/form-submission.ts';
import { listByWord, listListeners } from '../kit/slack/list.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { Additions, Opening, Services } from '../kit/slack/services.ts';
import type { Store } from '../kit/store/store.ts';
import type { Worker } from '../kit/worker.ts';
import { createScheduler } from './scheduler.ts';
import { changeScheduleButton, laterPart } from './slack/change.ts';
import {
  answerLateButton,
  cancelScheduleButton,
  scheduleList,
  schedulesAtHome,
  skipRunButton,
} from './slack/list.ts';
import { createScheduleNews } from './slack/schedule-blocks.ts';
import { whenForm } from './slack/when-fields.ts';
import { createSchedules, removeSchedules, type Schedules, scheduleAside } from './store/store.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

type ScheduleServices = {
  schedules: Schedules;
  /** Woken when something is to be sent later, or now after all. */
  scheduler: Pick<Worker, 'wake'>;
};

declare module '../kit/slack/services.ts' {
  interface Services extends ScheduleServices {}
}

/** Where requests from Slack come in. */
const listeners = (services: Services): readonly SlackListener[] => [
  ...listListeners(services, scheduleList),
  changeScheduleButton(services),
  ...formListeners(services, whenForm),
  skipRunButton(services),
  cancelScheduleButton(services),
  ...answerLateButton(services),
];

/** Words after `/sms` that open what it shows. */
const opens = (services: Services): Opening[] => [
  listByWord(services, scheduleList, ['scheduled', 'schedule', 'schedules', 'নির্ধারিত', 'শিডিউল']),
];

/** What it adds to the form that makes a text. */
const adds = (services: Services): Partial<Additions> => ({ laterPart: laterPart(services) });

const keeps = {
  open: (store: Store) => ({ schedules: createSchedules(store) }),
  deleteWorkspaceData: removeSchedules,
  quarantineTables: () => ({ schedule: scheduleAside }),
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
  ...{ listeners, home: schedulesAtHome, opens },
};

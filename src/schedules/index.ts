import { contacts } from '../contacts/index.ts';
import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { formListeners } from '../kit/slack/form-submission.ts';
import { listByWord, listListeners } from '../kit/slack/list.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { CommandWord, Extensions, Services } from '../kit/slack/services.ts';
import { restorable } from '../kit/store/quarantine.ts';
import type { Store } from '../kit/store/store.ts';
import type { Worker } from '../kit/worker.ts';
import { auditKinds } from './audit.ts';
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
import { createSchedules, removeSchedules, SCHEDULE_KIND, type Schedules } from './store/store.ts';
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
const commandWords = (services: Services): CommandWord[] => [
  listByWord(services, scheduleList, ['scheduled', 'schedule', 'schedules', 'নির্ধারিত', 'শিডিউল']),
];

/** What it adds to the form that makes a text. */
const adds = (services: Services): Partial<Extensions> => ({ laterPart: laterPart(services) });

const persistence = {
  open: (store: Store) => ({ schedules: createSchedules(store) }),
  deleteWorkspaceData: removeSchedules,
  quarantineKinds: () => [restorable(SCHEDULE_KIND)],
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof persistence.open> {}
}

function create(services: Services): CreatedFeature<ScheduleServices> {
  const { storage, settings, people, planned, poster, naming, words, clock, log, extensions } = services;
  const { schedules, isShared } = storage;
  const scheduler = createScheduler({
    ...{ schedules, settings, wake: planned, isShared, clock, log },
    tell: createScheduleNews({ poster, people, naming, settings, words, log }),
    async isGone(workspace, author) {
      const asked = await people.facts(workspace, author);
      return asked.kind === 'known' && asked.facts.deactivated;
    },
    makeRun: async schedule => (extensions.makeRun ? extensions.makeRun(schedule) : 'later'),
  });
  function wake(): void {
    planned();
    scheduler.wake();
  }
  return {
    services: { schedules, scheduler: { wake } },
    extend: () => ({
      ...adds(services),
      erasers: [
        async job => {
          await schedules.erase(job.workspace, job);
          return [];
        },
      ],
      uses: [schedules.uses],
    }),
    workers: [scheduler],
  };
}

export const schedules: Feature<'schedules'> = {
  name: 'schedules',
  dependsOn: [contacts],
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.scheduleAudit },
  persistence,
  create,
  listeners,
  home: schedulesAtHome,
  commandWords,
};

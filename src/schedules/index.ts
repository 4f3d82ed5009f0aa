import { contacts } from '../contacts/index.ts';
import { holidays as holidayFeature } from '../holidays/index.ts';
import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { formListeners } from '../kit/slack/form-submission.ts';
import { listByWord, listListeners } from '../kit/slack/list.ts';
import { COMMAND, type SlackListener } from '../kit/slack/listener.ts';
import type { CommandWord, Services } from '../kit/slack/services.ts';
import { restorable } from '../kit/store/quarantine.ts';
import type { Store } from '../kit/store/store.ts';
import type { Worker } from '../kit/worker.ts';
import { openFormByCommand } from '../texts/slack/command/open-form.ts';
import { NOT_CHOSEN } from '../texts/slack/compose/form.ts';
import { ACTION } from '../texts/slack/ids.ts';
import { auditKinds } from './audit.ts';
import { calendarOf } from './calendar.ts';
import { emptyGroupWarnings } from './empty-group-warnings.ts';
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
import { afterRestore } from './store/after-restore.ts';
import { createSchedules, removeSchedules, SCHEDULE_KIND, type Schedules } from './store/store.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

type ScheduleServices = {
  schedules: Schedules;
  /** Must be woken after a schedule is made or changed. */
  scheduler: Pick<Worker, 'wake'>;
};

declare module '../kit/slack/services.ts' {
  interface Services extends ScheduleServices {}
}

const listeners = (services: Services): readonly SlackListener[] => [
  ...listListeners(services, scheduleList),
  changeScheduleButton(services),
  ...formListeners(services, whenForm),
  skipRunButton(services),
  cancelScheduleButton(services),
  ...answerLateButton(services),
];

const LATER = ['later', 'পরে'];

/** The feature's words after `/sms`. */
const commandWords = (services: Services): CommandWord[] => [
  {
    spelled: LATER,
    takesText: true,
    button: ACTION.compose,
    open: (client, opener, { text, channel }) => {
      const typed = { text, channel, command: `${COMMAND} later` } as const;
      return openFormByCommand(services, client, opener, typed, { later: NOT_CHOSEN });
    },
  },
  listByWord(services, scheduleList, ['scheduled', 'schedule', 'schedules', 'নির্ধারিত', 'শিডিউল']),
];

const persistence = {
  open: (store: Store) => ({ schedules: createSchedules(store) }),
  deleteWorkspaceData: removeSchedules,
  quarantineKinds: () => [restorable(SCHEDULE_KIND)],
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof persistence.open> {}
}

function create(services: Services): CreatedFeature<ScheduleServices> {
  const { storage, settings, holidays, people, planned, poster, naming, words, clock, log, extensions } =
    services;
  const { schedules, isShared } = storage;
  const scheduler = createScheduler({
    schedules,
    settings,
    calendar: workspace => calendarOf({ holidays, settings }, workspace),
    wake: planned,
    isShared,
    clock,
    log,
    tell: createScheduleNews({ poster, people, naming, settings, words, log }),
    async isGone(workspace, author) {
      const answer = await people.facts(workspace, author);
      return answer.kind === 'known' && answer.facts.deactivated;
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
      laterPart: laterPart(services),
      erasers: [
        async job => {
          await schedules.erase(job.workspace, job);
          return [];
        },
      ],
      uses: [schedules.uses],
      warnings: [
        emptyGroupWarnings({
          schedules,
          calendar: workspace => calendarOf({ holidays, settings }, workspace),
          contacts: services.contacts,
        }),
      ],
    }),
    workers: [scheduler],
  };
}

export const schedules: Feature<'schedules'> = {
  name: 'schedules',
  dependsOn: [contacts, holidayFeature],
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.scheduleAudit },
  persistence,
  afterRestore: () => afterRestore,
  create,
  listeners,
  home: schedulesAtHome,
  reservedNames: LATER,
  commandWords,
};

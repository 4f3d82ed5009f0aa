import { listByWord, listSurfaces } from '../../kit/slack/list.ts';
import type { Additions, Opening, Services } from '../../kit/slack/services.ts';
import { formSurfaces } from '../../kit/slack/submitted.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import type { Worker } from '../../kit/worker.ts';
import type { Schedules } from '../store/store.ts';
import { changeScheduleButton, laterPart } from './change.ts';
import {
  answerLateButton,
  cancelScheduleButton,
  scheduleList,
  schedulesAtHome,
  skipRunButton,
} from './list.ts';
import { whenForm } from './when.ts';

export type ScheduleServices = {
  schedules: Schedules;
  /** Woken when something is to be sent later, or now after all. */
  scheduler: Pick<Worker, 'wake'>;
};

declare module '../../kit/slack/services.ts' {
  interface Services extends ScheduleServices {}
}

/** Where requests from Slack come in. */
export const surfaces = (services: Services): readonly Surface[] => [
  ...listSurfaces(services, scheduleList),
  changeScheduleButton(services),
  ...formSurfaces(services, whenForm),
  skipRunButton(services),
  cancelScheduleButton(services),
  ...answerLateButton(services),
];

/** Words after `/sms` that open what it shows. */
export const opens = (services: Services): Opening[] => [
  listByWord(services, scheduleList, ['scheduled', 'schedule', 'schedules', 'নির্ধারিত', 'শিডিউল']),
];

/** What it adds to the form that makes a text. */
export const adds = (services: Services): Partial<Additions> => ({ laterPart: laterPart(services) });

/** What it adds to Home tabs. */
export const home = schedulesAtHome;

import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import type { Problem } from '../../domain/problem.ts';
import { whenSchema } from '../../domain/recurrence.ts';
import { MAX_SCHEDULES, type Schedule } from '../../domain/schedule.ts';
import type { Wording } from '../../wording/index.ts';
import { ACTION, VIEW } from '../ids.ts';
import { context } from '../kit/elements.ts';
import { onSubmit } from '../kit/form.ts';
import { keptJson } from '../kit/kept.ts';
import { formModal } from '../kit/modals.ts';
import { asIs, onView } from '../kit/press.ts';
import type { StoredPress } from '../kit/presses.ts';
import { draftAuthor, scheduleLead } from '../rights.ts';
import type { Services } from '../services.ts';
import {
  type Later,
  laterIn,
  laterOf,
  NOT_CHOSEN,
  whenOf,
  wholeLaterBlocks,
} from '../views/compose-later.ts';
import { plannedMessage } from './receipt.ts';
import { recordChange } from './rights.ts';

/** The broadcast that is to go out later, or the schedule that is changed. */
const keptSchema = z.object({
  broadcast: z.string().nullable(),
  schedule: z.string().nullable(),
  zone: z.string().nullable(),
  /** The post under which it was changed, which says when it goes out; null: there is none. */
  responseUrl: z.string().nullable(),
});
type WhenKept = z.infer<typeof keptSchema>;

/** "Send later" in the review of a broadcast: asks when. */
export function registerScheduleBroadcast(app: App, services: Services): void {
  onView(app, services, ACTION.scheduleBroadcast, {
    read: asIs,
    may: draftAuthor,
    opens: {
      title: ({ schedules }) => schedules.laterTitle,
      command: null,
      async fill(words, { workspace, userId }, broadcast) {
        const zone = (await services.people.remembered(workspace, userId))?.zone ?? null;
        return whenForm(words, NOT_CHOSEN, { broadcast, schedule: null, zone, responseUrl: null });
      },
    },
  });
}

/** The same for one that is there already; what it says stays as it is. The caller checks whether they may. */
export function whenFormOf(
  words: Wording,
  { id, when, next, late }: Schedule,
  responseUrl: string | null,
): ModalView {
  const run = next ?? late ?? { local: when.start, index: 0 };
  const kept = { broadcast: null, schedule: id, zone: when.zone, responseUrl };
  return whenForm(words, laterOf(when, run.local, run.index), kept);
}

function whenForm(words: Wording, later: Later, kept: WhenKept): ModalView {
  const said = words.schedules;
  return {
    ...formModal({
      id: VIEW.scheduleForm,
      title: said.laterTitle,
      submit: kept.schedule === null ? said.schedule : said.save,
      cancel: words.link.cancel,
      blocks: [...wholeLaterBlocks(words, later), context(said.laterHint)],
    }),
    private_metadata: JSON.stringify(kept),
  };
}

const askedSchema = keptSchema.extend({ when: whenSchema });

/** The submitted form. It is its schedule's identity, so that it makes one, however often it is delivered. */
export function registerScheduleForm(app: App, services: Services): void {
  onSubmit(app, services, VIEW.scheduleForm, {
    clears: true,
    valueOf({ private_metadata, state }, words) {
      const its = keptJson(keptSchema, private_metadata);
      const later = laterIn(state.values, true) ?? NOT_CHOSEN;
      const read = whenOf(words, later, its.zone, services.clock.wall());
      return read.ok ? { value: { ...its, when: read.when } } : { errors: read.errors };
    },
    read: value => keptJson(askedSchema, value),
    may: (judging, who, { broadcast, schedule }) =>
      schedule === null ? draftAuthor(judging, who, broadcast ?? '') : scheduleLead(judging, who, schedule),
    async carryOut(_services, press, asked) {
      const { workspace, userId } = press;
      const words = await services.words.of(workspace, userId);
      const done = await store(services, words, press, asked);
      if (done === null) return { kind: 'quiet' };
      if ('problem' in done) return { kind: 'refused', problem: done.problem };
      if ('said' in done) return { kind: 'told', message: { text: done.said } };
      services.scheduler.wake();
      if (asked.broadcast !== null) await services.broadcasts.drop(workspace, asked.broadcast, userId);
      const how = asked.schedule === null ? 'planned' : 'changed';
      if (how === 'changed') await recordChange(services, press, done, 'changed');
      const message = await plannedMessage(services, words, press, done, how);
      const { responseUrl } = asked;
      const answered = responseUrl ? await services.poster.answer(responseUrl, 'replace', message) : null;
      return answered?.kind === 'ok' ? { kind: 'quiet' } : { kind: 'told', message };
    },
  });
}

/** What is stored now; null: it was before. Otherwise why it isn't. */
async function store(
  { schedules, broadcasts, clock, newId }: Services,
  words: Wording,
  { workspace, userId, identity }: StoredPress,
  { broadcast, schedule, when }: z.infer<typeof askedSchema>,
): Promise<Schedule | { said: string } | { problem: Problem } | null> {
  const at = { wall: clock.wall(), now: clock.now() };
  const { gone, full } = words.schedules;
  if (schedule !== null) {
    const before = await schedules.one(workspace, schedule);
    const changed =
      before && (await schedules.change(workspace, before.id, { what: before.what, when }, at.wall));
    return changed ?? { said: gone };
  }
  const one = broadcast === null ? null : await broadcasts.one(workspace, broadcast);
  if (!one) return { problem: { kind: 'BROADCAST_GONE' } };
  const what = { kind: 'broadcast' as const, ask: one.ask, texts: one.size.texts };
  const made = { id: newId(), workspace, by: userId, identity: `form:${identity}`, what, when };
  const did = await schedules.make(made, at.wall, at.now);
  if (did === 'known') return null;
  return did === 'full' ? { said: full(MAX_SCHEDULES) } : did;
}

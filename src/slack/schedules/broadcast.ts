import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { MAX_SCHEDULES, type Schedule } from '../../domain/schedule.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { context } from '../blocks/elements.ts';
import { problemOf } from '../failure.ts';
import { ACTION, INPUT, VIEW } from '../ids.ts';
import { keptJson } from '../kept.ts';
import { viewSubmissionSchema } from '../payloads/interactions.ts';
import { onView } from '../press.ts';
import type { Services } from '../services.ts';
import {
  type Later,
  laterIn,
  laterOf,
  NOT_CHOSEN,
  whenOf,
  wholeLaterBlocks,
} from '../views/compose-later.ts';
import { formModal, openJudgedModal } from '../views/modals.ts';
import { type Who, whoOf } from '../who.ts';
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
  onView(app, services, ACTION.scheduleBroadcast, async press => {
    const { workspace, userId, value: broadcast } = press;
    await openJudgedModal(services, press.client, press, {
      title: ({ schedules }) => schedules.laterTitle,
      command: null,
      onTop: press.view?.type === 'modal',
      judge: async () => null,
      async fill(words) {
        const zone = (await services.people.remembered(workspace, userId))?.zone ?? null;
        return whenForm(words, NOT_CHOSEN, { broadcast, schedule: null, zone, responseUrl: null });
      },
    });
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

/** The submitted form: stored before Slack gets its answer, once. */
export function registerScheduleForm(app: App, services: Services): void {
  app.view({ callback_id: VIEW.scheduleForm, type: 'view_submission' }, async ({ ack, body }) => {
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const kept = keptJson(keptSchema, view.private_metadata);
    const words = await services.words.of(who.workspace, who.userId);
    const wall = services.clock.wall();
    const read = whenOf(words, laterIn(view.state.values, true) ?? NOT_CHOSEN, kept.zone, wall);
    if (!read.ok) return ack({ response_action: 'errors', errors: read.errors });
    let done: Schedule | string | null;
    try {
      done = await store(services, words, who, kept, { viewId: view.id, when: read.when, wall });
    } catch (error) {
      services.log.error({ err: error }, 'can’t store a submitted form');
      done = wordProblem(words, problemOf(error, false));
    }
    if (typeof done === 'string') {
      return ack({ response_action: 'errors', errors: { [INPUT.at.block]: done } });
    }
    await ack({ response_action: 'clear' });
    if (done === null) return;
    services.scheduler.wake();
    if (kept.broadcast !== null) await services.broadcasts.drop(who.workspace, kept.broadcast, who.userId);
    const how = kept.schedule === null ? 'planned' : 'changed';
    if (how === 'changed') await recordChange(services, who, done, 'changed');
    const receipt = await plannedMessage(services, words, who, done, how);
    const { responseUrl } = kept;
    const answered = responseUrl ? await services.poster.answer(responseUrl, 'replace', receipt) : null;
    if (answered?.kind !== 'ok') await services.poster.post(who.workspace, who.userId, receipt);
  });
}

/** What is stored now; null: it was before. Otherwise why it isn't, as a sentence. */
async function store(
  { schedules, broadcasts, clock, newId }: Services,
  words: Wording,
  { workspace, userId }: Who,
  kept: WhenKept,
  { viewId, when, wall }: { viewId: string; when: Schedule['when']; wall: number },
): Promise<Schedule | string | null> {
  const at = { wall, now: clock.now() };
  const { gone, full } = words.schedules;
  if (kept.schedule !== null) {
    const before = await schedules.one(workspace, kept.schedule);
    return (
      (before && (await schedules.change(workspace, before.id, { what: before.what, when }, at))) ?? gone
    );
  }
  const one = kept.broadcast === null ? null : await broadcasts.one(workspace, kept.broadcast);
  if (one?.ask.by !== userId) return wordProblem(words, { kind: 'BROADCAST_GONE' });
  const what = { kind: 'broadcast' as const, ask: one.ask, texts: one.size.texts };
  const made = { id: newId(), workspace, by: userId, identity: `form:${viewId}`, what, when };
  const did = await schedules.make(made, at.wall, at.now);
  if (did === 'known') return null;
  return did === 'full' ? full(MAX_SCHEDULES) : did;
}

import type { WebClient } from '@slack/web-api';
import type { Recipient } from '../../domain/recipient.ts';
import type { When } from '../../domain/recurrence.ts';
import { MAX_SCHEDULES, type Schedule, type Scheduled } from '../../domain/schedule.ts';
import { wordProblem } from '../../wording/index.ts';
import { INPUT } from '../ids.ts';
import type { Message } from '../message.ts';
import type { PayloadView } from '../payloads/view.ts';
import { replyFor } from '../reply-place.ts';
import type { Services } from '../services.ts';
import type { ComposeForm } from '../views/compose-form.ts';
import { showView } from '../views/modals.ts';
import type { Who } from '../who.ts';
import { schedulesView } from './list.ts';
import { plannedMessage } from './receipt.ts';
import { recordChange, scheduleProblem } from './rights.ts';

type SubmittedLater = { view: PayloadView; form: ComposeForm; to: Recipient; message: string; when: When };
/** Errors by field, or what is left to do once Slack has its answer. */
type LaterTaken = { errors: Record<string, string> } | { errors?: undefined; after: () => Promise<unknown> };

/**
 * A submitted form whose text is to go out later: stored, like one that goes out at once, before Slack gets its answer. It
 * is its text's identity, so that it makes one schedule however often it is delivered.
 */
export async function submitLater(
  services: Services,
  client: WebClient,
  who: Who,
  { view, form, to, message, when }: SubmittedLater,
): Promise<LaterTaken> {
  const { schedules, scheduler, clock, newId } = services;
  const { workspace, userId } = who;
  const at = { wall: clock.wall(), now: clock.now() };
  // The answer address is long out of date when it goes out.
  const place = { ...form.place, responseUrl: null };
  const whatOf = (author: string): Scheduled => {
    const replyTo = replyFor(author, place);
    return { kind: 'text', to: [to], message, template: form.template.chosen, replyTo };
  };
  const tell = (made: Schedule, how: 'planned' | 'changed') => async () => {
    const words = await services.words.of(workspace, userId);
    await say(services, who, form, await plannedMessage(services, words, who, made, how));
    const list = view.root_view_id;
    if (list && list !== view.id) {
      const next = await schedulesView(services, words, who);
      await showView(services, client, { viewId: list, workspace, userId }, next);
    }
  };

  if (form.schedule === null) {
    const identity = `form:${view.id}`;
    const what = whatOf(userId);
    const made = await schedules.make(
      { id: newId(), workspace, by: userId, identity, what, when },
      at.wall,
      at.now,
    );
    if (made === 'known') return { after: async () => undefined };
    if (made === 'full') {
      const words = await services.words.of(workspace, userId);
      return { errors: { [INPUT.at.block]: words.schedules.full(MAX_SCHEDULES) } };
    }
    scheduler.wake();
    return { after: tell(made, 'planned') };
  }

  const id = form.schedule;
  const before = await schedules.one(workspace, id);
  const change = async (author: string): Promise<Schedule | null> => {
    const changed = await schedules.change(workspace, id, { what: whatOf(author), when }, at);
    scheduler.wake();
    return changed;
  };
  const gone = async () => {
    const { schedules: said } = await services.words.of(workspace, userId);
    return { errors: { [INPUT.at.block]: said.gone } };
  };
  if (!before) return gone();
  if (before.by === userId) {
    const changed = await change(userId);
    return changed ? { after: tell(changed, 'changed') } : gone();
  }
  return {
    // Slack says who is a manager.
    async after() {
      const words = await services.words.of(workspace, userId);
      const problem = await scheduleProblem(services, who, before);
      const changed = problem ? null : await change(before.by);
      if (changed) {
        await recordChange(services, who, before, 'changed');
        return tell(changed, 'changed')();
      }
      await say(services, who, form, { text: problem ? wordProblem(words, problem) : words.schedules.gone });
    },
  };
}

/** Only to the person: where they are if we can, otherwise in a direct message. What was changed under a post takes its place. */
async function say({ poster }: Services, { workspace, userId }: Who, form: ComposeForm, message: Message) {
  const { responseUrl } = form.place;
  const how = form.schedule === null ? 'ephemeral' : 'replace';
  const answered = responseUrl ? await poster.answer(responseUrl, how, message) : null;
  if (answered?.kind !== 'ok') await poster.post(workspace, userId, message);
}

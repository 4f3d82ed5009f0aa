import { createHash } from 'node:crypto';
import type { Clock } from '../../kit/clock.ts';
import { DAY_MS } from '../../kit/day.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import type { SaveResult, Submitter } from '../../kit/slack/form.ts';
import type { Message } from '../../kit/slack/message.ts';
import { updateModal } from '../../kit/slack/modals.ts';
import type { Poster } from '../../kit/slack/posting.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { type Wording, type WordsFor, wordProblem } from '../../kit/words/wording.ts';
import type { Log } from '../../log.ts';
import type { BroadcastRequest } from '../broadcast.ts';
import type { Broadcast } from '../store/model.ts';
import { ACTION } from './ids.ts';
import { reviewButton, reviewOf, workingView } from './review.ts';

/** Shows how far something is in an open modal, which then shows something else. */
type ShownProgress<T> = {
  /** Shows this, unless something is being shown just now: more comes soon. */
  tell(how: T): void;
  /** Shows nothing more; resolves once nothing can come after what is shown next. */
  ended(): Promise<void>;
};

const nothing = () => undefined;

/** Slack may carry out requests in another order than they left, so there is never more than one. */
export function createProgress<T>(show: (how: T) => Promise<unknown>): ShownProgress<T> {
  let inFlight: Promise<void> | null = null;
  let isOver = false;
  return {
    tell(how) {
      if (isOver || inFlight) return;
      inFlight = show(how)
        .then(nothing, nothing)
        .then(() => {
          inFlight = null;
        });
    },
    async ended() {
      isOver = true;
      await inFlight;
    },
  };
}

/** So many times, somebody lets the same broadcast be and makes it again from one form. */
const TRIES = 50;

/**
 * What a form asks for: stored first, then its rows are worked out, and its modal shows how far that is and then what it comes to.
 * The same form with the same content is one broadcast, however often it is submitted.
 *
 * @param asked.before the one that it changes; null: none was made before
 */
export async function saveBroadcast(
  services: Services,
  submitter: Submitter,
  words: Wording,
  { request, before }: { request: BroadcastRequest; before: string | null },
): Promise<SaveResult> {
  const { workspace, userId, origin } = submitter;
  const { broadcast, isNew } = await open(services, workspace, origin, request);
  const { id, state } = broadcast;
  if (before !== null && before !== id) await services.broadcasts.drop(workspace, before, userId);
  if (isNew)
    return {
      view: workingView(words, id, null),
      later: () => gathered(services, submitter, words, broadcast),
    };
  // A process that died may have begun it: then its author is told.
  if (state === 'gathering') return { view: workingView(words, id, null) };
  return { view: await reviewOf(services, words, submitter, id) };
}

/** Works it out. Whether they may is judged with its rows, too: what nobody knows yet is said there. */
async function gathered(
  services: Services,
  { workspace, userId, client, view }: Submitter,
  words: Wording,
  broadcast: Broadcast,
): Promise<SaveResult> {
  const { id } = broadcast;
  const viewId = view?.id ?? '';
  const progress = createProgress((how: { done: number; all: number }) =>
    client.views.update({ view_id: viewId, view: workingView(words, id, how) }),
  );
  const its = await services.broadcasts
    .gather(broadcast, (done, all) => progress.tell({ done, all }))
    .catch((error: unknown) => {
      services.log.error({ err: error, broadcast: id }, 'a broadcast can’t be worked out');
      return { ok: false as const, problem: { kind: 'UNEXPECTED' as const } };
    });
  await progress.ended();
  if (!its.ok) return { retry: `:warning: ${words.broadcasts.failed(wordProblem(words, its.problem))}` };
  const who = { workspace, userId };
  const isShown = await updateModal(services, client, viewId, await reviewOf(services, words, who, id));
  if (!isShown) await tellReady(services, words, who, id, 'ready');
  return { handled: true };
}

/** Opens this form's broadcast, or returns the one that was opened before, unless that was dropped. */
async function open({ broadcasts }: Services, workspace: string, origin: string, request: BroadcastRequest) {
  for (let index = 0; index < TRIES; index++) {
    const content = JSON.stringify([workspace, origin, request, index]);
    const id = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const opened = await broadcasts.open(workspace, request, { id });
    if (opened.broadcast.state !== 'dropped') return opened;
  }
  throw new RangeError('A form was submitted too often');
}

/** Tells a broadcast's author, in a direct message, that it waits for them; nothing if it doesn't. */
export async function tellReady(
  { broadcasts, poster }: Pick<Services, 'broadcasts' | 'poster'>,
  words: Wording,
  { workspace, userId }: UserRef,
  id: string,
  what: 'ready' | 'stillThere',
): Promise<void> {
  const one = await broadcasts.one(workspace, id);
  if (one?.state !== 'review') return;
  const text = words.broadcasts[what](one.size.texts);
  await poster.post(workspace, userId, {
    text,
    blocks: [section(text), actions(reviewButton(words, id))],
  });
}

/**
 * Tells authors of broadcasts that nobody went on with: the process that worked one out is gone, or it wasn't sent within
 * a day. Whom an approval was asked of is told where they were asked.
 */
export function createLapsed(deps: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
  clock: Clock;
  log: Log;
}): (lapsed: readonly Broadcast[]) => void {
  const { poster, words, clock, log } = deps;
  async function tell({ workspace, request, at, approval, schedule }: Broadcast): Promise<void> {
    // A schedule's run is made anew.
    if (approval || schedule) return;
    const { broadcasts } = await words.of(workspace, request.by);
    const isYoung = clock.now() - at < DAY_MS;
    const text = isYoung ? broadcasts.interrupted : broadcasts.lapsed;
    const again = button({ action: ACTION.newBroadcast, label: broadcasts.make });
    const message: Message = { text, blocks: [section(text), actions(again)] };
    await poster.post(workspace, request.by, message);
  }
  return lapsed => {
    for (const one of lapsed)
      tell(one).catch(error => log.warn({ err: error }, 'nobody was told that a broadcast was dropped'));
  };
}

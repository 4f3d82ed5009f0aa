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

/** Shows progress in an open modal until something else replaces it. */
type ShownProgress<T> = {
  /** Shows this progress, unless an earlier call to Slack is still running. Newer progress follows soon. */
  tell(how: T): void;
  /** Stops showing progress; resolves once no late update can overwrite what follows. */
  ended(): Promise<void>;
};

const nothing = () => undefined;

/** Slack may process requests out of order, so only one is on its way at a time. */
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

/** Limit for how often one form's broadcast is discarded and made again. */
const MAX_TRIES = 50;

/**
 * Stores the broadcast that a form asks for, then makes its rows. The modal shows the progress, then the review.
 * Submitting the same form with the same content again makes no second broadcast.
 *
 * @param before the broadcast that the form changes; null if there is none
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
      later: () => gatherInModal(services, submitter, words, broadcast),
    };
  // Another process is making the rows. If it has died, the author gets a notice later.
  if (state === 'gathering') return { view: workingView(words, id, null) };
  return { view: await reviewOf(services, words, submitter, id) };
}

/** Makes the rows. That also checks the author's permission, because Slack may have been unavailable before. */
async function gatherInModal(
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
  const result = await services.broadcasts
    .gather(broadcast, (done, all) => progress.tell({ done, all }))
    .catch((error: unknown) => {
      services.log.error({ err: error, broadcast: id }, 'a broadcast can’t be worked out');
      return { ok: false as const, problem: { kind: 'UNEXPECTED' as const } };
    });
  await progress.ended();
  if (!result.ok)
    return { retry: `:warning: ${words.broadcasts.failed(wordProblem(words, result.problem))}` };
  const user = { workspace, userId };
  const isShown = await updateModal(services, client, viewId, await reviewOf(services, words, user, id));
  if (!isShown) await tellReady(services, words, user, id, 'ready');
  return { handled: true };
}

/** Opens this form's broadcast, or returns the one that it opened before, unless that was dropped. */
async function open({ broadcasts }: Services, workspace: string, origin: string, request: BroadcastRequest) {
  for (let index = 0; index < MAX_TRIES; index++) {
    const content = JSON.stringify([workspace, origin, request, index]);
    const id = createHash('sha256').update(content).digest('hex').slice(0, 32);
    const opened = await broadcasts.open(workspace, request, { id });
    if (opened.broadcast.state !== 'dropped') return opened;
  }
  throw new RangeError('A form was submitted too often');
}

/**
 * Tells a broadcast's author in a direct message that it waits for them; does nothing if the broadcast isn't in
 * review.
 */
export async function tellReady(
  { broadcasts, poster }: Pick<Services, 'broadcasts' | 'poster'>,
  words: Wording,
  { workspace, userId }: UserRef,
  id: string,
  notice: 'ready' | 'stillThere',
): Promise<void> {
  const broadcast = await broadcasts.one(workspace, id);
  if (broadcast?.state !== 'review') return;
  const text = words.broadcasts[notice](broadcast.size.texts);
  await poster.post(workspace, userId, {
    text,
    blocks: [section(text), actions(reviewButton(words, id))],
  });
}

/**
 * Tells authors of abandoned broadcasts: their process died while it made the rows, or they waited for their author
 * for a day. A broadcast that waited for approval has a post that says so.
 */
export function createAbandonedNotice(deps: {
  poster: Pick<Poster, 'post'>;
  words: WordsFor;
  clock: Clock;
  log: Log;
}): (lapsed: readonly Broadcast[]) => void {
  const { poster, words, clock, log } = deps;
  async function tell({ workspace, request, at, approval, schedule }: Broadcast): Promise<void> {
    // The approval's post tells the author, and a schedule makes its run again.
    if (approval || schedule) return;
    const { broadcasts } = await words.of(workspace, request.by);
    const isYoung = clock.now() - at < DAY_MS;
    const text = isYoung ? broadcasts.interrupted : broadcasts.lapsed;
    const again = button({ action: ACTION.newBroadcast, label: broadcasts.make });
    const message: Message = { text, blocks: [section(text), actions(again)] };
    await poster.post(workspace, request.by, message);
  }
  return lapsed => {
    for (const broadcast of lapsed)
      tell(broadcast).catch(error =>
        log.warn({ err: error }, 'nobody was told that a broadcast was dropped'),
      );
  };
}

import type { Clock } from '../../kit/clock.ts';
import { context } from '../../kit/slack/elements.ts';
import type { Message, PinnedMessage } from '../../kit/slack/message.ts';
import { type Delivery, deliveryOf, type MessageRef, onePost, type Poster } from '../../kit/slack/posting.ts';
import { type Place, type StandingPost, showStored } from '../../kit/slack/standing-post.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import type { ReplyTo } from '../intent.ts';
import { numbersIn } from '../recipient.ts';
import type { History } from '../store/history.ts';
import type { IntentOutcome, Report } from '../store/model.ts';
import type { Reports } from '../store/reports.ts';
import { type OnHold, outcomeMessage } from './outcome-message.ts';
import type { Naming } from './recipient-names.ts';

/**
 * Where the answer to a command goes: to the channel or thread where it was typed. Where the app can't post, directly to the
 * person, with a link to that thread.
 */
export function replyPlaces(
  { channel, threadTs, threadLink, userId }: ReplyTo,
  workspace: string,
  wordsFor: Pick<WordsFor, 'of'>,
) {
  return {
    whereTyped: (message: Message): Place => ({
      channel,
      message: threadTs === null ? message : { ...message, thread_ts: threadTs },
    }),
    async toPerson(message: Message): Promise<Place> {
      if (threadLink === null) return { channel: userId, message };
      const words = await wordsFor.of(workspace, userId);
      const line = words.receipt.about(threadLink);
      const blocks = [...(message.blocks ?? []), context(line)];
      return { channel: userId, message: { text: `${message.text}\n${line}`, blocks } };
    },
  };
}

/** `at`: null if Slack didn't accept the post. */
type ShownInPlace = { kind: 'shown'; at: MessageRef | null } | Delivery;

/**
 * Shows an outcome in one post, which changes in place. Where the app can't post, the person gets a direct message instead.
 * A deleted post comes back with the next change.
 *
 * @param isLast true if the outcome no longer changes by itself, so that a refused change isn't tried again
 */
export type ShowInPlace = (report: Report, message: Message, isLast: boolean) => Promise<ShownInPlace>;

export function createShowInPlace(deps: {
  poster: Pick<Poster, 'pin' | 'update'>;
  reports: Pick<Reports, 'shownAt'>;
  settings: Pick<SettingsOf, 'shown'>;
  words: Pick<WordsFor, 'of'>;
}): ShowInPlace {
  const { poster, reports, settings } = deps;

  /** The places to try: the channel and then the person if receipts go to channels, otherwise only the person. */
  async function placesFor({ intent }: Report, message: PinnedMessage): Promise<[Place, ...Place[]]> {
    const { workspace, replyTo, actor } = intent;
    const { receipts } = await settings.shown(workspace);
    if (!replyTo || receipts === 'sender') return [{ channel: actor, message }];
    const { whereTyped, toPerson } = replyPlaces(replyTo, workspace, deps.words);
    return [whereTyped(message), await toPerson(message)];
  }

  return async (report, message, isLast) => {
    const { intent, outcomePost } = report;
    const { workspace, id } = intent;
    const to = await placesFor(report, onePost(message));
    const save = (post: StandingPost) => reports.shownAt(workspace, id, post);
    const { answer, post } = await showStored(poster, workspace, outcomePost, { to, isOver: false }, save);
    if (answer.kind === 'away' || (answer.kind === 'refused' && isLast)) return deliveryOf(answer);
    return { kind: 'shown', at: post.at };
  };
}

/** How often the post is updated without a known change, because the key may be on hold, for example. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Shows the outcome of a person's texts to several people in one post. It changes in place until the last text has ended, and
 * again when an uncertain one becomes certain.
 */
export function createSeveralPost(deps: {
  history: Pick<History, 'waiting'>;
  settings: SettingsOf;
  naming: Naming;
  words: WordsFor;
  showInPlace: ShowInPlace;
  clock: Pick<Clock, 'now' | 'wall'>;
}): (report: Report, outcome: IntentOutcome) => Promise<Delivery> {
  const { history, settings, naming, showInPlace, clock } = deps;

  /** The hold of the waiting texts; null if none is on hold. */
  async function onHoldOf(workspace: string, { texts }: IntentOutcome): Promise<OnHold | null> {
    const waiting = texts.filter(({ state }) => state === 'queued');
    const [first] = waiting;
    const { held } = first ? await history.waiting(workspace, first.fingerprint) : { held: null };
    const until = Math.min(...waiting.map(({ expiresAt }) => expiresAt));
    return held && { code: held, until: clock.wall(until) };
  }

  async function messageOf({ intent }: Report, outcome: IntentOutcome): Promise<Message> {
    const { workspace, actor } = intent;
    const rules = await settings.shown(workspace);
    const reader = rules.receipts === 'channel' ? null : actor;
    const typed = numbersIn([...intent.to, ...outcome.omitted.map(({ recipient }) => recipient)]);
    const numbers = [...outcome.texts.map(({ number }) => number), ...typed];
    const [words, show, held] = await Promise.all([
      deps.words.of(workspace, reader, rules),
      naming(workspace, reader, numbers, rules),
      onHoldOf(workspace, outcome),
    ]);
    const waiting = outcome.texts.filter(({ state }) => state === 'queued');
    const undoUntil = Math.max(0, ...waiting.map(({ undoUntil = 0 }) => undoUntil));
    const undoMs = Math.max(0, undoUntil - clock.now());
    return outcomeMessage(words, show, { intent, outcome, held, undoMs });
  }

  return async (report, outcome) => {
    const shown = await showInPlace(report, await messageOf(report, outcome), outcome.settled);
    if (shown.kind !== 'shown') return shown;
    return outcome.settled
      ? { kind: 'posted', viaResponseUrl: false }
      : { kind: 'unfinished', againMs: LOOK_AGAIN_MS };
  };
}

import type { Clock } from '../../kit/clock.ts';
import { digestOf } from '../../kit/json.ts';
import type { Message, PinnedMessage } from '../../kit/slack/message.ts';
import {
  type Delivery,
  deliveryOf,
  type MessageRef,
  onePost,
  type Poster,
  type PostPlace,
  putInPlace,
} from '../../kit/slack/posting.ts';
import type { WordsFor } from '../../kit/words/wording.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import { numbersIn } from '../recipient.ts';
import type { History } from '../store/history.ts';
import type { IntentOutcome, Report } from '../store/model.ts';
import type { Reports } from '../store/reports.ts';
import { type OnHold, outcomeMessage } from './outcome-message.ts';
import { elsewhere } from './receipt-messages.ts';
import type { Naming } from './recipient-names.ts';

/** Where it is shown; null: Slack won't have it. Or why it couldn't be shown. */
type ShownInPlace = { kind: 'shown'; at: MessageRef | null } | Delivery;

/**
 * Shows an outcome in one post, which changes in place. If the app can't post, the person gets it in a direct message. If the
 * post is deleted, it comes back with the next change.
 *
 * @param isLast nothing more will change by itself, so what Slack refuses now is refused for good
 */
export type ShowInPlace = (report: Report, message: Message, isLast: boolean) => Promise<ShownInPlace>;

export function createShowInPlace(deps: {
  poster: Pick<Poster, 'pin' | 'update'>;
  reports: Pick<Reports, 'shownAt'>;
  settings: Pick<SettingsOf, 'shown'>;
  words: Pick<WordsFor, 'of'>;
}): ShowInPlace {
  const { poster, reports, settings } = deps;

  /** In the channel if everybody there reads receipts, otherwise to the person. */
  async function placesFor({ intent }: Report, message: PinnedMessage): Promise<PostPlace[]> {
    const { workspace, replyTo, actor } = intent;
    const { receipts } = await settings.shown(workspace);
    if (!replyTo || receipts === 'sender') return [{ channel: actor, message: () => message }];
    const { channel, threadTs, threadLink, userId } = replyTo;
    const inThread = threadTs === null ? message : { ...message, thread_ts: threadTs };
    const toPerson = async (): Promise<PinnedMessage> =>
      threadLink === null ? message : elsewhere(await deps.words.of(workspace, userId), message, threadLink);
    return [
      { channel, message: () => inThread },
      { channel: userId, message: toPerson },
    ];
  }

  return async (report, whole, isLast) => {
    const { intent, outcomePost } = report;
    const message = onePost(whole);
    const shows = digestOf(message);
    // If an attempt came to nothing that we know of, Slack may show something else.
    if (report.attempts === 0 && outcomePost?.shows === shows) return { kind: 'shown', at: outcomePost };
    const to = await placesFor(report, message);
    const pinned = await putInPlace(poster, intent.workspace, message, { there: outcomePost, to, isLast });
    if (pinned.kind === 'away' || (pinned.kind === 'refused' && isLast)) return deliveryOf(pinned);
    const at = pinned.kind === 'ok' ? (pinned.at ?? outcomePost) : null;
    if (at) await reports.shownAt(intent.workspace, intent.id, { channel: at.channel, ts: at.ts, shows });
    return { kind: 'shown', at };
  };
}

/** How long until we look again even if we know of no change: a key may be held, for example. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Shows what became of a person's texts to several people in one post, which changes in place until the last of them
 * has ended, and again when an uncertain one becomes certain.
 */
export function createSeveralPost(deps: {
  history: Pick<History, 'waiting'>;
  settings: SettingsOf;
  naming: Naming;
  words: WordsFor;
  showInPlace: ShowInPlace;
  clock: Pick<Clock, 'wall'>;
}): (report: Report, outcome: IntentOutcome) => Promise<Delivery> {
  const { history, settings, naming, showInPlace, clock } = deps;

  /** Why those that wait are on hold, if they are. */
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
    const typed = numbersIn([...intent.to, ...outcome.omitted.map(({ who }) => who)]);
    const numbers = [...outcome.texts.map(({ number }) => number), ...typed];
    const [words, show, held] = await Promise.all([
      deps.words.of(workspace, reader, rules),
      naming(workspace, reader, numbers, rules),
      onHoldOf(workspace, outcome),
    ]);
    return outcomeMessage(words, show, { intent, outcome, held });
  }

  return async (report, outcome) => {
    const shown = await showInPlace(report, await messageOf(report, outcome), outcome.settled);
    if (shown.kind !== 'shown') return shown;
    return outcome.settled
      ? { kind: 'posted', viaResponseUrl: false }
      : { kind: 'unfinished', againMs: LOOK_AGAIN_MS };
  };
}

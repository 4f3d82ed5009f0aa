import { createHash } from 'node:crypto';
import type { Delivery } from '../../sending/reporter.ts';
import type { History, IntentOutcome, Report, Reports } from '../../storage/ports.ts';
import type { SettingsOf } from '../../workspaces/settings.ts';
import { inPosts } from '../blocks/fit.ts';
import { elsewhere } from '../blocks/results.ts';
import { deliveryOf, NOT_THERE } from '../delivered.ts';
import type { Message } from '../message.ts';
import type { Naming } from '../naming.ts';
import type { Pinned, Poster } from '../posting.ts';
import type { Words } from '../words.ts';
import { outcomeMessage } from './outcome.ts';

/** How long until we look again even if we know of no change: a key may be held, for example. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Shows what became of a person's texts to several people in one post, which changes in place until the last of them
 * has ended, and again when an uncertain one becomes certain. If the app can't post, the person gets it in a direct
 * message. If the post is deleted, it comes back with the next change.
 */
export function createSeveralPost(parts: {
  poster: Poster;
  history: Pick<History, 'waiting'>;
  reports: Pick<Reports, 'shownAt'>;
  settings: SettingsOf;
  naming: Naming;
  words: Words;
}): (report: Report, outcome: IntentOutcome) => Promise<Delivery> {
  const { poster, history, reports, settings, naming } = parts;

  async function messageOf({ intent }: Report, outcome: IntentOutcome): Promise<Message> {
    const { workspace, actor } = intent;
    const rules = await settings.shown(workspace);
    const reader = rules.receipts === 'channel' ? null : actor;
    const numbers = [
      ...outcome.texts.map(({ number }) => number),
      ...[...intent.to, ...outcome.omitted.map(({ who }) => who)].flatMap(who =>
        who.kind === 'number' ? who.number : [],
      ),
    ];
    const waiting = outcome.texts.find(({ state }) => state === 'queued');
    const [words, show, held] = await Promise.all([
      parts.words.of(workspace, reader, rules),
      naming(workspace, reader, numbers, rules),
      waiting ? history.waiting(workspace, waiting.fingerprint).then(found => found.held) : null,
    ]);
    const [first] = inPosts(outcomeMessage(words, show, { intent, outcome, held }));
    if (!first) throw new RangeError('A message is one post at least');
    return first;
  }

  /** Makes a new post, in the channel if everybody there reads receipts, otherwise to the person. */
  async function pin({ intent }: Report, message: Message): Promise<Pinned> {
    const { workspace, replyTo, actor } = intent;
    const { receipts } = await settings.shown(workspace);
    if (!replyTo || receipts === 'sender') return poster.pin(workspace, actor, message);
    const { channel, threadTs, threadLink, userId } = replyTo;
    const inThread = threadTs === null ? message : { ...message, thread_ts: threadTs };
    const pinned = await poster.pin(workspace, channel, inThread);
    if (pinned.kind !== 'refused' || !NOT_THERE.has(pinned.error)) return pinned;
    const words = await parts.words.of(workspace, userId);
    return poster.pin(
      workspace,
      userId,
      threadLink === null ? message : elsewhere(words, message, threadLink),
    );
  }

  return async (report, outcome) => {
    const { intent, shown } = report;
    const message = await messageOf(report, outcome);
    const shows = createHash('sha256').update(JSON.stringify(message)).digest('base64url');
    if (shown?.shows !== shows) {
      const updated = shown && (await poster.update(intent.workspace, shown, message));
      const isGone =
        updated?.kind === 'refused' && (outcome.settled || updated.error === 'message_not_found');
      const pinned = !updated || isGone ? await pin(report, message) : updated;
      if (pinned.kind === 'away') return deliveryOf(pinned);
      if (pinned.kind === 'refused' && outcome.settled) return deliveryOf(pinned);
      const at = pinned.kind === 'ok' ? (pinned.at ?? shown) : null;
      if (at) await reports.shownAt(intent.workspace, intent.id, { channel: at.channel, ts: at.ts, shows });
    }
    return outcome.settled
      ? { kind: 'posted', viaResponseUrl: false }
      : { kind: 'unfinished', againMs: LOOK_AGAIN_MS };
  };
}

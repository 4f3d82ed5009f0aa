import { createHash } from 'node:crypto';
import type { Delivery } from '../../sending/reporter.ts';
import type { Report } from '../../storage/texts/model.ts';
import type { Reports } from '../../storage/texts/reports.ts';
import type { SettingsOf } from '../../workspaces/settings.ts';
import { elsewhere } from '../blocks/results.ts';
import type { Words } from '../words.ts';
import { deliveryOf, NOT_THERE } from './delivered.ts';
import { inPosts } from './fit.ts';
import type { Message } from './message.ts';
import type { MessageRef, Pinned, Poster } from './posting.ts';

/** Where it is shown; null: Slack won't have it. Or why it couldn't be shown. */
export type ShownInPlace = { kind: 'shown'; at: MessageRef | null } | Delivery;

/**
 * Shows an outcome in one post, which changes in place. If the app can't post, the person gets it in a direct message. If the
 * post is deleted, it comes back with the next change.
 *
 * @param isLast nothing more will change by itself, so what Slack refuses now is refused for good
 */
export type ShowInPlace = (report: Report, message: Message, isLast: boolean) => Promise<ShownInPlace>;

/** Equal for messages that show the same. */
export const digestOf = (message: Message): string =>
  createHash('sha256').update(JSON.stringify(message)).digest('base64url');

export function createShowInPlace(parts: {
  poster: Pick<Poster, 'pin' | 'update'>;
  reports: Pick<Reports, 'shownAt'>;
  settings: Pick<SettingsOf, 'shown'>;
  words: Pick<Words, 'of'>;
}): ShowInPlace {
  const { poster, reports, settings } = parts;

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

  return async (report, whole, isLast) => {
    const { intent, shown } = report;
    const [message] = inPosts(whole);
    if (!message) throw new RangeError('A message is one post at least');
    const shows = digestOf(message);
    // If an attempt came to nothing that we know of, Slack may show something else.
    if (report.attempts === 0 && shown?.shows === shows) return { kind: 'shown', at: shown };
    const updated = shown && (await poster.update(intent.workspace, shown, message));
    const isGone = updated?.kind === 'refused' && (isLast || updated.error === 'message_not_found');
    const pinned = !updated || isGone ? await pin(report, message) : updated;
    if (pinned.kind === 'away' || (pinned.kind === 'refused' && isLast)) return deliveryOf(pinned);
    const at = pinned.kind === 'ok' ? (pinned.at ?? shown) : null;
    if (at) await reports.shownAt(intent.workspace, intent.id, { channel: at.channel, ts: at.ts, shows });
    return { kind: 'shown', at };
  };
}

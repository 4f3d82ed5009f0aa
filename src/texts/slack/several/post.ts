import type { Clock } from '../../../kit/clock.ts';
import type { Delivery } from '../../../kit/slack/delivered.ts';
import type { Message } from '../../../kit/slack/message.ts';
import type { WordsFor } from '../../../kit/words/wording.ts';
import type { SettingsOf } from '../../../workspace/settings.ts';
import type { History } from '../../store/history.ts';
import type { IntentOutcome, Report } from '../../store/model.ts';
import type { Naming } from '../naming.ts';
import type { ShowInPlace } from '../report-post.ts';
import { type OnHold, outcomeMessage } from './outcome.ts';

/** How long until we look again even if we know of no change: a key may be held, for example. */
const LOOK_AGAIN_MS = 30_000;

/**
 * Shows what became of a person's texts to several people in one post, which changes in place until the last of them
 * has ended, and again when an uncertain one becomes certain.
 */
export function createSeveralPost(parts: {
  history: Pick<History, 'waiting'>;
  settings: SettingsOf;
  naming: Naming;
  words: WordsFor;
  showInPlace: ShowInPlace;
  clock: Pick<Clock, 'wall'>;
}): (report: Report, outcome: IntentOutcome) => Promise<Delivery> {
  const { history, settings, naming, showInPlace, clock } = parts;

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
    const numbers = [
      ...outcome.texts.map(({ number }) => number),
      ...[...intent.to, ...outcome.omitted.map(({ who }) => who)].flatMap(who =>
        who.kind === 'number' ? who.number : [],
      ),
    ];
    const [words, show, held] = await Promise.all([
      parts.words.of(workspace, reader, rules),
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

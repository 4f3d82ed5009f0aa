import { addCredits, type Credits } from './credits.ts';
import type { Problem } from './problem.ts';
import type { Omitted } from './recipient.ts';
import type { Text } from './text.ts';

/**
 * What became of several texts as one word: `queued` while any of them waits or is being sent; `sent` when the SMS
 * service accepted all; `partly_sent` when it accepted some; `uncertain` when none surely went and one may have;
 * `refused` when none went.
 */
export const TALLY_STATES = ['sent', 'partly_sent', 'uncertain', 'refused', 'queued'] as const;
export type TallyState = (typeof TALLY_STATES)[number];

export type Tally = {
  state: TallyState;
  recipients: number;
  sent: number;
  uncertain: number;
  waiting: number;
  /** Refused, cancelled, or left out. */
  failed: number;
  /** Of all texts, whatever became of them. */
  parts: number;
  /** Of the texts that were sent, as far as the service said; null: it said of none. */
  cost: Credits | null;
  /** After the last one that was sent. */
  balance: Credits | null;
  logIds: string[];
};

/**
 * Counts what became of an intent's texts and of those who were left out.
 *
 * @param named how many recipients were asked for: as long as their numbers are not known, they wait; when it was
 *   refused before, they failed
 */
export function tally(
  outcome: {
    settled: boolean;
    problem: Problem | null;
    texts: readonly Text[];
    omitted: readonly Omitted[];
    unreadable: readonly string[];
  },
  named: number,
): Tally {
  const { settled, problem, texts, omitted, unreadable } = outcome;
  const inState = (...states: Text['state'][]): Text[] => texts.filter(text => states.includes(text.state));
  const sent = inState('sent');
  // Of what can't be read, nobody can tell whether it went.
  const uncertain = inState('uncertain').length + unreadable.length;
  const resolved = texts.length + omitted.length + unreadable.length;
  const recipients = settled && !problem ? resolved : Math.max(resolved, named);
  const waiting = inState('queued', 'sending').length + (settled ? 0 : recipients - resolved);
  const last = sent
    .toSorted((a, b) => (a.settledAt ?? 0) - (b.settledAt ?? 0))
    .findLast(text => text.balance);
  return {
    state: stateOf({ settled, recipients, sent: sent.length, uncertain }),
    recipients,
    sent: sent.length,
    uncertain,
    waiting,
    failed: recipients - sent.length - uncertain - waiting,
    parts: texts.reduce((sum, text) => sum + text.parts, 0),
    cost: sent.reduce<Credits | null>(
      (sum, { cost }) => (sum && cost ? addCredits(sum, cost) : (sum ?? cost)),
      null,
    ),
    balance: last?.balance ?? null,
    logIds: sent.flatMap(text => text.logId ?? []),
  };
}

function stateOf(counts: {
  settled: boolean;
  recipients: number;
  sent: number;
  uncertain: number;
}): TallyState {
  const { settled, recipients, sent, uncertain } = counts;
  if (!settled) return 'queued';
  if (sent > 0) return sent === recipients ? 'sent' : 'partly_sent';
  return uncertain > 0 ? 'uncertain' : 'refused';
}

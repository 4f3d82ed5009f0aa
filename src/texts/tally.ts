import { addCredits, type Credits } from '../kit/credits.ts';
import type { Problem } from '../kit/problem.ts';
import type { Omitted } from './recipient.ts';
import type { Text } from './text.ts';

/**
 * The result of several texts in one word. `queued`: some are still waiting or being sent. `sent`: the SMS service accepted
 * all. `partly_sent`: it accepted some. `uncertain`: none definitely went out and one may have. `refused`: none went out.
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
  /** For the texts that were sent, if the service gave it; null: it gave none. */
  cost: Credits | null;
  /** After the last text that was sent. */
  balance: Credits | null;
  logIds: string[];
};

/**
 * Counts the results of an intent's texts and the people who were left out.
 *
 * @param named how many recipients were asked for: while their numbers aren't known, they count as waiting; if the intent
 *   was refused before that, as failed
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
  // If a text can't be read, nobody can tell whether it went out.
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

import { addCredits, type Credits } from '../kit/credits.ts';
import type { Problem } from '../kit/problem.ts';
import type { Omitted } from './recipient.ts';
import type { Text, TextState } from './text.ts';

/* The results of several texts in numbers, for every post and step that reports them. `words.tally` is the sentence. */

const COUNTED_AS = {
  queued: 'open',
  sending: 'open',
  sent: 'sent',
  refused: 'refused',
  uncertain: 'uncertain',
  cancelled: 'cancelled',
} as const satisfies Record<TextState, string>;

type Count = (typeof COUNTED_AS)[TextState] | 'byWord';

/**
 * The count that a text belongs to. `open`: it waits for its turn or is being sent; `byWord`: a person said that it arrived.
 */
export const countOf = ({
  state,
  byWord,
}: {
  state: TextState;
  byWord?: Text['byWord'] | undefined;
}): Count => (byWord ? 'byWord' : COUNTED_AS[state]);

/** The numbers that people read. */
export type TextFigures = {
  /** The recipients who get a text or were meant to, without those left out. */
  texts: number;
  sent: number;
  /** Marked as sent by a person. Not counted in `sent`. */
  byWord: number;
  refused: number;
  uncertain: number;
  waiting: number;
  cancelled: number;
  leftOut: number;
};

/**
 * The result of several texts in one word. `queued`: some are still waiting or being sent. `sent`: the SMS service accepted
 * all, or a person said that they arrived. `partly_sent`: that is so for some. `uncertain`: none definitely went out and one may have. `refused`: none went out.
 */
export const TALLY_STATES = ['sent', 'partly_sent', 'uncertain', 'refused', 'queued'] as const;
export type TallyState = (typeof TALLY_STATES)[number];

export type Tally = TextFigures & {
  state: TallyState;
  /** All recipients, including those left out. */
  recipients: number;
  /** The parts of all texts, sent or not. */
  parts: number;
  /** The cost of the texts that were sent; null if the service gave none. */
  cost: Credits | null;
  /** The balance after the last text that was sent; null if unknown. */
  balance: Credits | null;
  logIds: string[];
};

/**
 * Counts the results of an intent's texts and the people who were left out.
 *
 * @param named how many recipients the intent names: while their numbers aren't known, they count as waiting; if the intent
 *   was refused before that, as refused
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
  const counts = { open: 0, sent: 0, byWord: 0, refused: 0, uncertain: 0, cancelled: 0 };
  for (const text of texts) counts[countOf(text)] += 1;
  const { open, sent, byWord, cancelled } = counts;
  const leftOut = omitted.length;
  // It is unknown whether an unreadable text went out.
  const uncertain = counts.uncertain + unreadable.length;
  const resolved = texts.length + leftOut + unreadable.length;
  const recipients = settled && !problem ? resolved : Math.max(resolved, named);
  const unresolved = recipients - resolved;
  const accepted = texts
    .filter(({ state }) => state === 'sent')
    .toSorted((a, b) => (a.settledAt ?? 0) - (b.settledAt ?? 0));
  return {
    state: stateOf({ settled, recipients, sent: sent + byWord, uncertain }),
    recipients,
    texts: recipients - leftOut,
    sent,
    byWord,
    refused: counts.refused + (settled ? unresolved : 0),
    uncertain,
    waiting: open + (settled ? 0 : unresolved),
    cancelled,
    leftOut,
    parts: texts.reduce((sum, text) => sum + text.parts, 0),
    cost: accepted.reduce<Credits | null>(
      (sum, { cost }) => (sum && cost ? addCredits(sum, cost) : (sum ?? cost)),
      null,
    ),
    balance: accepted.findLast(text => text.balance)?.balance ?? null,
    logIds: texts.flatMap(({ state, logId }) => (state === 'sent' ? (logId ?? []) : [])),
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

import type { Problem } from '../kit/problem.ts';
import { type Wording, wordLeftOut } from '../kit/words/wording.ts';
import type { Text } from '../texts/text.ts';
import { whyNotSent } from '../texts/why-not-sent.ts';
import type { RowFilter, RowOutcome } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** Rows read at a time. */
const PAGE_ROWS = 200;

/** All rows of a broadcast with their current outcome, some at a time. */
export async function* eachRow(
  { rows }: Pick<Broadcasts, 'rows'>,
  workspace: string,
  id: string,
  filter: RowFilter,
): AsyncGenerator<RowOutcome[]> {
  for (let from: number | null = 0; from !== null; ) {
    const page: { rows: RowOutcome[]; next: number | null } = await rows(workspace, id, {
      filter,
      from,
      limit: PAGE_ROWS,
    });
    yield page.rows;
    from = page.next;
  }
}

/**
 * A clause that says why a row got no text, or why its text wasn't sent, is uncertain or was sent again. Null if
 * there is nothing to say.
 */
export function wordRow(
  words: Wording,
  row: {
    text: Pick<Text, 'state' | 'problem' | 'uncertain'> | null;
    problem: Problem | null;
    isSentAgain: boolean;
  },
): string | null {
  const { text, problem, isSentAgain } = row;
  if (text === null) return problem && wordLeftOut(words, problem);
  if (isSentAgain) return words.progress.details.sentAgain;
  return whyNotSent(words, text);
}

import type { RowFilter, RowOutcome } from '../../storage/ports.ts';
import { type Wording, wordLeftOut } from '../../wording/index.ts';

export type RowState = Exclude<RowFilter, 'all'>;

/** What became of a row; `isOver`: its broadcast ended, so what isn't a text will never be one. */
export function stateOf({ text, message, problem }: RowOutcome, isOver: boolean): RowState {
  if (text) return text.state === 'queued' || text.state === 'sending' ? 'waiting' : text.state;
  if (message === null || problem) return 'left_out';
  return isOver ? 'cancelled' : 'waiting';
}

/** Why somebody got no text, or why nobody knows: a clause. Null: there is nothing to say. */
export function becauseOf(words: Wording, { text, problem, isSentAgain }: RowOutcome): string | null {
  if (text?.state === 'uncertain')
    return isSentAgain
      ? words.progress.details.sentAgain
      : words.uncertainBecause[text.uncertain ?? 'interrupted'];
  const why = text ? text.problem : problem;
  if (why && (text === null || text.state === 'refused')) return wordLeftOut(words, why);
  return text?.state === 'refused' ? words.state.refused : null;
}

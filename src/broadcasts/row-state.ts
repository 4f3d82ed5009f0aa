import type { RowState } from './broadcast.ts';
import type { RowOutcome } from './store/model.ts';

/** What became of a row; `isOver`: its broadcast ended, so what isn't a text will never be one. */
export function rowState({ text, number, message, problem }: RowOutcome, isOver: boolean): RowState {
  if (text) return text.state === 'queued' || text.state === 'sending' ? 'waiting' : text.state;
  if (number === null || message === null || problem) return 'left_out';
  return isOver ? 'cancelled' : 'waiting';
}

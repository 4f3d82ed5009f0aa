import { z } from 'zod';
import type { Mail, UnreadableLetter } from '../storage/ports.ts';
import { readEach } from '../storage/reading.ts';

/** What can be read of a mailbox. `earlier`: states that could not be read before, and were put in as letters since. */
type Read<State, Letter> = {
  state: State | null;
  earlier: State[];
  letters: Letter[];
  /** To be set aside with the step that takes the letters out; `about`: the hook, as far as it says one. */
  unreadable: (UnreadableLetter & { about: string | null })[];
};

const earlierSchema = z.object({ earlier: z.string() });
const aboutSchema = z.object({ hook: z.string() });

/**
 * Reads a mailbox's state and letters, each by itself: one that can't be read is no matter of the others. Without its
 * state, a mailbox begins anew.
 */
export function readMail<State, Letter>(
  mail: Mail,
  schemas: { state: z.ZodType<State>; letter: z.ZodType<Letter> },
  newId: () => string,
): Read<State, Letter> {
  const stateIn = (json: string): State => schemas.state.parse(JSON.parse(json));
  const letterIn = (body: string): { letter: Letter } | { earlier: State } => {
    const json: unknown = JSON.parse(body);
    const { data } = earlierSchema.safeParse(json);
    return data ? { earlier: stateIn(data.earlier) } : { letter: schemas.letter.parse(json) };
  };
  const state = readEach(mail.state === null ? [] : [mail.state], stateIn);
  const letters = readEach(mail.letters, letterIn);
  return {
    state: state.values[0] ?? null,
    earlier: letters.values.flatMap(read => ('earlier' in read ? [read.earlier] : [])),
    letters: letters.values.flatMap(read => ('letter' in read ? [read.letter] : [])),
    unreadable: [
      ...state.unreadable.map(({ row, why }) => ({ body: JSON.stringify({ earlier: row }), why })),
      ...letters.unreadable.map(({ row, why }) => ({ body: row, why })),
    ].map(one => ({ ...one, id: newId(), about: aboutIn(one.body) })),
  };
}

function aboutIn(body: string): string | null {
  const [about] = readEach([body], json => aboutSchema.parse(JSON.parse(json))).values;
  return about?.hook ?? null;
}

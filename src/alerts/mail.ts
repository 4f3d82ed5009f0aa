import { z } from 'zod';
import type { PausableWork } from '../domain/steps.ts';
import type { LeasedInbox, UnreadableEvent } from '../storage/ports.ts';
import { readEach } from '../storage/reading.ts';
import { unpack } from './packing.ts';

/** What can be read of a mailbox. `earlier`: states that could not be read before, and were put in as letters since. */
type InboxContent<State, Letter> = {
  state: State | null;
  earlier: State[];
  letters: Letter[];
  /** To be set aside with the step that takes the letters out; `about`: the hook, as far as it says one. */
  unreadable: (UnreadableEvent & { about: string | null })[];
  /** The mailbox with the letters that were looked at: to be committed. Those beyond have their turn after that. */
  mail: LeasedInbox;
};

/** Letters are looked at until they come to so much. */
const MAX_CHARACTERS = 1024 * 1024;

const earlierSchema = z.object({ earlier: z.string() });
const aboutSchema = z.object({ hook: z.string() });

/**
 * Reads a mailbox's state and letters, each by itself: one that can't be read is no matter of the others. Without its
 * state, a mailbox begins anew.
 */
export function* readInbox<State, Letter>(
  mail: LeasedInbox,
  schemas: { state: z.ZodType<State>; letter: z.ZodType<Letter> },
  newId: () => string,
): PausableWork<InboxContent<State, Letter>> {
  const read: InboxContent<State, Letter> = { state: null, earlier: [], letters: [], unreadable: [], mail };
  const aside = (why: string, body: string): void => {
    read.unreadable.push({ id: newId(), body, why, about: aboutIn(body) });
  };
  const jsonIn = (stored: string): unknown => JSON.parse(unpack(stored));
  const states = readEach(mail.state === null ? [] : [mail.state], stored => ({
    stored,
    json: jsonIn(stored),
  }));
  yield;
  const checked = readEach(states.values, ({ json }) => schemas.state.parse(json));
  read.state = checked.values[0] ?? null;
  const unread = [
    ...states.unreadable,
    ...checked.unreadable.map(({ row, why }) => ({ row: row.stored, why })),
  ];
  for (const { row, why } of unread) aside(why, JSON.stringify({ earlier: row }));
  yield;

  let characters = 0;
  const noteLetter = (stored: string): void => {
    const body = unpack(stored);
    characters += body.length;
    const json: unknown = JSON.parse(body);
    const { data } = earlierSchema.safeParse(json);
    if (data) read.earlier.push(schemas.state.parse(jsonIn(data.earlier)));
    else read.letters.push(schemas.letter.parse(json));
  };
  let looked = 0;
  for (const letter of mail.letters) {
    if (characters >= MAX_CHARACTERS) break;
    for (const { row, why } of readEach([letter], noteLetter).unreadable) aside(why, row);
    looked += 1;
    yield;
  }
  read.mail = { ...mail, letters: mail.letters.slice(0, looked) };
  return read;
}

function aboutIn(body: string): string | null {
  const [about] = readEach([body], stored => aboutSchema.parse(JSON.parse(unpack(stored)))).values;
  return about?.hook ?? null;
}

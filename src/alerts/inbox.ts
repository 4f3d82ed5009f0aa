import { z } from 'zod';
import type { PausableWork } from '../domain/in-turns.ts';
import type { LeasedInbox, UnreadableEvent } from '../storage/ports.ts';
import { readEach } from '../storage/reading.ts';
import { unpack } from './packing.ts';

/** What can be read of an inbox. `earlier`: states that could not be read before, and were put in as events since. */
type InboxContent<State, Event> = {
  state: State | null;
  earlier: State[];
  events: Event[];
  /** To be set aside with the step that takes the events out; `about`: the hook, as far as it says one. */
  unreadable: (UnreadableEvent & { about: string | null })[];
  /** The inbox with the events that were looked at: to be committed. Those beyond have their turn after that. */
  toCommit: LeasedInbox;
};

/** Events are looked at until they come to so much. */
const MAX_CHARACTERS = 1024 * 1024;

const earlierSchema = z.object({ earlier: z.string() });
const aboutSchema = z.object({ hook: z.string() });

/**
 * Reads an inbox's state and events, each by itself: one that can't be read is no matter of the others. Without its
 * state, an inbox begins anew.
 */
export function* readInbox<State, Event>(
  leased: LeasedInbox,
  schemas: { state: z.ZodType<State>; event: z.ZodType<Event> },
  newId: () => string,
): PausableWork<InboxContent<State, Event>> {
  const read: InboxContent<State, Event> = {
    state: null,
    earlier: [],
    events: [],
    unreadable: [],
    toCommit: leased,
  };
  const aside = (why: string, body: string): void => {
    read.unreadable.push({ id: newId(), body, why, about: aboutIn(body) });
  };
  const jsonIn = (stored: string): unknown => JSON.parse(unpack(stored));
  const states = readEach(leased.state === null ? [] : [leased.state], stored => ({
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
  const noteEvent = (stored: string): void => {
    const body = unpack(stored);
    characters += body.length;
    const json: unknown = JSON.parse(body);
    const { data } = earlierSchema.safeParse(json);
    if (data) read.earlier.push(schemas.state.parse(jsonIn(data.earlier)));
    else read.events.push(schemas.event.parse(json));
  };
  let looked = 0;
  for (const event of leased.events) {
    if (characters >= MAX_CHARACTERS) break;
    for (const { row, why } of readEach([event], noteEvent).unreadable) aside(why, row);
    looked += 1;
    yield;
  }
  read.toCommit = { ...leased, events: leased.events.slice(0, looked) };
  return read;
}

function aboutIn(body: string): string | null {
  const [about] = readEach([body], stored => aboutSchema.parse(JSON.parse(unpack(stored)))).values;
  return about?.hook ?? null;
}

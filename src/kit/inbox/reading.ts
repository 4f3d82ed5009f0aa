import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { PausableWork } from '../in-turns.ts';
import { STATE } from '../stalls/stalls.ts';
import { whyNot } from '../store/store.ts';
import { asideIdOf, type LeasedInbox, type UnreadableEvent } from './model.ts';

/* What we keep about many alerts repeats itself: compressed it is a tenth, and so is what the store has to write. */

/** Anything shorter is stored as it is. */
const LONG = 8 * 1024;
/** No JSON starts with this. */
const PACKED = 'deflate ';
/** Far more than we ever pack. */
const MAX_BYTES = 64 * 1024 * 1024;

export function pack(json: string): string {
  if (json.length < LONG) return json;
  return PACKED + deflateRawSync(json, { level: 1 }).toString('base64');
}

/** Throws if `stored` isn't something that `pack` made. */
export function unpack(stored: string): string {
  if (!stored.startsWith(PACKED)) return stored;
  const packed = Buffer.from(stored.slice(PACKED.length), 'base64');
  return inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString();
}

/** `about`: the hook, if it names one. `isKnown`: it was set aside before, and whoever is told knows of it. */
export type UnreadableNews = UnreadableEvent & { about: string | null; isKnown: boolean };

/** What could be read of an inbox. `earlier`: states that couldn't be read before, and came back as events since. */
type InboxContent<State, Event> = {
  state: State | null;
  earlier: State[];
  events: Event[];
  /** To be set aside in the step that removes the events. */
  unreadable: UnreadableNews[];
  /** The inbox with the events that were read: commit this. Any events beyond these come next time. */
  toCommit: LeasedInbox;
};

/** Why something is set aside that could be read. */
export const STOOD_STILL = 'the app stood still at it twice';

/** Events are read until they add up to this. */
const MAX_CHARACTERS = 1024 * 1024;

const earlierSchema = z.object({ earlier: z.string() });
const aboutSchema = z.object({ hook: z.string() });

/**
 * Reads an inbox's state and each of its events separately, so that one we can't read doesn't affect the others. If the
 * state can't be read, the inbox starts afresh.
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
  const aside = (why: string, body: string, eventId = ''): void => {
    const before = asideIdOf(eventId);
    const about = aboutIn(body);
    read.unreadable.push({ id: before ?? newId(), body, why, about, isKnown: before !== null });
  };
  const jsonIn = (stored: string): unknown => JSON.parse(unpack(stored));
  const isRefused = leased.refused.includes(STATE);
  if (isRefused && leased.state !== null) aside(STOOD_STILL, JSON.stringify({ earlier: leased.state }));
  const states = readEach(leased.state === null || isRefused ? [] : [leased.state], stored => ({
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
    const id = leased.taken[looked];
    if (id !== undefined && leased.refused.includes(id)) aside(STOOD_STILL, event, id);
    else for (const { row, why } of readEach([event], noteEvent).unreadable) aside(why, row, id);
    looked += 1;
    yield;
  }
  const [events, taken] = [leased.events.slice(0, looked), leased.taken.slice(0, looked)];
  read.toCommit = { ...leased, events, taken };
  return read;
}

/** Reads each of these by itself, so that one that can't be read doesn't affect the others. */
function readEach<Row, Value>(
  rows: readonly Row[],
  read: (row: Row) => Value,
): { values: Value[]; unreadable: { row: Row; why: string }[] } {
  const values: Value[] = [];
  const unreadable: { row: Row; why: string }[] = [];
  for (const row of rows) {
    try {
      values.push(read(row));
    } catch (error) {
      unreadable.push({ row, why: whyNot(error) });
    }
  }
  return { values, unreadable };
}

function aboutIn(body: string): string | null {
  const [about] = readEach([body], stored => aboutSchema.parse(JSON.parse(unpack(stored)))).values;
  return about?.hook ?? null;
}

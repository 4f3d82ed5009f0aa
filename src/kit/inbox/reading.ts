import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { CooperativeTask } from '../fair-scheduler.ts';
import type { LocalNumber } from '../number.ts';
import { STATE } from '../stalls/stalls.ts';
import { whyNot } from '../store/store.ts';
import { type InboxKinds, type LeasedInbox, quarantineIdOf, type UnreadableEvent } from './model.ts';

/* The state of many alerts is repetitive: compression saves the store from writing nine tenths of it. */

/** Shorter JSON isn't compressed. */
const MIN_PACKED_CHARACTERS = 8 * 1024;
/** No JSON starts with this. */
const PACKED_PREFIX = 'deflate ';
/** The limit of an unpacked value: far more than we ever pack. */
const MAX_BYTES = 64 * 1024 * 1024;

export function pack(json: string): string {
  if (json.length < MIN_PACKED_CHARACTERS) return json;
  return PACKED_PREFIX + deflateRawSync(json, { level: 1 }).toString('base64');
}

/** @throws if `stored` isn't the result of `pack` */
export function unpack(stored: string): string {
  if (!stored.startsWith(PACKED_PREFIX)) return stored;
  const packed = Buffer.from(stored.slice(PACKED_PREFIX.length), 'base64');
  return inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString();
}

/** The storage format of a kind of inbox. Erasing a person reads and rewrites its state and its events in this format. */
export type InboxContents = {
  /** To JSON; unchanged if it can't be read. */
  unpack(stored: string): string;
  pack(json: string): string;
  /** Strings of an unpacked state that were told to this number only, so that erasing the number erases the whole strings. */
  onlyToldTo?(state: string, number: LocalNumber): string[];
};

/** JSON, in one line or several, each packed by itself. */
export const PACKED: InboxContents = {
  unpack: stored => stored.split('\n').map(unpackedLine).join('\n'),
  pack: lines => lines.split('\n').map(pack).join('\n'),
};

function unpackedLine(line: string): string {
  try {
    return unpack(line);
  } catch {
    return line; // The inbox's reader quarantines it.
  }
}

export const KIT_INBOXES: Readonly<Record<InboxKinds['kit'], InboxContents>> = { presses: PACKED };

/**
 * `about`: the hook that the event names; null if it names none. `isKnown`: the event was quarantined before, so people have been
 * told.
 */
export type UnreadableNews = UnreadableEvent & { about: string | null; isKnown: boolean };

/** The readable part of an inbox. `earlier`: quarantined states that were put back as events. */
type InboxContent<State, Event> = {
  state: State | null;
  earlier: State[];
  events: Event[];
  /** Events to quarantine in the transaction that removes them. */
  unreadable: UnreadableNews[];
  /** The inbox with the events that were read: commit this. Further events wait for the next turn. */
  toCommit: LeasedInbox;
};

/** The reason for quarantining something readable. */
export const STOOD_STILL = 'the app stood still at it twice';

/** A turn stops reading events once they have this many characters together. */
const MAX_CHARACTERS = 1024 * 1024;

const earlierSchema = z.object({ earlier: z.string() });
const aboutSchema = z.object({ hook: z.string() });

/** Reads a stored state: a schema for its JSON, or a task for a long one. */
type StateReader<State> = z.ZodType<State> | ((stored: string) => CooperativeTask<State>);

/**
 * Reads an inbox's state and each of its events separately, so that an unreadable one doesn't affect the others. If the state can't
 * be read, the inbox starts without one.
 */
export function* readInbox<State, Event>(
  leased: LeasedInbox,
  schemas: { state: StateReader<State>; event: z.ZodType<Event> },
  newId: () => string,
): CooperativeTask<InboxContent<State, Event>> {
  const read: InboxContent<State, Event> = {
    state: null,
    earlier: [],
    events: [],
    unreadable: [],
    toCommit: leased,
  };
  const setUnreadable = (why: string, body: string, eventId = ''): void => {
    const before = quarantineIdOf(eventId);
    const about = aboutIn(body);
    read.unreadable.push({ id: before ?? newId(), body, why, about, isKnown: before !== null });
  };
  const readOne = function* (stored: string): CooperativeTask<void> {
    if (typeof schemas.state === 'function') {
      read.state = yield* schemas.state(stored);
      return;
    }
    const json = jsonIn(stored);
    yield;
    read.state = schemas.state.parse(json);
  };
  if (leased.state !== null) {
    const why = leased.refused.includes(STATE) ? STOOD_STILL : yield* problemOf(readOne(leased.state));
    if (why !== null) setUnreadable(why, JSON.stringify({ earlier: leased.state }));
  }
  yield;

  let characters = 0;
  const readEvent = function* (stored: string): CooperativeTask<void> {
    const body = unpack(stored);
    characters += body.length;
    const json: unknown = JSON.parse(body);
    const { data } = earlierSchema.safeParse(json);
    if (!data) read.events.push(schemas.event.parse(json));
    else if (typeof schemas.state === 'function') read.earlier.push(yield* schemas.state(data.earlier));
    else read.earlier.push(schemas.state.parse(jsonIn(data.earlier)));
  };
  let count = 0;
  for (const event of leased.events) {
    if (characters >= MAX_CHARACTERS) break;
    const id = leased.eventIds[count];
    const isRefused = id !== undefined && leased.refused.includes(id);
    const why = isRefused ? STOOD_STILL : yield* problemOf(readEvent(event));
    if (why !== null) setUnreadable(why, event, id);
    count += 1;
    yield;
  }
  read.toCommit = {
    ...leased,
    events: leased.events.slice(0, count),
    eventIds: leased.eventIds.slice(0, count),
  };
  return read;
}

const jsonIn = (stored: string): unknown => JSON.parse(unpack(stored));

/** Why something can't be read; null if it can. */
function* problemOf(work: CooperativeTask<void>): CooperativeTask<string | null> {
  try {
    yield* work;
    return null;
  } catch (error) {
    return whyNot(error);
  }
}

function aboutIn(body: string): string | null {
  try {
    return aboutSchema.parse(jsonIn(body)).hook;
  } catch {
    return null;
  }
}

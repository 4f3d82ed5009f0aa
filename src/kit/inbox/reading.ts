import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import type { CooperativeTask } from '../fair-scheduler.ts';
import { STATE } from '../stalls/stalls.ts';
import { whyNot } from '../store/store.ts';
import { type LeasedInbox, quarantineIdOf, type UnreadableEvent } from './model.ts';

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

/** `about`: the hook, if it names one. `isKnown`: it was quarantined before, and whoever is told knows of it. */
export type UnreadableNews = UnreadableEvent & { about: string | null; isKnown: boolean };

/** What could be read of an inbox. `earlier`: states that couldn't be read before, and came back as events since. */
type InboxContent<State, Event> = {
  state: State | null;
  earlier: State[];
  events: Event[];
  /** To be quarantined in the step that removes the events. */
  unreadable: UnreadableNews[];
  /** The inbox with the events that were read: commit this. Any events beyond these come next time. */
  toCommit: LeasedInbox;
};

/** Why something is quarantined that could be read. */
export const STOOD_STILL = 'the app stood still at it twice';

/** Events are read until they add up to this. */
const MAX_CHARACTERS = 1024 * 1024;

const earlierSchema = z.object({ earlier: z.string() });
const aboutSchema = z.object({ hook: z.string() });

/** Reads a stored state: by a schema for its JSON, or in pieces if it is long. */
type StateReader<State> = z.ZodType<State> | ((stored: string) => CooperativeTask<State>);

/**
 * Reads an inbox's state and each of its events separately, so that one we can't read doesn't affect the others. If the
 * state can't be read, the inbox starts without one.
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
  let looked = 0;
  for (const event of leased.events) {
    if (characters >= MAX_CHARACTERS) break;
    const id = leased.taken[looked];
    const isRefused = id !== undefined && leased.refused.includes(id);
    const why = isRefused ? STOOD_STILL : yield* problemOf(readEvent(event));
    if (why !== null) setUnreadable(why, event, id);
    looked += 1;
    yield;
  }
  const [events, taken] = [leased.events.slice(0, looked), leased.taken.slice(0, looked)];
  read.toCommit = { ...leased, events, taken };
  return read;
}

const jsonIn = (stored: string): unknown => JSON.parse(unpack(stored));

/** Why something can't be read, so that it doesn't affect the others; null: it could. */
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

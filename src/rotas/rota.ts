import { z } from 'zod';
import { DAY_MS, dayOf, HOUR_MS, TIME_OF_DAY, timeOn } from '../kit/day.ts';
import { type Recipient, recipientKeyOf, recipientSchema } from '../texts/recipient.ts';

/*
 * A rota says who is on call. Its people take turns, each for one shift; at a hand-over the next one comes on. Somebody may
 * stand in for a time: an override. Times are times of day in Bangladesh, whose clocks are never changed, so that a shift
 * is always as long.
 */

export const MAX_ROTAS = 30;
export const MAX_PEOPLE = 30;
/** Of a rota, those that aren't over yet. */
export const MAX_OVERRIDES = 30;
/** How far ahead somebody may be put down to stand in. */
export const MAX_AHEAD_MS = 366 * 86_400_000;
/** How long a shift may be. */
export const SHIFT_HOURS = [6, 8, 12, 24, 48, 72, 168, 336] as const;
export type ShiftHours = (typeof SHIFT_HOURS)[number];

const WEEK_HOURS = 168;

declare module '../texts/recipient.ts' {
  interface RecipientKinds {
    rotas: 'rota';
  }
}

/** As a recipient: whoever is on call in it when a text goes out. */
export const rotaAs = ({ id, name }: { id: string; name: string }) =>
  ({ feature: 'rotas', kind: 'rota', data: { id, label: name } }) as const;

const PEOPLE: readonly Recipient['kind'][] = ['teammate', 'contact', 'number'];
/** Whether it is somebody who can take turns. */
export const isPerson = ({ kind }: Recipient): boolean => PEOPLE.includes(kind);
const personSchema = recipientSchema.refine(isPerson);

const overrideSchema = z.object({
  id: z.string(),
  /** Times of day, in epoch milliseconds; it is over at `to`. */
  from: z.int(),
  to: z.int(),
  /** Null: nobody is on call. */
  person: personSchema.nullable(),
  by: z.string(),
});
export type Override = z.infer<typeof overrideSchema>;
/** What people decide about an override. */
export type Span = Pick<Override, 'from' | 'to' | 'person'>;

/** What people decide when they make a rota. */
export const rotaDraftSchema = z.object({
  /** Tidy; no other rota of the workspace has it. */
  name: z.string().min(1).max(60),
  /** In the order of their turns; each once. */
  people: z
    .array(personSchema)
    .max(MAX_PEOPLE)
    .refine(all => new Set(all.map(recipientKeyOf)).size === all.length),
  hours: z.literal(SHIFT_HOURS),
  /** The time of a hand-over, `HH:MM`. */
  time: z.string().regex(TIME_OF_DAY),
  /** Its day, if shifts are weeks: 0 is Sunday. */
  weekday: z.int().min(0).max(6),
  /** Where hand-overs are posted: a channel id; null: nowhere. */
  channel: z.string().min(1).nullable(),
  /** Whether whoever comes on is texted. */
  texts: z.boolean(),
});
export type RotaDraft = z.infer<typeof rotaDraftSchema>;

export const rotaSchema = rotaDraftSchema.extend({
  id: z.string(),
  /** Whose turn it is from a hand-over on: the person with this index came on at `at`. */
  turn: z.object({ at: z.int(), index: z.int().min(0) }),
  /** As they were made: where two overlap, the later one counts. */
  overrides: z.array(overrideSchema).max(MAX_OVERRIDES),
  /** What asked for it, if that may ask twice: a form. */
  origin: z.string().nullable(),
  createdBy: z.string(),
  /** The time of day of the last change. */
  changedAt: z.int(),
});
export type Rota = Readonly<z.infer<typeof rotaSchema>>;

/** Somebody's time on call. `who` null: nobody's. `until` null: nothing is planned that ends it. */
export type Stint = { person: Recipient | null; from: number; until: number | null };

/** Who is on call at a moment. `next` null: nobody comes then, or nothing ends it. */
export type OnCall = { person: Recipient | null; until: number | null; next: Recipient | null };

/** Whether two are the same person, whatever they were called; or both nobody. */
export function isSamePerson(one: Recipient | null, other: Recipient | null): boolean {
  return (one && recipientKeyOf(one)) === (other && recipientKeyOf(other));
}

/** Who is on call at a moment (a time of day), until when, and who is next. */
export function onCall(rota: Rota, at: number): OnCall {
  const [now, then] = stints(rota, at, 2);
  return { person: now?.person ?? null, until: now?.until ?? null, next: then?.person ?? null };
}

/** The first stints from a moment on, at most `most`: somebody who stays on over a hand-over has one. */
export function stints(rota: Rota, at: number, most: number): Stint[] {
  const result: Stint[] = [];
  for (let from: number | null = at; from !== null && result.length < most; ) {
    const person = whoAt(rota, from);
    let until = edgeAfter(rota, from);
    while (until !== null && isSamePerson(whoAt(rota, until), person)) until = edgeAfter(rota, until);
    result.push({ person: person, from, until });
    from = until;
  }
  return result;
}

/** When whoever is on call at a moment came on; null: nothing says that it was ever different. */
export function onSince(rota: Rota, at: number): number | null {
  const person = whoAt(rota, at);
  let since = edgeBefore(rota, at);
  while (since !== null && isSamePerson(whoAt(rota, since - 1), person)) since = edgeBefore(rota, since - 1);
  return since;
}

/** A new rota: the first person is on call since the last hand-over. */
export function rotaOf(
  draft: RotaDraft,
  provenance: Pick<Rota, 'id' | 'origin' | 'createdBy'>,
  at: number,
): Rota {
  const turn = { at: handOverBefore(draft, at), index: 0 };
  return { ...draft, ...provenance, turn, overrides: [], changedAt: at };
}

/**
 * The same rota with other people or other times. Whose turn it is stays so until the next hand-over, and the order goes on
 * from there: whoever is added or removed changes nobody else's turn. If they are gone themselves, whoever would have come
 * next does so at once.
 */
export function changedTo(rota: Rota, draft: RotaDraft, at: number): Rota {
  const { hours, time, weekday } = rota;
  const shift = shiftAt(rota, at);
  const inTurn = [...rota.people.slice(shift.index), ...rota.people.slice(0, shift.index)];
  const places = inTurn.map(person => draft.people.findIndex(candidate => isSamePerson(candidate, person)));
  const index = Math.max(0, places.find(place => place >= 0) ?? 0);
  const isSameTimes = hours === draft.hours && time === draft.time && weekday === draft.weekday;
  const turn = { at: isSameTimes ? shift.at : handOverBefore(draft, at), index };
  return { ...rota, ...draft, turn, overrides: ahead(rota, at), changedAt: at };
}

/** With another override, in place of one that is the same; those that are over go. Null: there is no room for it. */
export function withOverride(rota: Rota, override: Override, at: number): Rota | null {
  const before = ahead(rota, at).filter(existing => !isSameOverride(existing, override));
  if (before.length >= MAX_OVERRIDES) return null;
  return { ...rota, overrides: [...before, override], changedAt: at };
}

export function isSameOverride(one: Span, other: Span): boolean {
  return one.from === other.from && one.to === other.to && isSamePerson(one.person, other.person);
}

/** Whether somebody is on call for all of this time, as things are. */
export function isOnCallFor(rota: Rota, person: Recipient, { from, to }: Pick<Span, 'from' | 'to'>): boolean {
  const [stint] = stints(rota, from, 1);
  return stint !== undefined && isSamePerson(stint.person, person) && (stint.until ?? to) >= to;
}

export function withoutOverride(rota: Rota, id: string, at: number): Rota {
  return { ...rota, overrides: ahead(rota, at).filter(override => override.id !== id), changedAt: at };
}

/** Overrides that aren't over. */
function ahead({ overrides }: Rota, at: number): Override[] {
  return overrides.filter(({ to }) => to > at);
}

function overrideAt({ overrides }: Rota, at: number): Override | undefined {
  return overrides.findLast(({ from, to }) => from <= at && at < to);
}

function whoAt(rota: Rota, at: number): Recipient | null {
  const override = overrideAt(rota, at);
  return (override ? override.person : rota.people[shiftAt(rota, at).index]) ?? null;
}

/** The shift at a moment, whoever stands in: whose turn it is, and when it began. */
function shiftAt({ people, hours, turn }: Rota, at: number): { at: number; index: number } {
  const shifts = Math.floor((at - turn.at) / (hours * HOUR_MS));
  const count = Math.max(1, people.length);
  return { at: turn.at + shifts * hours * HOUR_MS, index: (((turn.index + shifts) % count) + count) % count };
}

/** When somebody else may come on next. While somebody stands in, hand-overs change nothing. */
function edgeAfter(rota: Rota, at: number): number | null {
  const ends = edges(rota).filter(edge => edge > at);
  const handOver = shiftAt(rota, at).at + rota.hours * HOUR_MS;
  const all = takesTurns(rota, at) ? [...ends, handOver] : ends;
  return all.length > 0 ? Math.min(...all) : null;
}

function edgeBefore(rota: Rota, at: number): number | null {
  const ends = edges(rota).filter(edge => edge <= at);
  const all = takesTurns(rota, at) ? [...ends, shiftAt(rota, at).at] : ends;
  return all.length > 0 ? Math.max(...all) : null;
}

const edges = ({ overrides }: Rota): number[] => overrides.flatMap(({ from, to }) => [from, to]);
const takesTurns = (rota: Rota, at: number): boolean =>
  rota.people.length > 1 && overrideAt(rota, at) === undefined;

/** The last hand-over at or before a moment, if there is one at this time (and on this day, if shifts are weeks). */
function handOverBefore({ hours, time, weekday }: RotaDraft, at: number): number {
  const step = Math.min(hours * HOUR_MS, DAY_MS);
  const today = timeOn(dayOf(at), time);
  const last = today + Math.floor((at - today) / step) * step;
  if (hours < WEEK_HOURS) return last;
  // The first of January 1970 was a Thursday.
  const daysAgo = (dayOf(last) + 4 - weekday + 7) % 7;
  return last - daysAgo * DAY_MS;
}

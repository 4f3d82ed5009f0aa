import { z } from 'zod';
import { DAY_MS, dayOf, HOUR_MS, TIME_OF_DAY, timeOn } from '../kit/day.ts';
import { type Recipient, recipientKeyOf, recipientSchema } from '../texts/recipient.ts';

/*
 * A rota says who is on call. Its people take turns, each for one shift; a hand-over begins the next turn. A
 * stand-in for a time is an override. Times are times of day in Bangladesh, whose clocks never change, so every
 * shift has the same length.
 */

export const MAX_ROTAS = 30;
export const MAX_PEOPLE = 30;
/** Overrides per rota; past ones don't count. */
export const MAX_OVERRIDES = 30;
/** The latest end of a stand-in, from now. */
export const MAX_AHEAD_MS = 366 * DAY_MS;
export const SHIFT_HOURS = [6, 8, 12, 24, 48, 72, 168, 336] as const;
export type ShiftHours = (typeof SHIFT_HOURS)[number];

const WEEK_HOURS = 168;

declare module '../texts/recipient.ts' {
  interface RecipientKinds {
    rotas: 'rota';
  }
}

/** The rota as a recipient: the person on call when a text is sent. */
export const rotaAs = ({ id, name }: { id: string; name: string }) =>
  ({ feature: 'rotas', kind: 'rota', data: { id, label: name } }) as const;

const PEOPLE: readonly Recipient['kind'][] = ['teammate', 'contact', 'number'];
/** True if the recipient is one person, who can take turns. */
export const isPerson = ({ kind }: Recipient): boolean => PEOPLE.includes(kind);
const personSchema = recipientSchema.refine(isPerson);

const overrideSchema = z.object({
  id: z.string(),
  /** Times of day in epoch milliseconds; `to` is exclusive. */
  from: z.int(),
  to: z.int(),
  /** Null: nobody is on call. */
  person: personSchema.nullable(),
  by: z.string(),
});
export type Override = z.infer<typeof overrideSchema>;
/** The part of an override that users decide. */
export type Span = Pick<Override, 'from' | 'to' | 'person'>;

/** The part of a rota that users decide. */
export const rotaDraftSchema = z.object({
  /** Tidied; unique among the workspace's rotas. */
  name: z.string().min(1).max(60),
  /** In the order of their turns, without repetitions. */
  people: z
    .array(personSchema)
    .max(MAX_PEOPLE)
    .refine(all => new Set(all.map(recipientKeyOf)).size === all.length),
  hours: z.literal(SHIFT_HOURS),
  /** The time of hand-overs, `HH:MM`. */
  time: z.string().regex(TIME_OF_DAY),
  /** The day of hand-overs, if shifts are weeks; 0 is Sunday. */
  weekday: z.int().min(0).max(6),
  /** The id of the channel for hand-over posts; null: none. */
  channel: z.string().min(1).nullable(),
  /** True if the person who comes on gets a text. */
  texts: z.boolean(),
});
export type RotaDraft = z.infer<typeof rotaDraftSchema>;

export const rotaSchema = rotaDraftSchema.extend({
  id: z.string(),
  /** A turn from which all others follow: the person with this index came on at `at`. */
  turn: z.object({ at: z.int(), index: z.int().min(0) }),
  /** In the order of creation: where two overlap, the later one counts. */
  overrides: z.array(overrideSchema).max(MAX_OVERRIDES),
  /** The form that created it; prevents a second rota if the form is submitted twice. */
  origin: z.string().nullable(),
  createdBy: z.string(),
  /** The time of day of the last change. */
  changedAt: z.int(),
});
export type Rota = Readonly<z.infer<typeof rotaSchema>>;

/** A time on call. `person`: null for nobody. `until`: null if nothing is planned that ends it. */
export type Stint = { person: Recipient | null; from: number; until: number | null };

/** `next`: null if nobody follows, or nothing ends it. */
export type OnCall = { person: Recipient | null; until: number | null; next: Recipient | null };

/** True if both are the same person, whatever their labels, or both are null. */
export function isSamePerson(one: Recipient | null, other: Recipient | null): boolean {
  return (one && recipientKeyOf(one)) === (other && recipientKeyOf(other));
}

/** The person on call at a time of day, the end of their stint, and the next person. */
export function onCall(rota: Rota, at: number): OnCall {
  const [now, then] = stints(rota, at, 2);
  return { person: now?.person ?? null, until: now?.until ?? null, next: then?.person ?? null };
}

/** The first stints from a moment on, at most `most`. A person who stays on over a hand-over has one stint. */
export function stints(rota: Rota, at: number, most: number): Stint[] {
  const result: Stint[] = [];
  for (let from: number | null = at; from !== null && result.length < most; ) {
    const person = personAt(rota, from);
    let until = edgeAfter(rota, from);
    while (until !== null && isSamePerson(personAt(rota, until), person)) until = edgeAfter(rota, until);
    result.push({ person, from, until });
    from = until;
  }
  return result;
}

/** When the person on call at a moment came on; null if the rota never had another. */
export function onSince(rota: Rota, at: number): number | null {
  const person = personAt(rota, at);
  let since = edgeBefore(rota, at);
  while (since !== null && isSamePerson(personAt(rota, since - 1), person))
    since = edgeBefore(rota, since - 1);
  return since;
}

/** A new rota: the first person has been on call since the last hand-over. */
export function rotaOf(
  draft: RotaDraft,
  provenance: Pick<Rota, 'id' | 'origin' | 'createdBy'>,
  at: number,
): Rota {
  const turn = { at: handOverBefore(draft, at), index: 0 };
  return { ...draft, ...provenance, turn, overrides: [], changedAt: at };
}

/**
 * Changes a rota's people or times. The current turn lasts until the next hand-over, and the order continues from
 * there, so added or removed people don't change the turns of others. If the current person is removed, the next
 * one comes on at once.
 */
export function changedTo(rota: Rota, draft: RotaDraft, at: number): Rota {
  const { hours, time, weekday } = rota;
  const shift = shiftAt(rota, at);
  const inTurn = [...rota.people.slice(shift.index), ...rota.people.slice(0, shift.index)];
  const places = inTurn.map(person => draft.people.findIndex(candidate => isSamePerson(candidate, person)));
  const index = Math.max(0, places.find(place => place >= 0) ?? 0);
  const isSameTimes = hours === draft.hours && time === draft.time && weekday === draft.weekday;
  const turn = { at: isSameTimes ? shift.at : handOverBefore(draft, at), index };
  return { ...rota, ...draft, turn, overrides: upcoming(rota, at), changedAt: at };
}

/** Adds an override, replaces an equal one, and drops those that are over. Null if there is no room. */
export function withOverride(rota: Rota, override: Override, at: number): Rota | null {
  const before = upcoming(rota, at).filter(existing => !isSameOverride(existing, override));
  if (before.length >= MAX_OVERRIDES) return null;
  return { ...rota, overrides: [...before, override], changedAt: at };
}

export function isSameOverride(one: Span, other: Span): boolean {
  return one.from === other.from && one.to === other.to && isSamePerson(one.person, other.person);
}

/** True if the person is on call for the whole time as planned now. */
export function isOnCallFor(rota: Rota, person: Recipient, { from, to }: Pick<Span, 'from' | 'to'>): boolean {
  const [stint] = stints(rota, from, 1);
  return stint !== undefined && isSamePerson(stint.person, person) && (stint.until ?? to) >= to;
}

export function withoutOverride(rota: Rota, id: string, at: number): Rota {
  return { ...rota, overrides: upcoming(rota, at).filter(override => override.id !== id), changedAt: at };
}

function upcoming({ overrides }: Rota, at: number): Override[] {
  return overrides.filter(({ to }) => to > at);
}

function overrideAt({ overrides }: Rota, at: number): Override | undefined {
  return overrides.findLast(({ from, to }) => from <= at && at < to);
}

function personAt(rota: Rota, at: number): Recipient | null {
  const override = overrideAt(rota, at);
  return (override ? override.person : rota.people[shiftAt(rota, at).index]) ?? null;
}

/** The regular shift at a moment, without overrides: whose turn it is, and when it began. */
function shiftAt({ people, hours, turn }: Rota, at: number): { at: number; index: number } {
  const shifts = Math.floor((at - turn.at) / (hours * HOUR_MS));
  const count = Math.max(1, people.length);
  return { at: turn.at + shifts * hours * HOUR_MS, index: (((turn.index + shifts) % count) + count) % count };
}

/** When another person may come on next; null if nothing is planned. During an override, hand-overs change nothing. */
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

/** The last hand-over at or before a moment, by the time (and the day, if shifts are weeks). */
function handOverBefore({ hours, time, weekday }: RotaDraft, at: number): number {
  const step = Math.min(hours * HOUR_MS, DAY_MS);
  const today = timeOn(dayOf(at), time);
  const last = today + Math.floor((at - today) / step) * step;
  if (hours < WEEK_HOURS) return last;
  // 1 January 1970 was a Thursday.
  const daysAgo = (dayOf(last) + 4 - weekday + 7) % 7;
  return last - daysAgo * DAY_MS;
}

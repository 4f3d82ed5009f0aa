import { z } from 'zod';
import { DAY_MS, TIME_OF_DAY } from '../kit/day.ts';
import { eachOnce, type Recipient, recipientKeyOf, recipientSchema } from '../texts/recipient.ts';

/*
 * A rota says who is on call. Its people take turns, each for one shift; a hand-over begins the next turn. Nights,
 * weekends and holidays may have people of their own, and a second in line is called after the first. A stand-in for a
 * time is an override. Times are times of day in Bangladesh, whose clocks never change, so every shift has the same
 * length. plan.ts says who is on call at a moment, stints.ts for how long, change.ts what a change keeps.
 */

export const MAX_ROTAS = 30;
export const MAX_PEOPLE = 30;
/** Overrides per rota; past ones don't count. */
export const MAX_OVERRIDES = 30;
/** The latest end of a stand-in, from now. */
export const MAX_AHEAD_MS = 366 * DAY_MS;
export const WEEK_HOURS = 168;
/** The longest shift. */
export const MAX_SHIFT_HOURS = 8 * WEEK_HOURS;

declare module '../texts/recipient.ts' {
  interface RecipientKinds {
    rotas: 'rota' | 'second';
  }
}

/** The rota as a recipient: the person on call when a text is sent. */
export const rotaAs = ({ id, name }: { id: string; name: string }) =>
  ({ feature: 'rotas', kind: 'rota', data: { id, label: name } }) as const;

/** The second in line of a rota as a recipient. `label`: "Servers, second in line". */
export const secondAs = ({ id, label }: { id: string; label: string }) =>
  ({ feature: 'rotas', kind: 'second', data: { id, label } }) as const;

/** `first`: the person on call. `second`: called as the next step after the first. */
export const PLACES = ['first', 'second'] as const;
export type RotaPlace = (typeof PLACES)[number];

const PEOPLE: readonly Recipient['kind'][] = ['teammate', 'contact', 'number'];
/** True if the recipient is one person, who can take turns. */
export const isPerson = ({ kind }: Recipient): boolean => PEOPLE.includes(kind);
const personSchema = recipientSchema.refine(isPerson);
/** In the order of their turns, without repetitions. */
const peopleSchema = z
  .array(personSchema)
  .max(MAX_PEOPLE)
  .refine(all => new Set(all.map(recipientKeyOf)).size === all.length);

const overrideSchema = z.object({
  id: z.string(),
  place: z.enum(PLACES),
  /** Times of day in epoch milliseconds; `to` is exclusive. */
  from: z.int(),
  to: z.int(),
  /** Null: nobody is on call. */
  person: personSchema.nullable(),
  by: z.string(),
});
export type Override = z.infer<typeof overrideSchema>;
/** The part of an override that users decide. */
export type Span = Pick<Override, 'place' | 'from' | 'to' | 'person'>;

const timeSchema = z.string().regex(TIME_OF_DAY);
/** 0 is Sunday. */
const weekdaySchema = z.int().min(0).max(6);

/** What differs from plain turns; null: nothing. Where none of its people are left, the rota's own are on call. */
const specialTimesSchema = z.object({
  /** The people of the second place: they take turns at the rota's hand-overs. */
  second: z.object({ people: peopleSchema }).nullable(),
  /** A day of the week begins at the hand-over that is nearest to midnight. */
  weekends: z.object({ people: peopleSchema, days: z.array(weekdaySchema).min(1).max(6) }).nullable(),
  nights: z
    .object({ people: peopleSchema, from: timeSchema, to: timeSchema })
    .refine(({ from, to }) => from !== to)
    .nullable(),
  holidays: z.union([z.literal('nobody'), z.object({ people: peopleSchema })]).nullable(),
});
export type SpecialTimes = z.infer<typeof specialTimesSchema>;
export const NO_SPECIAL_TIMES: SpecialTimes = { second: null, weekends: null, nights: null, holidays: null };

/** The lists of people who take turns. */
export const LISTS = ['people', 'second', 'weekends', 'nights', 'holidays'] as const;
export type TurnList = (typeof LISTS)[number];

/** The part of a rota that users decide. */
export const rotaDraftSchema = z.object({
  /** Tidied; unique among the workspace's rotas. */
  name: z.string().min(1).max(60),
  people: peopleSchema,
  /** The length of a shift. */
  hours: z.int().min(1).max(MAX_SHIFT_HOURS),
  /** The time of hand-overs, `HH:MM`. */
  time: timeSchema,
  /** The day of hand-overs, if shifts are whole weeks. */
  weekday: weekdaySchema,
  ...specialTimesSchema.shape,
  /** The id of the channel for hand-over posts; null: none. */
  channel: z.string().min(1).nullable(),
  /** True if the person who comes on gets a text. */
  texts: z.boolean(),
});
export type RotaDraft = z.infer<typeof rotaDraftSchema>;

const turnSchema = z.object({ at: z.int(), index: z.int().min(0) });
export type TurnStart = z.infer<typeof turnSchema>;

export const rotaSchema = rotaDraftSchema.extend({
  id: z.string(),
  /** For each list a turn from which all others follow: the turn of the person with this index began at `at`. */
  turns: z.record(z.enum(LISTS), turnSchema),
  /** In the order of creation: where two overlap, the later one counts. */
  overrides: z.array(overrideSchema).max(MAX_OVERRIDES),
  /** The form that created it; prevents a second rota if the form is submitted twice. */
  origin: z.string().nullable(),
  createdBy: z.string(),
  /** The time of day of the last change. */
  changedAt: z.int(),
});
export type Rota = Readonly<z.infer<typeof rotaSchema>>;

/** The people of a list, in the order of their turns; none if the rota doesn't have it. */
export function peopleIn(draft: Pick<RotaDraft, TurnList>, list: TurnList): readonly Recipient[] {
  if (list === 'people') return draft.people;
  const special = draft[list];
  return special === null || special === 'nobody' ? [] : special.people;
}

/** All people who take turns or stand in, each once. */
export const peopleOf = (rota: Pick<Rota, TurnList | 'overrides'>): Recipient[] =>
  eachOnce([
    ...LISTS.flatMap(list => peopleIn(rota, list)),
    ...rota.overrides.flatMap(({ person }) => person ?? []),
  ]);

export const hasSecond = (rota: Pick<Rota, TurnList>): boolean => peopleIn(rota, 'second').length > 0;

/** True if both are the same person, whatever their labels, or both are null. */
export function isSamePerson(one: Recipient | null, other: Recipient | null): boolean {
  return (one && recipientKeyOf(one)) === (other && recipientKeyOf(other));
}

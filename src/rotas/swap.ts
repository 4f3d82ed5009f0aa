import { z } from 'zod';
import type { HolidayNames } from '../holidays/holiday.ts';
import type { Recipient } from '../texts/recipient.ts';
import { withOverride } from './change.ts';
import { planOf } from './plan.ts';
import { isSamePerson, MAX_AHEAD_MS, memberOf, PLACES, type Rota, type RotaPlace, teammate } from './rota.ts';
import { isOnCallFor, type Stint, stintsFrom } from './stints.ts';

/*
 * A swap: somebody asks people of their rota to take one of their turns, perhaps for a turn of theirs. It moves when the first of
 * them says yes, as a stand-in; until then nothing changes. What may move is judged when it is asked and again at the yes.
 */

/** The most people one request asks. */
export const MAX_CANDIDATES = 10;
/** Turns offered in the form: of the one who asks, and of everybody else. */
const MAX_OWN_TURNS = 8;
export const MAX_RETURN_TURNS = 40;
/** Stints looked at, in which some people may have none. */
const MAX_STINTS = 1000;

const turnSchema = z.object({ place: z.enum(PLACES), from: z.int(), to: z.int() });
/** A time in a place of a rota. */
export type RotaTurn = z.infer<typeof turnSchema>;

/** A turn as a stored string, for the option of a field. */
export const turnKeyOf = ({ place, from, to }: RotaTurn): string => `${place} ${from} ${to}`;
const turnKey = /^(first|second) (\d{1,15}) (\d{1,15})$/;
export function turnOfKey(key: string | null): RotaTurn | null {
  const [, place, from, to] = turnKey.exec(key ?? '') ?? [];
  return place === undefined ? null : { place: place as RotaPlace, from: Number(from), to: Number(to) };
}

export const swapRequestSchema = z.object({
  rota: z.object({ id: z.string(), name: z.string() }),
  /** User ids: who asks, and who may take the turn. */
  by: z.string(),
  candidates: z.array(z.string()).min(1).max(MAX_CANDIDATES),
  turn: turnSchema,
  /** The turn that `by` takes for it, if there is only one candidate; null: none. */
  inReturn: turnSchema.nullable(),
});
export type SwapRequest = z.infer<typeof swapRequestSchema>;

/** Why a turn can't move. `not_in_rota` is about the candidate, everything else ends the request. */
export const SWAP_PROBLEMS = ['rota_gone', 'not_theirs', 'return_not_theirs', 'too_many'] as const;
export type SwapProblem = (typeof SWAP_PROBLEMS)[number] | 'begun' | 'not_in_rota';

const endSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('taken'), by: z.string() }),
  /** All candidates said no. */
  z.object({ kind: z.literal('refused') }),
  z.object({ kind: z.literal('withdrawn') }),
  /** The turn began before anybody said yes. */
  z.object({ kind: z.literal('begun') }),
  z.object({ kind: z.literal('impossible'), why: z.enum(SWAP_PROBLEMS) }),
]);
export type SwapEnd = z.infer<typeof endSchema>;

export const swapSchema = swapRequestSchema.extend({
  /** The candidates who won't take it. `left`: they aren't in the rota any more; `unreached`: Slack didn't take the question. */
  refusals: z.array(z.object({ by: z.string(), why: z.enum(['no', 'left', 'unreached']) })),
  /** Null while it is open. */
  end: endSchema.nullable(),
});
export type Swap = z.infer<typeof swapSchema>;
export type SwapRefusal = Swap['refusals'][number];

/** True if the swap waits for this person's answer. */
export const waitsFor = ({ candidates, refusals, end }: Swap, userId: string): boolean =>
  end === null && candidates.includes(userId) && !refusals.some(({ by }) => by === userId);

/** The last refusal ends the request. */
export function withRefusal(swap: Swap, refusal: SwapRefusal): Swap {
  if (!waitsFor(swap, refusal.by)) return swap;
  const refusals = [...swap.refusals, refusal];
  return {
    ...swap,
    refusals,
    end: refusals.length === swap.candidates.length ? { kind: 'refused' } : null,
  };
}

/** Only an open request ends. */
export const withEnd = (swap: Swap, end: SwapEnd): Swap => (swap.end === null ? { ...swap, end } : swap);

/** The override by which a request's turn moves, and by which a second yes is recognised; `return`: the one in return. */
const overrideIdOf = (swapId: string, which: 'turn' | 'return'): string => `swap ${which} ${swapId}`;

/** The person who took the turn of a request; null if nobody has. */
export function takerOf({ overrides }: Rota, swapId: string): string | null {
  const override = overrides.find(({ id }) => id === overrideIdOf(swapId, 'turn'));
  return override?.person?.kind === 'teammate' ? override.person.userId : null;
}

/** Why the turns of a request can't move to this candidate; null if they can. */
export function swapProblem(
  rota: Rota,
  holidays: HolidayNames,
  { by, turn, inReturn }: SwapRequest,
  candidate: string,
  at: number,
): Exclude<SwapProblem, 'rota_gone' | 'too_many'> | null {
  const isOn = (userId: string, { place, ...time }: RotaTurn): boolean =>
    isOnCallFor(planOf(rota, place, holidays), teammate(userId), time);
  if (turn.from <= at) return 'begun';
  if (!isOn(by, turn)) return 'not_theirs';
  if (!memberOf(rota, candidate)) return 'not_in_rota';
  if (inReturn && (inReturn.from <= at || !isOn(candidate, inReturn))) return 'return_not_theirs';
  return null;
}

/** The rota after this candidate has taken the turn, or why they can't. */
export function withSwap(
  rota: Rota,
  holidays: HolidayNames,
  { id, request, candidate, at }: { id: string; request: SwapRequest; candidate: string; at: number },
): Rota | SwapProblem {
  const problem = swapProblem(rota, holidays, request, candidate, at);
  if (problem) return problem;
  const { by, turn, inReturn } = request;
  const memberAs = (userId: string): Recipient => memberOf(rota, userId) ?? teammate(userId);
  const moved = { ...turn, id: overrideIdOf(id, 'turn'), person: memberAs(candidate), by: candidate };
  const after = withOverride(rota, moved, at);
  if (!after || !inReturn) return after ?? 'too_many';
  const back = { ...inReturn, id: overrideIdOf(id, 'return'), person: memberAs(by), by: candidate };
  return withOverride(after, back, at) ?? 'too_many';
}

/** A turn that somebody will have. */
export type PersonalTurn = RotaTurn & { person: Recipient };

/** The coming turns of those whom `isMeant` accepts, the next ones of all places first. A turn without an end isn't one. */
export function comingTurns(
  rota: Rota,
  holidays: HolidayNames,
  at: number,
  { isMeant, most }: { isMeant: (person: Recipient) => boolean; most: number },
): PersonalTurn[] {
  return PLACES.flatMap(place => {
    const turns: PersonalTurn[] = [];
    let looked = 0;
    for (const stint of stintsFrom(planOf(rota, place, holidays), at)) {
      const turn = turnIn(place, stint, at);
      if (turn && isMeant(turn.person)) turns.push(turn);
      if (turns.length === most || ++looked === MAX_STINTS || stint.from > at + MAX_AHEAD_MS) break;
    }
    return turns;
  })
    .toSorted((one, other) => one.from - other.from)
    .slice(0, most);
}

function turnIn(place: RotaPlace, { person, from, until: to }: Stint, at: number): PersonalTurn | null {
  return person === null || to === null || from <= at || to > at + MAX_AHEAD_MS
    ? null
    : { place, from, to, person };
}

/** The coming turns of one person. */
export const turnsOf = (rota: Rota, holidays: HolidayNames, userId: string, at: number): PersonalTurn[] =>
  comingTurns(rota, holidays, at, {
    isMeant: person => isSamePerson(person, teammate(userId)),
    most: MAX_OWN_TURNS,
  });

import type { PastCost } from '../kit/credits.ts';
import { dayOf, endOfDay } from '../kit/day.ts';
import { fitting, type Limits, overLimit, type Usage } from '../texts/limits.ts';
import { bulkTextsIn } from './estimate.ts';
import { nextMorning } from './limits.ts';

/** A day's limit leaves no room for some of a broadcast's texts. */
export type DayRoom = {
  of: 'person' | 'workspace';
  /** How many texts there is room for on the day it begins, and whether that is today. */
  room: number;
  isToday: boolean;
  /** The limit is in credits, so that nobody knows exactly. */
  isEstimate: boolean;
  /** How many have to wait until the next morning (a time of day), and whether some of those wait longer. */
  waits: number;
  goesOnAt: number;
  isLonger: boolean;
};

const NOTHING: Usage = { texts: 0, millionths: 0, open: 0 };

/**
 * What the limits of the day on which a broadcast begins will hold back, by the same rule that holds it back then. Null:
 * nothing, or nobody knows yet what a text costs.
 *
 * @param today what was used of the limits so far today
 * @param plan how it goes without them; `wall`: the time of day now
 */
export function dayRoom(
  limits: Limits,
  today: { person: Usage; workspace: Usage },
  past: PastCost | null,
  size: { texts: number; parts: number },
  plan: { wall: number; ahead: number; beginsAt: number | null; pausesAt: number | null },
): DayRoom | null {
  const start = plan.beginsAt ?? plan.wall;
  const isToday = dayOf(start) === dayOf(plan.wall);
  const partsOf = (first: number): number => Math.ceil((size.parts * first) / size.texts);
  const room = (texts: number, used: typeof today) =>
    fitting(texts, partsOf, wanted => overLimit(limits, wanted, used, past, start));
  const ends = Math.min(plan.pausesAt ?? endOfDay(start), endOfDay(start));
  const byPace = Math.max(0, bulkTextsIn(ends - start) - plan.ahead);
  const fresh = { person: NOTHING, workspace: NOTHING };
  const { texts, over } = room(Math.min(size.texts, byPace), isToday ? today : fresh);
  if (over?.kind !== 'CAP_REACHED' || over.of === 'workflows') return null;
  const waits = size.texts - texts;
  return {
    of: over.of,
    room: texts,
    isToday,
    isEstimate: over.unit === 'credits',
    waits,
    goesOnAt: nextMorning(start),
    isLonger: room(waits, fresh).over !== null,
  };
}

import { z } from 'zod';
import { addCounts, countSchema } from '../../kit/json.ts';
import { problemSchema } from '../../kit/problem.ts';
import { responderSchema, type Severity } from '../alert.ts';
import { addTallies, NO_ALERTS, shownSchema, tallySchema, totalOf } from './shown.ts';

/*
 * What a hook's channel is told: how its posts stand, which follows from their incidents and is said anew each time, and
 * notes, which are counted up from decision to decision.
 */

/** The step whose turn it is, from 1 and over all rounds, of how many, and when the next one is due. */
const stepSchema = z.object({ turn: z.int(), of: z.int(), dueAt: z.number().nullable() });

export type StepStanding = z.infer<typeof stepSchema>;

/** Who did something about incidents, when they first did, and about how many. */
const deedSchema = z.object({ by: responderSchema, at: z.number(), incidents: countSchema });
export type Deed = z.infer<typeof deedSchema>;

/** How everything that one post shows stands. */
export const postStandingSchema = z.object({
  post: z.int(),
  /** Its newest incident. */
  upTo: z.int(),
  /** Incidents that aren't over. */
  open: countSchema,
  /** Those of them that nobody has taken. */
  untaken: countSchema,
  /** The alerts that fire. */
  firing: tallySchema,
  /** The worst of them. */
  worst: z.array(shownSchema),
  taken: z.array(deedSchema),
  resolvedHere: z.array(deedSchema),
  /** The step that is on and when the next one is due: of the incident whose next one is due first. */
  step: stepSchema.nullable(),
  /** Incidents that have gone through all steps, and nobody took them. */
  unanswered: countSchema,
});
export type PostStanding = z.infer<typeof postStandingSchema>;

/**
 * What is only counted: a sentence each.
 *
 * unrouted      fired alerts whose severity this hook doesn't text
 * emptySteps    steps of an escalation that had nobody in them, so that it was the next one's turn at once
 * limitReached  1 if the hook has now texted as much as it may today
 * overUntold    alerts that were over before we texted them
 * folded        firing again so soon after a text that it gets no text of its own
 * reminded      still firing, and a reminder goes out (or waits)
 * repeated      still firing and repeated, but we send no reminder
 * leftOut       missing from the call because of the sender's own limit
 * untracked     beyond the number of alerts that we follow
 * unlisted      alerts that fired or resolved without being shown anywhere
 */
export const COUNTS = [
  'unrouted',
  'emptySteps',
  'limitReached',
  'overUntold',
  'folded',
  'reminded',
  'repeated',
  'leftOut',
  'untracked',
  'unlisted',
] as const;
type CountName = (typeof COUNTS)[number];

/**
 * Why a text waits. `together`: it goes with what else is critical within some seconds; `daily`: its hook has texted as much as
 * it may today.
 */
const HOLD_REASONS = ['pace', 'together', 'quiet', 'daily'] as const;

/** Texts waiting for one number, and for `others` in the same way: how many alerts, until when, and why. */
const heldSchema = z.object({
  number: z.string(),
  others: countSchema,
  alerts: z.int(),
  until: z.number(),
  why: z.enum(HOLD_REASONS),
});
export type Held = z.infer<typeof heldSchema>;

/** Alerts that nobody gets as a text: who was meant, how many, and why. `problem` null: Slack didn't answer in time. */
const unreachedSchema = z.object({
  recipient: z.string(),
  alerts: z.int(),
  problem: problemSchema.nullable(),
});
export type Unreached = z.infer<typeof unreachedSchema>;

/** What adds up, beside how posts stand. */
export const notesSchema = z.object({
  ...countsOf(countSchema),
  /** Alerts that are over. */
  resolved: tallySchema,
  /** Tests: somebody tried whether texts arrive. */
  tried: tallySchema,
  /** Alerts of which nothing can come any more, though nobody said that they are over. */
  lapsed: tallySchema,
  unreached: z.array(unreachedSchema),
  /** Recipients beyond those that `unreached` names. */
  moreUnreached: countSchema,
  /** Ids of what we couldn't read and quarantined. */
  unreadable: z.array(z.string()),
  /** When nobody could call us, though a heartbeat's call was due; the latest such time. */
  unwatched: z.object({ from: z.number(), until: z.number() }).nullable(),
  /** What waits now; it doesn't add up: what goes first stands for all. */
  held: heldSchema.nullable(),
});
export type Notes = z.infer<typeof notesSchema>;

/** An alert of which something is said. `post`: the one that shows its incident. */
type Told = { name: string; called: string; severity?: Severity; post: number | null };

/** What a decision reports about one hook in Slack: with counts, so that nothing is left out silently. */
export type News = Omit<Notes, 'resolved' | 'lapsed' | 'held'> & {
  hook: string;
  held: Held[];
  fired: Told[];
  resolved: Told[];
  lapsed: Told[];
  /** Those whose incidents changed, as they stand. */
  posts: PostStanding[];
};

/** Created each time, because adding changes it. */
export const noNotes = (): Notes => ({
  ...countsOf(0),
  ...{ resolved: NO_ALERTS, tried: NO_ALERTS, lapsed: NO_ALERTS },
  ...{ unreached: [], moreUnreached: 0, unreadable: [], unwatched: null, held: null },
});

export const noNews = (hook: string): News => ({
  ...{ ...noNotes(), hook, held: [], fired: [], resolved: [], lapsed: [], posts: [] },
});

/** Whether there is anything to say. */
export const saysSomething = (notes: Partial<News | Notes>): boolean =>
  Object.values(notes).some(value => {
    if (typeof value === 'number') return value > 0;
    if (Array.isArray(value)) return value.length > 0;
    return typeof value === 'object' && value !== null && (!('names' in value) || totalOf(value) > 0);
  });

/** Adds up notes. */
export function addNotes(notes: Notes, more: Partial<Notes>): void {
  for (const alerts of ['resolved', 'tried', 'lapsed'] as const)
    notes[alerts] = addTallies(notes[alerts], more[alerts] ?? NO_ALERTS);
  for (const one of more.unreached ?? []) addUnreached(notes, one);
  notes.moreUnreached = addCounts(notes.moreUnreached, more.moreUnreached ?? 0);
  notes.unreadable.push(...(more.unreadable ?? []));
  notes.unwatched = more.unwatched ?? notes.unwatched;
  for (const count of COUNTS) notes[count] = addCounts(notes[count], more[count] ?? 0);
}

/** How many recipients are named; the rest are only counted. */
const MAX_UNREACHED = 10;

/** One entry for each recipient, however many alerts don't reach it for the same reason. */
export function addUnreached(notes: Pick<Notes, 'unreached' | 'moreUnreached'>, one: Unreached): void {
  const isSame = ({ recipient, problem }: Unreached): boolean =>
    recipient === one.recipient && JSON.stringify(problem) === JSON.stringify(one.problem);
  const same = notes.unreached.find(isSame);
  if (same) same.alerts = addCounts(same.alerts, one.alerts);
  else if (notes.unreached.length < MAX_UNREACHED) notes.unreached.push({ ...one });
  else notes.moreUnreached += 1;
}

/** The news of each hook, created on first use. */
export type NewsDesk = { of(hook: string): News; all(): News[] };

export function createNewsDesk(): NewsDesk {
  const byHook = new Map<string, News>();
  return {
    of(hook) {
      const news = byHook.get(hook) ?? noNews(hook);
      byHook.set(hook, news);
      return news;
    },
    all: () => [...byHook.values()],
  };
}

/** A record with a value for each count. */
function countsOf<T>(value: T): Record<CountName, T> {
  return Object.fromEntries(COUNTS.map(count => [count, value])) as Record<CountName, T>;
}

import { z } from 'zod';
import { addCounts, countSchema } from '../../../kit/json.ts';
import { problemSchema } from '../../../kit/problem.ts';
import { responderSchema, type Severity } from '../../alert.ts';
import { BLOCKS, HOLD_REASONS } from '../incidents/state.ts';
import { addTallies, NO_ALERTS, tallySchema, totalOf } from './alert-summary.ts';
import type { PostStatus } from './post-status.ts';

/*
 * What a hook's channel is told: the status of its posts, which follows from their incidents and is said anew each time; notes,
 * which are counted up from decision to decision; and what happened to an incident just now.
 */

/**
 * What is only counted: a sentence each.
 *
 * unrouted      fired alerts whose severity this hook doesn't text
 * emptySteps    steps of an escalation without anybody in them, so the next one began at once
 * limitReached  1 if the hook has now texted as much as it may today
 * overUntold    alerts that ended before they were texted
 * folded        firing again so soon that no text of its own goes out
 * reminded      still firing, and a reminder goes out (or waits)
 * repeated      still firing and repeated, but no reminder goes out
 * leftOut       missing from the call because of the sender's own limit
 * untracked     alerts beyond the capacity
 * unlisted      alerts that fired or ended without being shown anywhere
 * muted         alerts that fire while a mute keeps them from texting anybody
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
  'muted',
] as const;
export type CountName = (typeof COUNTS)[number];

/** Alerts that wait to be texted: how many, when the first of them goes, and why that one waits. */
export const heldSchema = z.object({ alerts: countSchema, until: z.number(), why: z.enum(HOLD_REASONS) });

/** Alerts that a recipient gets no text about, and why. `problem` null: Slack didn't answer in time. */
const undeliverableSchema = z.object({
  recipient: z.string(),
  alerts: z.int(),
  problem: problemSchema.nullable(),
});
export type Undeliverable = z.infer<typeof undeliverableSchema>;

/** What a mute covered in a hook, once it has ended. `firing`: alerts that still fire. */
const endedMuteSchema = z.object({
  by: responderSchema,
  /** Who ended it before its time. */
  endedBy: responderSchema.nullable(),
  since: z.number(),
  covered: countSchema,
  firing: countSchema,
});

/** Why and since when no text can go, for how many incidents, and whose turn it is, by their keys. */
const blockedSchema = z.object({
  why: z.enum(BLOCKS),
  since: z.number(),
  incidents: countSchema,
  recipients: z.array(z.string()),
});

/** What adds up, beside the status of posts. */
export const notesSchema = z.object({
  ...countsOf(countSchema),
  /** Alerts that ended. */
  resolved: tallySchema,
  /** Tests: somebody tried whether texts arrive. */
  tried: tallySchema,
  /** Alerts that nothing more is expected of, though nobody said that they ended. */
  lapsed: tallySchema,
  undeliverable: z.array(undeliverableSchema),
  /** Recipients beyond those that `undeliverable` names. */
  moreUndeliverable: countSchema,
  /** Ids of what couldn't be read and was set aside. */
  unreadable: z.array(z.string()),
  /** When nobody could call us, though a heartbeat's call was due; the latest such time. */
  unwatched: z.object({ from: z.number(), until: z.number() }).nullable(),
  mutesEnded: z.array(endedMuteSchema),
  blocked: blockedSchema.nullable(),
  /** What waits now; it doesn't add up. */
  held: heldSchema.nullable(),
});
export type Notes = z.infer<typeof notesSchema>;

/** What happened to an incident, beside what the status of its post says. */
export const HAPPENINGS = [
  'acknowledged',
  'acknowledged_before',
  'extended',
  'given_back',
  'acknowledgement_ended',
  'acknowledger_unreachable',
  'resolved_here',
  'reopened',
  'next_step',
  'nobody_answered',
  'unreached',
  'blocked',
  'unblocked',
  'hook_removed',
] as const;
export type Happening = (typeof HAPPENINGS)[number];
export const incidentNoteSchema = z.object({
  happening: z.enum(HAPPENINGS),
  incident: z.int(),
  post: z.int(),
  by: responderSchema.nullable(),
  until: z.number().nullable(),
});
export type IncidentNote = z.infer<typeof incidentNoteSchema>;

/** An alert that something is said of. */
type Mentioned = { name: string; called: string; severity?: Severity };

/**
 * What a decision tells a hook's channel: with counts, so that nothing is left out silently. `post`: the one that says it; null: it is
 * about the hook.
 */
export type ChannelUpdate = Omit<Notes, 'resolved' | 'lapsed'> & {
  hook: string;
  post: number | null;
  fired: Mentioned[];
  resolved: Mentioned[];
  lapsed: Mentioned[];
  happened: IncidentNote[];
  /** The posts whose incidents changed. */
  posts: PostStatus[];
};

/** Created each time, because adding changes it. */
export const noNotes = (): Notes => ({
  ...countsOf(0),
  resolved: NO_ALERTS,
  tried: NO_ALERTS,
  lapsed: NO_ALERTS,
  undeliverable: [],
  moreUndeliverable: 0,
  unreadable: [],
  unwatched: null,
  mutesEnded: [],
  blocked: null,
  held: null,
});

export const noUpdate = (hook: string, post: number | null = null): ChannelUpdate => ({
  ...noNotes(),
  hook,
  post,
  fired: [],
  resolved: [],
  lapsed: [],
  happened: [],
  posts: [],
});

/** Whether there is anything to say. */
export const saysSomething = (notes: Partial<ChannelUpdate | Notes>): boolean =>
  Object.values(notes).some(value => {
    if (typeof value === 'number') return value > 0;
    if (Array.isArray(value)) return value.length > 0;
    return typeof value === 'object' && value !== null && (!('names' in value) || totalOf(value) > 0);
  });

/** Adds up notes. */
export function addNotes(notes: Omit<Notes, 'held'>, more: Partial<Notes>): void {
  for (const alerts of ['resolved', 'tried', 'lapsed'] as const)
    notes[alerts] = addTallies(notes[alerts], more[alerts] ?? NO_ALERTS);
  for (const entry of more.undeliverable ?? []) addUndeliverable(notes, entry);
  notes.moreUndeliverable = addCounts(notes.moreUndeliverable, more.moreUndeliverable ?? 0);
  notes.unreadable.push(...(more.unreadable ?? []));
  notes.unwatched = more.unwatched ?? notes.unwatched;
  notes.mutesEnded.push(...(more.mutesEnded ?? []));
  notes.blocked = more.blocked ?? notes.blocked;
  for (const count of COUNTS) notes[count] = addCounts(notes[count], more[count] ?? 0);
}

/** The updates of two decisions that are stored in one step: what doesn't add up is as the later one says. */
export function mergeUpdates(
  earlier: readonly ChannelUpdate[],
  later: readonly ChannelUpdate[],
): ChannelUpdate[] {
  const merged = new Map(
    earlier.map((update): [string, ChannelUpdate] => [keyOf(update), { ...update, held: null }]),
  );
  for (const update of later) {
    const before = merged.get(keyOf(update));
    merged.set(keyOf(update), before ? bothUpdates(before, update) : update);
  }
  return [...merged.values()];
}

function bothUpdates(one: ChannelUpdate, other: ChannelUpdate): ChannelUpdate {
  const shown = new Set(other.posts.map(({ post }) => post));
  const undeliverable = {
    undeliverable: one.undeliverable.map(entry => ({ ...entry })),
    moreUndeliverable: addCounts(one.moreUndeliverable, other.moreUndeliverable),
  };
  for (const entry of other.undeliverable) addUndeliverable(undeliverable, entry);
  return {
    ...one,
    ...undeliverable,
    ...Object.fromEntries(COUNTS.map(count => [count, addCounts(one[count], other[count])])),
    tried: addTallies(one.tried, other.tried),
    fired: [...one.fired, ...other.fired],
    resolved: [...one.resolved, ...other.resolved],
    lapsed: [...one.lapsed, ...other.lapsed],
    happened: [...one.happened, ...other.happened],
    unreadable: [...one.unreadable, ...other.unreadable],
    unwatched: other.unwatched ?? one.unwatched,
    mutesEnded: [...one.mutesEnded, ...other.mutesEnded],
    blocked: other.blocked ?? one.blocked,
    held: other.held,
    posts: [...one.posts.filter(({ post }) => !shown.has(post)), ...other.posts],
  };
}

/** How many recipients are named; the rest are only counted. */
const MAX_UNDELIVERABLE = 10;

/** One entry for each recipient, however many alerts don't reach it for the same reason. */
export function addUndeliverable(
  notes: Pick<Notes, 'undeliverable' | 'moreUndeliverable'>,
  entry: Undeliverable,
): void {
  const isSame = ({ recipient, problem }: Undeliverable): boolean =>
    recipient === entry.recipient && JSON.stringify(problem) === JSON.stringify(entry.problem);
  const same = notes.undeliverable.find(isSame);
  if (same) same.alerts = addCounts(same.alerts, entry.alerts);
  else if (notes.undeliverable.length < MAX_UNDELIVERABLE) notes.undeliverable.push({ ...entry });
  else notes.moreUndeliverable += 1;
}

/** The update of each hook, and of each of its posts, created on first use. */
export type ChannelUpdates = {
  of(what: { hook: string; post?: number }): ChannelUpdate;
  /** Those that say something. */
  all(): ChannelUpdate[];
};

export function createChannelUpdates(): ChannelUpdates {
  const updates = new Map<string, ChannelUpdate>();
  return {
    of({ hook, post = null }) {
      const update = updates.get(keyOf({ hook, post })) ?? noUpdate(hook, post);
      updates.set(keyOf(update), update);
      return update;
    },
    // What is said of the hook comes after what its posts say.
    all: () =>
      [...updates.values()]
        .filter(({ hook: _hook, post: _post, ...notes }) => saysSomething(notes))
        .sort((a, b) => Number(a.post === null) - Number(b.post === null)),
  };
}

const keyOf = ({ hook, post }: Pick<ChannelUpdate, 'hook' | 'post'>): string => JSON.stringify([hook, post]);

/** A record with a value for each count. */
function countsOf<T>(value: T): Record<CountName, T> {
  return Object.fromEntries(COUNTS.map(count => [count, value])) as Record<CountName, T>;
}

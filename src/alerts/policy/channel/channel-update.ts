import { z } from 'zod';
import { addCounts, countSchema } from '../../../kit/json.ts';
import { problemSchema } from '../../../kit/problem.ts';
import { responderSchema } from '../../alert.ts';
import { BLOCKS, HOLD_REASONS } from '../incidents/state.ts';
import { addTallies, type Mentioned, NO_ALERTS, tallySchema, totalOf } from './alert-summary.ts';
import type { PostStatus } from './post-status.ts';

/*
 * A hook's channel is told the status of its posts, which is complete each time; notes, which add up from decision to decision; and
 * what happened to incidents in this decision.
 */

/**
 * Notes that are only counted. The post says a sentence for each:
 *
 * unrouted      alerts that fired with a severity that the hook doesn't text
 * emptySteps    steps of an escalation without recipients, so the next step began at once
 * limitReached  1 if the hook has just reached its daily limit
 * overUntold    alerts that ended before they were texted
 * folded        alerts that fired again so soon that no text of their own goes out
 * reminded      alerts that still fire, and a reminder goes out or waits
 * repeated      alerts that still fire and were repeated, without a reminder
 * leftOut       alerts that the sender left out of its call because of its own limit
 * untracked     alerts beyond the capacity
 * unlisted      alerts that fired or ended without being shown in a post
 * muted         alerts that fire under a mute
 * restored      alerts that fired when the backup was made from which the app was restored
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
  'restored',
] as const;
export type CountName = (typeof COUNTS)[number];

/** The number of alerts that wait to be texted, when the first of them goes, and why the first waits. */
export const heldSchema = z.object({ alerts: countSchema, until: z.number(), why: z.enum(HOLD_REASONS) });

/** Alerts that a recipient gets no text about, and why. `problem`: null if Slack didn't answer in time. */
const undeliverableSchema = z.object({
  recipient: z.string(),
  alerts: z.int(),
  problem: problemSchema.nullable(),
});
export type Undeliverable = z.infer<typeof undeliverableSchema>;

/** The alerts of a hook that an ended mute covered. `firing`: alerts that still fire. */
const endedMuteSchema = z.object({
  by: responderSchema,
  /** The person who ended it before its time; null if its time was over. */
  endedBy: responderSchema.nullable(),
  since: z.number(),
  covered: countSchema,
  firing: countSchema,
});

/** Why and since when no text can go, for how many incidents, and the keys of the recipients whose turn it is. */
const blockedSchema = z.object({
  why: z.enum(BLOCKS),
  since: z.number(),
  incidents: countSchema,
  recipients: z.array(z.string()),
});

/** The notes of a hook or of a post. Counts, tallies and lists add up; of `unwatched`, `blocked` and `held`, only the latest is kept. */
export const notesSchema = z.object({
  ...countsOf(countSchema),
  /** Alerts that ended. */
  resolved: tallySchema,
  /** Tests that senders made. */
  tried: tallySchema,
  /** Alerts whose incident expired before their sender said that they ended. */
  lapsed: tallySchema,
  undeliverable: z.array(undeliverableSchema),
  /** The number of recipients that `undeliverable` doesn't name. */
  moreUndeliverable: countSchema,
  /** Ids of events that couldn't be read and were quarantined. */
  unreadable: z.array(z.string()),
  /** The latest time in which the app couldn't be called though a heartbeat's call was due. */
  unwatched: z.object({ from: z.number(), until: z.number() }).nullable(),
  mutesEnded: z.array(endedMuteSchema),
  blocked: blockedSchema.nullable(),
  /** The alerts that wait now. */
  held: heldSchema.nullable(),
});
export type Notes = z.infer<typeof notesSchema>;

/**
 * Events of an incident. They are listed because the status of its post doesn't say that they just happened. `messaged`: the person got a
 * message in Slack; `not_messaged`: Slack didn't take it, so they are texted.
 */
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
  'restored',
  'messaged',
  'not_messaged',
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

/**
 * The news of a decision for a hook's channel. Counts stand for everything that isn't listed, so nothing is left out silently. `post`: the
 * post to change; null if the update is about the hook.
 */
export type ChannelUpdate = Omit<Notes, 'resolved' | 'lapsed'> & {
  hook: string;
  post: number | null;
  fired: Mentioned[];
  resolved: Mentioned[];
  lapsed: Mentioned[];
  happened: IncidentNote[];
  /** The status of each post whose incidents changed. */
  posts: PostStatus[];
};

/** Empty notes. Each caller gets its own, because `addNotes` changes them. */
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

/** True if any count or tally is above zero, a list isn't empty, or another note is set. */
export const saysSomething = (notes: Partial<ChannelUpdate | Notes>): boolean =>
  Object.values(notes).some(value => {
    if (typeof value === 'number') return value > 0;
    if (Array.isArray(value)) return value.length > 0;
    return typeof value === 'object' && value !== null && (!('names' in value) || totalOf(value) > 0);
  });

/** Adds `more` to `notes` in place. `unwatched` and `blocked` are replaced rather than added. */
export function addNotes(notes: Omit<Notes, 'held'>, more: Partial<Notes>): void {
  for (const alerts of ['resolved', 'lapsed'] as const)
    notes[alerts] = addTallies(notes[alerts], more[alerts] ?? NO_ALERTS);
  addCommonNotes(notes, more);
}

/** The notes that have the same form in `Notes` and in `ChannelUpdate`. */
type CommonNotes = Omit<Notes, 'resolved' | 'lapsed' | 'held'>;

function addCommonNotes(notes: CommonNotes, more: Partial<CommonNotes>): void {
  notes.tried = addTallies(notes.tried, more.tried ?? NO_ALERTS);
  for (const entry of more.undeliverable ?? []) addUndeliverable(notes, entry);
  notes.moreUndeliverable = addCounts(notes.moreUndeliverable, more.moreUndeliverable ?? 0);
  notes.unreadable.push(...(more.unreadable ?? []));
  notes.unwatched = more.unwatched ?? notes.unwatched;
  notes.mutesEnded.push(...(more.mutesEnded ?? []));
  notes.blocked = more.blocked ?? notes.blocked;
  for (const count of COUNTS) notes[count] = addCounts(notes[count], more[count] ?? 0);
}

/** Merges the updates of two decisions that one commit stores. Values that don't add up come from the later decision. */
export function mergeUpdates(
  earlier: readonly ChannelUpdate[],
  later: readonly ChannelUpdate[],
): ChannelUpdate[] {
  const merged = new Map(
    earlier.map((update): [string, ChannelUpdate] => [updateKeyOf(update), { ...update, held: null }]),
  );
  for (const update of later) {
    const before = merged.get(updateKeyOf(update));
    merged.set(updateKeyOf(update), before ? joined(before, update) : update);
  }
  return [...merged.values()];
}

function joined(earlier: ChannelUpdate, later: ChannelUpdate): ChannelUpdate {
  const replaced = new Set(later.posts.map(({ post }) => post));
  const update = {
    ...earlier,
    undeliverable: earlier.undeliverable.map(entry => ({ ...entry })),
    unreadable: [...earlier.unreadable],
    mutesEnded: [...earlier.mutesEnded],
    fired: [...earlier.fired, ...later.fired],
    resolved: [...earlier.resolved, ...later.resolved],
    lapsed: [...earlier.lapsed, ...later.lapsed],
    happened: [...earlier.happened, ...later.happened],
    held: later.held,
    posts: [...earlier.posts.filter(({ post }) => !replaced.has(post)), ...later.posts],
  };
  const { resolved: _resolved, lapsed: _lapsed, ...common } = later;
  addCommonNotes(update, common);
  return update;
}

/** The most recipients that are named. The remaining ones are only counted. */
const MAX_UNDELIVERABLE = 10;

/** Notes that alerts don't reach a recipient. A recipient has one entry for each problem. */
export function addUndeliverable(
  notes: Pick<Notes, 'undeliverable' | 'moreUndeliverable'>,
  entry: Undeliverable,
): void {
  const current = notes.undeliverable.find(
    ({ recipient, problem }) =>
      recipient === entry.recipient && JSON.stringify(problem) === JSON.stringify(entry.problem),
  );
  if (current) current.alerts = addCounts(current.alerts, entry.alerts);
  else if (notes.undeliverable.length < MAX_UNDELIVERABLE) notes.undeliverable.push({ ...entry });
  else notes.moreUndeliverable += 1;
}

/** The update of each hook, and of each of its posts, created on first use. */
export type ChannelUpdates = {
  of(address: { hook: string; post?: number }): ChannelUpdate;
  /** The updates that say something. */
  all(): ChannelUpdate[];
};

export function createChannelUpdates(): ChannelUpdates {
  const updates = new Map<string, ChannelUpdate>();
  return {
    of({ hook, post = null }) {
      const update = updates.get(updateKeyOf({ hook, post })) ?? noUpdate(hook, post);
      updates.set(updateKeyOf(update), update);
      return update;
    },
    // The update of the hook itself comes after those of its posts.
    all: () =>
      [...updates.values()]
        .filter(({ hook: _hook, post: _post, ...notes }) => saysSomething(notes))
        .sort((a, b) => Number(a.post === null) - Number(b.post === null)),
  };
}

const updateKeyOf = ({ hook, post }: Pick<ChannelUpdate, 'hook' | 'post'>): string =>
  JSON.stringify([hook, post]);

/** A record with a value for each count. */
function countsOf<T>(value: T): Record<CountName, T> {
  return Object.fromEntries(COUNTS.map(count => [count, value])) as Record<CountName, T>;
}

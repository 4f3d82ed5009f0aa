import type { Clock } from '../kit/clock.ts';
import type { Problem } from '../kit/problem.ts';
import { authorProblem, type PermissionFacts, senderProblem } from '../texts/permissions.ts';
import type { Approving, Deciding } from './approval.ts';
import type { BroadcastRequest } from './broadcast.ts';
import type { BroadcastControls } from './controls.ts';
import type { Estimate, MakeReview } from './estimate.ts';
import { fixRows, type Gathered, type MakeRows, type RowSource, type RowsFor } from './gather.ts';
import { failure, namingAuthor } from './problem.ts';
import { repeatsOf, rowsOfRepeat, unreachedRows } from './repeat.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/**
 * The steps of a broadcast, and people's actions on it:
 *
 * 1. `open` stores it. `gather` (gather.ts) fixes its rows, each with a text or the reason why it is left out.
 * 2. `review` (estimate.ts) estimates size, cost and time. Its author confirms with `start`, or discards it with
 * `drop`.
 * 3. If the workspace's rules demand it (policy.ts), a second person decides: `approve` or `reject` (approval.ts).
 * 4. feeder.ts turns its rows into texts, a few at a time, within the day's limits and hours (store/feed-rows.ts).
 * 5. It pauses by itself when a person has to look at something (`whyPause` in store/transitions.ts); people pause,
 * resume and cancel it (controls.ts).
 * 6. It ends with its last row (store/text-hooks.ts). `again` repeats the rows that reached nobody (repeat.ts).
 *
 * `gather`, `start`, `drop` and `again` check permission; for the other methods, their caller does. Refusals are
 * values.
 */
export type BroadcastService = BroadcastControls &
  Deciding &
  Pick<Broadcasts, 'one' | 'of' | 'drafts' | 'rows'> & {
    /** Stores a new broadcast, only once for the same id. `isNew`: the caller has to gather its rows. */
    open(
      workspace: string,
      request: BroadcastRequest,
      options?: { id?: string; schedule?: string; startsAt?: number },
    ): Promise<{ broadcast: Broadcast; isNew: boolean }>;
    /**
     * Makes and stores the rows. Calls `onProgress` about once a second. Resolves when all rows are stored, or with the
     * problem.
     */
    gather(opened: Broadcast, onProgress?: (done: number, all: number) => void): Promise<Gathered>;
    review(workspace: string, id: string): Promise<Estimate | null>;
    /**
     * The author confirms: starts the broadcast, or asks for approval.
     */
    start(workspace: string, id: string, by: string): Promise<Broadcast | Problem>;
    /** Ends what a schedule's runs have asked approval for, or wait for their time with, because the schedule ends or changes. */
    endRuns(workspace: string, schedule: string, by: string): Promise<void>;
    /** The author discards the broadcast before it starts. */
    drop(workspace: string, id: string, by: string): Promise<void>;
    /**
     * Makes a new broadcast, in review, for the rows that reached nobody: refused, cancelled, and with `uncertain` also
     * uncertain ones. Leaves out people whom an earlier repeat includes.
     */
    again(workspace: string, id: string, by: string, uncertain: boolean): Promise<Gathered>;
    /** Counts the rows that didn't reach their recipient by this broadcast and that no repeat of it includes. */
    unreached(
      workspace: string,
      id: string,
    ): Promise<{ refused: number; cancelled: number; uncertain: number }>;
  };

const hasBegun = ({ state }: Broadcast): boolean => state !== 'gathering' && state !== 'review';

const GONE = failure('BROADCAST_GONE');

export function createBroadcastService(deps: {
  broadcasts: Broadcasts;
  rowsFor: RowsFor;
  makeRows: MakeRows;
  review: MakeReview;
  permissionFacts: PermissionFacts;
  controls: BroadcastControls;
  approving: Approving;
  clock: Clock;
  newId: () => string;
  /** Called when rows may become texts, or no longer may. */
  wake: () => void;
}): BroadcastService {
  const { broadcasts, rowsFor, makeRows, review, permissionFacts, controls, approving, clock, newId, wake } =
    deps;
  const doing = (by: string) => ({ by, now: clock.now() });

  const open = (
    workspace: string,
    request: BroadcastRequest,
    options: { id?: string; schedule?: string; startsAt?: number; of?: string } = {},
  ) => {
    const { id = newId(), schedule = null, startsAt = null, of = null } = options;
    return broadcasts.open({
      id,
      workspace,
      request,
      repeatOf: of,
      schedule,
      startsAt,
      at: clock.now(),
      wall: clock.wall(),
    });
  };

  /**
   * Drops the broadcast if gathering fails, so that the author can ask for the same again. If dropping fails, too,
   * the broadcast expires.
   */
  async function gatherOrDrop(
    opened: Broadcast,
    rows: () => Promise<RowSource | Problem>,
    onProgress?: (done: number, all: number) => void,
  ): Promise<Gathered> {
    const { workspace, id, request } = opened;
    try {
      return await fixRows(deps, opened, await rows(), onProgress);
    } catch (error) {
      await broadcasts.drop(workspace, id, 'author', doing(request.by)).catch(() => null);
      throw error;
    }
  }

  return {
    ...approving,
    open,

    gather: (opened, onProgress) =>
      gatherOrDrop(
        opened,
        async () => {
          const { workspace, request } = opened;
          const problem = await senderProblem(permissionFacts, workspace, request.by, request.channel);
          return problem ?? rowsFor(opened);
        },
        onProgress,
      ),

    review,

    async start(workspace, id, by) {
      const estimate = await review(workspace, id);
      if (!estimate || estimate.broadcast.state === 'gathering' || estimate.broadcast.state === 'dropped')
        return GONE;
      const { broadcast, problem } = estimate;
      if (broadcast.request.by !== by) return { kind: 'NOT_YOURS' };
      // A second press gets the broadcast's current state.
      if (broadcast.state !== 'review') return broadcast;
      const refused =
        (await senderProblem(permissionFacts, workspace, by, broadcast.request.channel)) ?? problem;
      if (refused) return refused;
      const begun = await approving.begin(estimate, by);
      wake();
      return begun ?? (await broadcasts.one(workspace, id)) ?? GONE;
    },

    async endRuns(workspace, schedule, by) {
      const unfinished = [...(await broadcasts.drafts(workspace)), ...(await broadcasts.going())];
      for (const { id, workspace: place, schedule: ofRun, pause } of unfinished) {
        if (place !== workspace || ofRun !== schedule) continue;
        if (pause?.why === 'early') await broadcasts.cancel(workspace, id, doing(by));
        else await broadcasts.drop(workspace, id, 'author', doing(by));
      }
      wake();
    },

    async drop(workspace, id, by) {
      const broadcast = await broadcasts.one(workspace, id);
      if (broadcast?.request.by === by) await broadcasts.drop(workspace, id, 'author', doing(by));
    },

    ...controls,

    async again(workspace, id, by, uncertain) {
      const broadcast = await broadcasts.one(workspace, id);
      const author = broadcast?.request.by ?? '';
      const problem = broadcast
        ? namingAuthor(await authorProblem(permissionFacts, workspace, by, author), author)
        : GONE;
      if (!broadcast || problem) return { ok: false, problem: problem ?? GONE };
      const { repeats, next } = await repeatsOf(broadcasts, workspace, id, uncertain);
      const began: Broadcast[] = [];
      for (const repeat of repeats) {
        // A draft that can't be dropped any more has just started.
        const isDropped =
          !hasBegun(repeat) && (await broadcasts.drop(workspace, repeat.id, 'author', doing(by)));
        if (!isDropped) began.push(repeat);
      }
      // Opens the repeat before the rows are read, so that an erasure that begins meanwhile finds it.
      const request = { ...broadcast.request, by };
      const { broadcast: repeat, isNew } = await open(workspace, request, { id: next, of: id });
      // Another user asked for the same repeat at this moment.
      if (!isNew) return { ok: false, problem: GONE };
      return gatherOrDrop(repeat, async () => {
        const rows = await rowsOfRepeat({ broadcasts, makeRows }, broadcast, began, uncertain);
        return rows.all === 0 ? failure('BROADCAST_EMPTY') : rows;
      });
    },

    async unreached(workspace, id) {
      const broadcast = await broadcasts.one(workspace, id);
      if (!broadcast) return { refused: 0, cancelled: 0, uncertain: 0 };
      const { repeats } = await repeatsOf(broadcasts, workspace, id, false);
      const rows = await unreachedRows(broadcasts, broadcast, repeats.filter(hasBegun));
      const { refused, cancelled, uncertain } = rows;
      return { refused: refused.length, cancelled: cancelled.length, uncertain: uncertain.length };
    },

    one: broadcasts.one,
    of: broadcasts.of,
    drafts: broadcasts.drafts,
    rows: broadcasts.rows,
  };
}

import type { Clock } from '../kit/clock.ts';
import type { Problem } from '../kit/problem.ts';
import { authorProblem, type PermissionFacts, senderProblem } from '../texts/permissions.ts';
import type { Approving, Deciding } from './approval.ts';
import type { BroadcastRequest } from './broadcast.ts';
import type { BroadcastControls } from './controls.ts';
import type { Estimate, MakeReview } from './estimate.ts';
import { fixRows, type Gathered, type MakeRows, type RowSource, type RowsFor } from './gather.ts';
import { failure, namingAuthor } from './problem.ts';
import { repeatsOf, rowsAgain, unreachedRows } from './repeat.ts';
import type { Broadcast } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** What people do with broadcasts, wherever they do it. Who may is judged here, and refusals are values. */
export type BroadcastService = BroadcastControls &
  Deciding &
  Pick<Broadcasts, 'one' | 'of' | 'drafts' | 'rows'> & {
    /**
     * Opens a broadcast, durably: from then on it is there. Twice with the same id is one; `isNew` says whether it is this
     * one's to gather.
     */
    open(
      workspace: string,
      request: BroadcastRequest,
      given?: { id?: string; schedule?: string },
    ): Promise<{ broadcast: Broadcast; isNew: boolean }>;
    /**
     * Fixes who gets what. `onProgress` hears how far it is, about once a second; resolves when the rows are fixed, or with
     * why they can't be.
     */
    gather(opened: Broadcast, onProgress?: (done: number, all: number) => void): Promise<Gathered>;
    review(workspace: string, id: string): Promise<Estimate | null>;
    /**
     * The author says yes: it starts, or somebody is asked to approve it.
     *
     * @param approver who approved it before, as a run of its schedule; if they may no longer, somebody is asked
     */
    start(workspace: string, id: string, by: string, approver?: string): Promise<Broadcast | Problem>;
    /** Its author lets it be, before it began. */
    drop(workspace: string, id: string, by: string): Promise<void>;
    /**
     * A new broadcast (in review) for those not reached: refused or never attempted; and with `uncertain`, those too. Never
     * for somebody who is in one that was made for that before.
     */
    again(workspace: string, id: string, by: string, uncertain: boolean): Promise<Gathered>;
    /** How many rows of a broadcast reached nobody, neither by it nor by one that was made for that. */
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
  /** Called when rows may become texts, or may no longer. */
  wake: () => void;
}): BroadcastService {
  const { broadcasts, rowsFor, makeRows, review, permissionFacts, controls, approving, clock, newId, wake } =
    deps;
  const doing = (by: string) => ({ by, now: clock.now(), wall: clock.wall() });

  const open = (
    workspace: string,
    request: BroadcastRequest,
    given: { id?: string; schedule?: string; of?: string } = {},
  ) => {
    const { id = newId(), schedule = null, of = null } = given;
    return broadcasts.open({
      id,
      workspace,
      request,
      repeatOf: of,
      schedule,
      at: clock.now(),
      wall: clock.wall(),
    });
  };

  /** If it fails, it is dropped, so that the same can be asked for again. What can't even be dropped lapses. */
  async function fixed(
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
      fixed(
        opened,
        async () => {
          const { workspace, request } = opened;
          const problem = await senderProblem(permissionFacts, workspace, request.by, request.channel);
          return problem ?? rowsFor(opened);
        },
        onProgress,
      ),

    review,

    async start(workspace, id, by, approver) {
      const its = await review(workspace, id);
      if (!its || its.broadcast.state === 'gathering' || its.broadcast.state === 'dropped') return GONE;
      const { broadcast, problem } = its;
      if (broadcast.request.by !== by) return { kind: 'NOT_YOURS' };
      // Somebody who presses twice hears what it is by now.
      if (broadcast.state !== 'review') return broadcast;
      const refused =
        (await senderProblem(permissionFacts, workspace, by, broadcast.request.channel)) ?? problem;
      if (refused) return refused;
      const isApproved =
        approver !== undefined &&
        approver !== by &&
        !(await authorProblem(permissionFacts, workspace, approver, by));
      const needsApproval = its.needsApproval && !isApproved;
      const begun = await approving.begin({ ...its, needsApproval }, by);
      wake();
      return begun ?? (await broadcasts.one(workspace, id)) ?? GONE;
    },

    async drop(workspace, id, by) {
      const one = await broadcasts.one(workspace, id);
      if (one?.request.by === by) await broadcasts.drop(workspace, id, 'author', doing(by));
    },

    ...controls,

    async again(workspace, id, by, uncertain) {
      const one = await broadcasts.one(workspace, id);
      const author = one?.request.by ?? '';
      const problem = one
        ? namingAuthor(await authorProblem(permissionFacts, workspace, by, author), author)
        : GONE;
      if (!one || problem) return { ok: false, problem: problem ?? GONE };
      const { made, next } = await repeatsOf(broadcasts, workspace, id, uncertain);
      const began: Broadcast[] = [];
      for (const repeat of made) {
        // A draft that can't be dropped any more has just begun.
        const isDropped =
          !hasBegun(repeat) && (await broadcasts.drop(workspace, repeat.id, 'author', doing(by)));
        if (!isDropped) began.push(repeat);
      }
      // Opened first, so that whoever is erased from now on is taken out of it.
      const { broadcast, isNew } = await open(workspace, { ...one.request, by }, { id: next, of: id });
      // Somebody else asked for the same at this moment.
      if (!isNew) return { ok: false, problem: GONE };
      return fixed(broadcast, async () => {
        const rows = await rowsAgain({ broadcasts, makeRows }, one, began, uncertain);
        return rows.all === 0 ? failure('BROADCAST_EMPTY') : rows;
      });
    },

    async unreached(workspace, id) {
      const one = await broadcasts.one(workspace, id);
      if (!one) return { refused: 0, cancelled: 0, uncertain: 0 };
      const { made } = await repeatsOf(broadcasts, workspace, id, false);
      const rows = await unreachedRows(broadcasts, one, made.filter(hasBegun));
      const { refused, cancelled, uncertain } = rows;
      return { refused: refused.length, cancelled: cancelled.length, uncertain: uncertain.length };
    },

    one: broadcasts.one,
    of: broadcasts.of,
    drafts: broadcasts.drafts,
    rows: broadcasts.rows,
  };
}

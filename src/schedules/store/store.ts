import { type ErasedPerson, isOf, withoutPerson } from '../../contacts/store/erasure-model.ts';
import { type QuarantineKind, readOrQuarantine } from '../../kit/store/quarantine.ts';
import { deletionOf, eachPage, type Store, type Tx } from '../../kit/store/store.ts';
import { intentIdOf } from '../../texts/intent.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { type IsRecipient, type RecipientUse, useOf } from '../../texts/recipient-uses.ts';
import { insertIntent } from '../../texts/store/accept.ts';
import { isDuplicate, keepId } from '../../texts/store/model.ts';
import { newIntent } from '../../texts/store/plan.ts';
import { backInTime, changedTo, due, lookedAhead, withMissedRunSettled, withNews } from '../due.ts';
import {
  dueAt,
  intentOf,
  MAX_SCHEDULES,
  nextOpenRun,
  type OpenDays,
  type PlannedRun,
  runAt,
  runId,
  runOf,
  type Schedule,
  type Scheduled,
  type ScheduleNews,
  scheduledRecipients,
  shownRun,
  type When,
} from '../schedule.ts';
import { isOver, SCHEDULES, type UnreadableSchedule } from './model.ts';

/** Limit of one reading; more schedules than a workspace may have. */
const MAX_LISTED = 10_000;

/**
 * The store of schedules. All times are times of day, because a schedule follows the wall clock. A schedule with
 * no run, question or notice left is deleted. Null results: the workspace has no such schedule, or it has moved on
 * meanwhile.
 */
export function createSchedules(store: Store) {
  /** Changes a schedule of the workspace; null if that isn't possible any more. */
  const change = (
    workspace: string,
    id: string,
    to: (before: Schedule, tx: Tx) => Schedule | null,
  ): Promise<Schedule | null> =>
    store.transaction(tx => {
      const before = tx.get(SCHEDULES, id);
      const after = before?.workspace === workspace ? to(before, tx) : null;
      if (after) keep(tx, after);
      return after;
    });

  return {
    /**
     * Adds a schedule. Its first run is next even if it has passed by now: it was ahead when the user submitted
     * it, and is sent or asked about like any late run. `duplicate`: its idempotency key exists (among those of
     * intents, too), and nothing changed. `full`: the workspace has as many as it may.
     */
    make: (
      request: {
        id: string;
        workspace: string;
        by: string;
        idempotencyKey: string;
        content: Scheduled;
        when: When;
      },
      wall: number,
      now: number,
    ) => store.transaction(tx => add(tx, request, wall, now)),

    /** Changes content and times from the next run on; see `changedTo`. */
    change: (workspace: string, id: string, to: { content: Scheduled; when: When }, wall: number) =>
      change(workspace, id, before => changedTo(before, to, wall)),

    /** Skips the next run that isn't on a day off, if it is the one planned for `local`. */
    skip: (workspace: string, id: string, local: string, days: OpenDays) =>
      change(workspace, id, before => {
        const { run } = nextOpenRun(before, days);
        return run?.local === local ? { ...before, next: runAt(before.when, run.index + 1, days) } : null;
      }),

    /** Ends a schedule. A run in progress doesn't start its broadcast. */
    cancel: (workspace: string, id: string) =>
      change(workspace, id, before => ({
        ...before,
        next: null,
        missedRun: null,
        runInProgress: null,
        notices: [],
      })),

    /** Ends a due schedule whose author is deactivated, and notifies admins. */
    stop: (workspace: string, id: string, wall: number) =>
      change(workspace, id, ({ next, ...before }) =>
        next && next.at <= wall
          ? { ...before, next: null, missedRun: null, notices: [{ kind: 'stopped', local: next.local }] }
          : null,
      ),

    /** Sends or skips a missed run. */
    answer: (workspace: string, id: string, local: string, answer: 'send' | 'skip', now: number) =>
      change(workspace, id, (before, tx) => {
        if (before.missedRun?.local !== local) return null;
        const { from: _from, ...run } = before.missedRun;
        const decided = withMissedRunSettled(before);
        return answer === 'send' ? begin(tx, decided, run, now) : decided;
      }),

    one: (workspace: string, id: string) =>
      store.read(tx => {
        const schedule = tx.get(SCHEDULES, id);
        return schedule?.workspace === workspace ? schedule : null;
      }),

    /** All readable schedules of a workspace, the next to run first. */
    of: (workspace: string) =>
      store.read(tx =>
        tx.readable(SCHEDULES, { index: SCHEDULES.index('byWorkspace', workspace), limit: MAX_LISTED }),
      ),

    /**
     * Due schedules. Quarantines unreadable ones, and first restores runs that only looked missed. `now`: on the time
     * line.
     */
    due: (wall: number, now: number, limit: number) =>
      store.transaction(tx => {
        const forward = { index: SCHEDULES.index('late'), from: wall + 1, limit };
        for (const schedule of tx.readable(SCHEDULES, forward)) {
          const back = backInTime(schedule, wall);
          if (back) tx.put(SCHEDULES, back);
        }
        const unreadable: UnreadableSchedule[] = [];
        const records = readOrQuarantine(
          tx,
          SCHEDULE_KIND,
          { index: SCHEDULES.index('due'), to: wall, limit },
          { now, moved: (id, body) => unreadable.push({ id, ...authorIn(body) }) },
        );
        return { due: records.filter(record => (dueAt(record) ?? wall + 1) <= wall), unreadable };
      }),

    /**
     * When the next schedule is due (a time of day; null: none is planned). `more`: there are runs to make or
     * notices to send.
     */
    coming: () =>
      store.read(tx => {
        const [due, todo] = tx.firsts([SCHEDULES.index('due'), SCHEDULES.index('todo')]);
        return { next: due?.score ?? null, more: todo != null };
      }),

    /**
     * Advances a due schedule and begins its run in one transaction: once a run, even if processes compete or a
     * clock is set. A text's intent is stored then; a broadcast is in progress.
     *
     * @param lateMs a run that is later than this waits for its author's decision
     */
    run: (
      id: string,
      { wall, now, lateMs, days }: { wall: number; now: number; lateMs: number; days: OpenDays },
    ) =>
      store.transaction((tx): 'began' | 'late' | 'day_off' | null => {
        const [before] = tx.readable(SCHEDULES, [id]);
        const outcome = before ? due(before, wall, lateMs, days) : null;
        if (!outcome) return null;
        const { schedule, did } = outcome;
        keep(tx, did === 'began' ? begin(tx, schedule, outcome.run, now) : schedule);
        return did;
      }),

    /**
     * Looks at a broadcast's run ahead of its time (see `lookedAhead`): true if it is in progress now, so that a second person can
     * be asked. Null if it isn't time for that.
     */
    lookAhead: (id: string, { wall, asks, days }: { wall: number; asks: boolean; days: OpenDays }) =>
      store.transaction(tx => {
        const [before] = tx.readable(SCHEDULES, [id]);
        const outcome = before ? lookedAhead(before, wall, asks, days) : null;
        if (!outcome) return null;
        const { schedule, run } = outcome;
        tx.put(SCHEDULES, run ? inProgress(schedule, run) : schedule);
        return run !== null;
      }),

    /** Leaves the run in progress for its time: nobody has to approve it, or it can't go as it is now. */
    putBack: (id: string, broadcast: string) =>
      store.transaction(tx => {
        const schedule = makingOf(tx, id, broadcast);
        if (!schedule) return;
        const { index, local, at } = schedule.runInProgress;
        tx.put(SCHEDULES, { ...schedule, next: { index, local, at }, runInProgress: null });
      }),

    /**
     * Broadcasts' runs that this process makes: its own, and those of dead processes. Completing rows takes many
     * transactions, so each of the next methods changes nothing if the broadcast is no longer the run in progress.
     */
    runInProgress: (limit: number) =>
      store.transaction(tx => {
        const mine: Schedule[] = [];
        for (const schedule of tx.readable(SCHEDULES, {
          index: SCHEDULES.index('todo'),
          limit: MAX_LISTED,
        })) {
          if (!schedule.runInProgress || mine.length === limit) continue;
          const { owner } = schedule.runInProgress;
          if (owner !== store.owner && store.isAlive(tx, owner)) continue;
          const claimed = { ...schedule, runInProgress: { ...schedule.runInProgress, owner: store.owner } };
          if (owner !== store.owner) tx.put(SCHEDULES, claimed);
          mine.push(claimed);
        }
        return mine;
      }),

    /** Starts again with another broadcast id, because the rows are incomplete. */
    regather: (id: string, broadcast: string) =>
      store.transaction(tx => {
        const schedule = makingOf(tx, id, broadcast);
        if (schedule)
          tx.put(SCHEDULES, {
            ...schedule,
            runInProgress: { ...schedule.runInProgress, broadcast: `${broadcast}x` },
          });
      }),

    /** Records that all rows are complete. False: another process has made the run, so this broadcast must not start. */
    gathered: (id: string, broadcast: string) =>
      store.transaction(tx => {
        const schedule = makingOf(tx, id, broadcast);
        if (schedule)
          tx.put(SCHEDULES, { ...schedule, runInProgress: { ...schedule.runInProgress, isGathered: true } });
        return schedule !== null;
      }),

    /** Records that the run was made, or can't be. `texts`: how many it has; null if it can't be made. */
    made: (
      id: string,
      broadcast: string,
      { texts, news }: { texts: number | null; news: ScheduleNews | null },
    ) =>
      store.transaction(tx => {
        const schedule = makingOf(tx, id, broadcast);
        if (!schedule) return;
        const content =
          texts !== null && schedule.content.kind === 'broadcast'
            ? { ...schedule.content, texts }
            : schedule.content;
        const done: Schedule = { ...schedule, content, runInProgress: null };
        keep(tx, news ? withNews(done, news) : done);
      }),

    /** Schedules with notices to send. */
    withNews: (limit: number) =>
      store.read(tx => {
        const todo = tx.readable(SCHEDULES, { index: SCHEDULES.index('todo'), limit: MAX_LISTED });
        return todo.filter(({ notices }) => notices.length > 0).slice(0, limit);
      }),

    noticeDelivered: (id: string, delivered: ScheduleNews) =>
      store.transaction(tx => {
        const before = tx.get(SCHEDULES, id);
        if (!before) return;
        const news = before.notices.filter(
          ({ kind, local }) => kind !== delivered.kind || local !== delivered.local,
        );
        keep(tx, { ...before, notices: news });
      }),

    /** The schedules with a next or missed run that text a recipient whom `isIt` accepts. */
    async uses(workspace: string, isIt: IsRecipient): Promise<RecipientUse[]> {
      const index = SCHEDULES.index('byWorkspace', workspace);
      const all = await store.read(tx => tx.readable(SCHEDULES, { index, limit: MAX_LISTED }));
      return all.flatMap(({ content, by, next, missedRun }) =>
        next || missedRun
          ? (useOf({ kind: 'schedule', name: '', by }, scheduledRecipients(content), isIt) ?? [])
          : [],
      );
    },

    /** Erases a person from recipients and contents. A schedule that was only for them ends. */
    async erase(workspace: string, person: ErasedPerson) {
      await eachPage(
        store,
        { index: SCHEDULES.index('byWorkspace', workspace) },
        MAX_LISTED,
        async entries => {
          for (const { id } of entries) await store.transaction(tx => eraseFrom(tx, id, person));
        },
      );
    },
  };

  function inProgress(schedule: Schedule, run: PlannedRun): Schedule {
    const broadcast = runId(schedule.id, run.local);
    return { ...schedule, runInProgress: { ...run, broadcast, isGathered: false, owner: store.owner } };
  }

  /** Begins a run, in the transaction that advances its schedule. */
  function begin(tx: Tx, schedule: Schedule, run: PlannedRun, now: number): Schedule {
    const intent = intentOf(schedule, run.local, now);
    if (!intent) return inProgress(schedule, run);
    insertIntent(tx, newIntent(intent, { dueAt: now, leasedBy: null }));
    return schedule;
  }
}

export type Schedules = ReturnType<typeof createSchedules>;

/** The schedule; null if the broadcast isn't its run in progress. */
function makingOf(
  tx: Tx,
  id: string,
  broadcast: string,
): (Schedule & { runInProgress: NonNullable<Schedule['runInProgress']> }) | null {
  const [schedule] = tx.readable(SCHEDULES, [id]);
  const runInProgress = schedule?.runInProgress;
  return schedule && runInProgress?.broadcast === broadcast ? { ...schedule, runInProgress } : null;
}

function add(
  tx: Tx,
  { idempotencyKey, ...request }: Parameters<Schedules['make']>[0],
  wall: number,
  now: number,
): Schedule | 'duplicate' | 'full' {
  const { workspace, when } = request;
  const key = intentIdOf({ workspace, idempotencyKey });
  if (isDuplicate(tx, key)) return 'duplicate';
  if (tx.count(SCHEDULES.index('byWorkspace', workspace)) >= MAX_SCHEDULES) return 'full';
  keepId(tx, { id: key, workspace, createdAt: now });
  const schedule = {
    ...request,
    next: runOf(when, 0),
    missedRun: null,
    runInProgress: null,
    lookedAhead: null,
    notices: [],
    madeAt: wall,
  };
  tx.insert(SCHEDULES, schedule);
  return schedule;
}

/** Stores the schedule, or deletes it if it has nothing left to do. */
function keep(tx: Tx, schedule: Schedule): void {
  if (isOver(schedule)) tx.delete(SCHEDULES, schedule.id);
  else tx.put(SCHEDULES, schedule);
}

function eraseFrom(tx: Tx, id: string, person: ErasedPerson): void {
  const [before] = tx.readable(SCHEDULES, [id]);
  if (!before || !isOf(person, before.content)) return;
  const to = scheduledRecipients(before.content).filter(recipient => !isOf(person, recipient));
  if (to.length > 0) {
    keep(tx, { ...before, content: withoutPerson(person, withRecipients(before.content, to)) });
    return;
  }
  const { local } = shownRun(before);
  const over = { ...before, content: withoutPerson(person, before.content), next: null, missedRun: null };
  keep(tx, withNews({ ...over, notices: [] }, { kind: 'forgotten', local }));
}

const withRecipients = (content: Scheduled, to: Recipient[]): Scheduled =>
  content.kind === 'text' ? { ...content, to } : { ...content, request: { ...content.request, to } };

export const SCHEDULE_KIND: QuarantineKind<Schedule> = {
  name: 'schedule',
  effect: 'a scheduled text or broadcast; it doesn’t run',
  table: SCHEDULES,
};

function authorIn(body: string): { workspace: string | null; by: string | null } {
  const fieldIn = (name: string): string | null =>
    new RegExp(`"${name}":"([^"\\\\]*)"`).exec(body)?.[1] ?? null;
  return { workspace: fieldIn('workspace'), by: fieldIn('by') };
}

export const removeSchedules = deletionOf(SCHEDULES);

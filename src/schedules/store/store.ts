import { isDeepStrictEqual } from 'node:util';
import { type ErasedPerson, isOf, withoutPerson } from '../../contacts/store/erasure-model.ts';
import { type QuarantineKind, readOrQuarantine } from '../../kit/store/quarantine.ts';
import { deletionOf, eachPage, type Store, type Tx } from '../../kit/store/store.ts';
import { intentIdOf } from '../../texts/intent.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { type IsRecipient, type RecipientUse, useOf } from '../../texts/recipient-uses.ts';
import { insertIntent } from '../../texts/store/accept.ts';
import { isDuplicate, keepId } from '../../texts/store/model.ts';
import { newIntent } from '../../texts/store/plan.ts';
import {
  intentOf,
  type KeptRequest,
  MAX_SCHEDULES,
  runId,
  runOf,
  type Schedule,
  type Scheduled,
  type ScheduleNews,
  type When,
} from '../schedule.ts';
import {
  answered,
  backInTime,
  changedTo,
  due,
  isOver,
  SCHEDULES,
  type UnreadableSchedule,
  withNews,
} from './model.ts';

/** More than a workspace may have. */
const MANY = 10_000;

/**
 * What is to be sent later. Times are times of day: a schedule follows the clock on the wall. One of which nothing is to
 * come, and of which nobody is to be told anything, is deleted. Null: there is no such schedule in this workspace, or it
 * has moved on meanwhile.
 */
export function createSchedules(store: Store) {
  /** Something somebody does with one of their workspace's; null: that isn't possible any more. Returns what it is now. */
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
     * A new one. Its first run is its next, even if it has passed by now: it was to come when it was asked for, and what is late goes
     * or is asked about like any other. `duplicate`: its identity was already there (among those of intents
     * too), and nothing changed. `full`: the workspace has as many as it may.
     */
    make: (
      one: { id: string; workspace: string; by: string; idempotencyKey: string; what: Scheduled; when: When },
      wall: number,
      now: number,
    ) => store.transaction(tx => add(tx, one, wall, now)),

    /** Something else, or at other times, from its next run on; see `changedTo`. */
    change: (workspace: string, id: string, to: { what: Scheduled; when: When }, wall: number) =>
      change(workspace, id, before => changedTo(before, to, wall)),

    /** Its next run, which must be the one planned for `local`, won't be. */
    skip: (workspace: string, id: string, local: string) =>
      change(workspace, id, before =>
        before.next?.local === local ? { ...before, next: runOf(before.when, before.next.index + 1) } : null,
      ),

    /** Nothing more comes of it, nor of a run that is still being made: its broadcast doesn't start. */
    cancel: (workspace: string, id: string) =>
      change(workspace, id, before => ({
        ...before,
        next: null,
        missedRun: null,
        runInProgress: null,
        notices: [],
      })),

    /** Its author is gone: what was due at this time of day doesn't go, and nothing more comes. Admins are to be told. */
    stop: (workspace: string, id: string, wall: number) =>
      change(workspace, id, ({ next, ...before }) =>
        next && next.at <= wall
          ? { ...before, next: null, missedRun: null, notices: [{ kind: 'stopped', local: next.local }] }
          : null,
      ),

    /** A run that was too late goes now, or never. */
    answer: (workspace: string, id: string, local: string, answer: 'send' | 'skip', now: number) =>
      change(workspace, id, (before, tx) => {
        if (before.missedRun?.local !== local) return null;
        const decided = answered(before);
        return answer === 'send' ? begin(tx, decided, local, now) : decided;
      }),

    one: (workspace: string, id: string) =>
      store.read(tx => {
        const one = tx.get(SCHEDULES, id);
        return one?.workspace === workspace ? one : null;
      }),

    /** All of a workspace that can be read, the next to run first. */
    of: (workspace: string) =>
      store.read(tx =>
        tx.readable(SCHEDULES, { index: SCHEDULES.index('byWorkspace', workspace), limit: MANY }),
      ),

    /** Those whose time has come; those that can't be read are quarantined. `now`: on the time line. */
    due: (wall: number, now: number, limit: number) =>
      store.transaction(tx => {
        const forward = { index: SCHEDULES.index('late'), from: wall + 1, limit };
        for (const one of tx.readable(SCHEDULES, forward)) {
          const back = backInTime(one, wall);
          if (back) tx.put(SCHEDULES, back);
        }
        const unreadable: UnreadableSchedule[] = [];
        const records = readOrQuarantine(
          tx,
          SCHEDULE_KIND,
          { index: SCHEDULES.index('due'), to: wall, limit },
          { now, moved: (id, body) => unreadable.push({ id, ...authorIn(body) }) },
        );
        return { due: records.filter(({ next }) => next && next.at <= wall), unreadable };
      }),

    /**
     * When the next one is due (time of day), if anything is to come; `more`: there are runs to be made, or people to be told
     * something.
     */
    coming: () =>
      store.read(tx => {
        const [due, todo] = tx.firsts([SCHEDULES.index('due'), SCHEDULES.index('todo')]);
        return { next: due?.score ?? null, more: todo != null };
      }),

    /**
     * Moves a due one on and begins its run, in one step: once for each run, whoever asks how often, and wherever the clock
     * is set. A text's intent is then there; a broadcast is then to be made.
     *
     * @param lateMs later than this, its author is asked instead
     */
    run: (id: string, { wall, now, lateMs }: { wall: number; now: number; lateMs: number }) =>
      store.transaction((tx): 'began' | 'late' | null => {
        const [before] = tx.readable(SCHEDULES, [id]);
        const what = before ? due(before, wall, lateMs) : null;
        if (!what) return null;
        keep(tx, what.run ? begin(tx, what.schedule, what.run.local, now) : what.schedule);
        return what.run ? 'began' : 'late';
      }),

    /**
     * Broadcasts' runs that this process is to make: those that it began, and those of processes that are gone. Fixing rows
     * takes many steps, so each of these says whether it may go on.
     */
    runInProgress: (limit: number) =>
      store.transaction(tx => {
        const mine: Schedule[] = [];
        for (const one of tx.readable(SCHEDULES, { index: SCHEDULES.index('todo'), limit: MANY })) {
          if (!one.runInProgress || mine.length === limit) continue;
          const { owner } = one.runInProgress;
          if (owner !== store.owner && store.isAlive(tx, owner)) continue;
          const taken = { ...one, runInProgress: { ...one.runInProgress, owner: store.owner } };
          if (owner !== store.owner) tx.put(SCHEDULES, taken);
          mine.push(taken);
        }
        return mine;
      }),

    /** Its rows were only fixed in part: they are fixed anew, for a broadcast with another id. */
    anew: (id: string, broadcast: string) =>
      store.transaction(tx => {
        const one = makingOf(tx, id, broadcast);
        if (one)
          tx.put(SCHEDULES, { ...one, runInProgress: { ...one.runInProgress, broadcast: `${broadcast}x` } });
      }),

    /** All rows are fixed. False: another process has made the run meanwhile, and this broadcast isn't to start. */
    gathered: (id: string, broadcast: string) =>
      store.transaction(tx => {
        const one = makingOf(tx, id, broadcast);
        if (one) tx.put(SCHEDULES, { ...one, runInProgress: { ...one.runInProgress, isGathered: true } });
        return one !== null;
      }),

    /** The run was made, or can't be. `texts`: how many it came to; null: it can't be. */
    made: (
      id: string,
      broadcast: string,
      { texts, news }: { texts: number | null; news: ScheduleNews | null },
    ) =>
      store.transaction(tx => {
        const one = makingOf(tx, id, broadcast);
        if (!one) return;
        const what = texts !== null && one.what.kind === 'broadcast' ? { ...one.what, texts } : one.what;
        const done: Schedule = { ...one, what, runInProgress: null };
        keep(tx, news ? withNews(done, news) : done);
      }),

    /** Somebody approved one of its runs, if it is still what it was then. */
    approved: (workspace: string, id: string, request: KeptRequest, by: string, texts: number) =>
      store.transaction(tx => {
        const [one] = tx.readable(SCHEDULES, [id]);
        if (one?.workspace !== workspace || one.what.kind !== 'broadcast') return;
        if (isDeepStrictEqual(one.what.request, request))
          tx.put(SCHEDULES, { ...one, approval: { by, texts } });
      }),

    /** Those whose authors are to be told something. */
    withNews: (limit: number) =>
      store.read(tx => {
        const todo = tx.readable(SCHEDULES, { index: SCHEDULES.index('todo'), limit: MANY });
        return todo.filter(({ notices }) => notices.length > 0).slice(0, limit);
      }),

    newsTold: (id: string, told: ScheduleNews) =>
      store.transaction(tx => {
        const before = tx.get(SCHEDULES, id);
        if (!before) return;
        const news = before.notices.filter(({ kind, local }) => kind !== told.kind || local !== told.local);
        keep(tx, { ...before, notices: news });
      }),

    /** The schedules that text these recipients; one of which nothing is to come texts nobody. */
    async uses(workspace: string, isIt: IsRecipient): Promise<RecipientUse[]> {
      const index = SCHEDULES.index('byWorkspace', workspace);
      const all = await store.read(tx => tx.readable(SCHEDULES, { index, limit: MANY }));
      return all.flatMap(({ what, by, next, missedRun }) =>
        next || missedRun ? (useOf({ kind: 'schedule', name: '', by }, recipientsOf(what), isIt) ?? []) : [],
      );
    },

    /** Removes this person: from whom it goes to, and from what it says. What was only for them is over. */
    async forget(workspace: string, who: ErasedPerson) {
      await eachPage(store, { index: SCHEDULES.index('byWorkspace', workspace) }, MANY, async entries => {
        for (const { id } of entries) await store.transaction(tx => eraseFrom(tx, id, who));
      });
    },
  };

  /** The run begins: as part of the step that moves its schedule on. */
  function begin(tx: Tx, schedule: Schedule, local: string, now: number): Schedule {
    const intent = intentOf(schedule, local, now);
    if (!intent)
      return {
        ...schedule,
        runInProgress: { local, broadcast: runId(schedule.id, local), isGathered: false, owner: store.owner },
      };
    insertIntent(tx, newIntent(intent, { dueAt: now, leasedBy: null }));
    return schedule;
  }
}

export type Schedules = ReturnType<typeof createSchedules>;

/** Null: that broadcast is not what makes its run, or no longer. */
function makingOf(
  tx: Tx,
  id: string,
  broadcast: string,
): (Schedule & { runInProgress: NonNullable<Schedule['runInProgress']> }) | null {
  const [one] = tx.readable(SCHEDULES, [id]);
  const runInProgress = one?.runInProgress;
  return one && runInProgress?.broadcast === broadcast ? { ...one, runInProgress } : null;
}

function add(
  tx: Tx,
  { idempotencyKey, ...one }: Parameters<Schedules['make']>[0],
  wall: number,
  now: number,
): Schedule | 'duplicate' | 'full' {
  const { workspace, when } = one;
  const key = intentIdOf({ workspace, idempotencyKey });
  if (isDuplicate(tx, key)) return 'duplicate';
  if (tx.count(SCHEDULES.index('byWorkspace', workspace)) >= MAX_SCHEDULES) return 'full';
  keepId(tx, { id: key, workspace, createdAt: now });
  const made = {
    ...one,
    next: runOf(when, 0),
    missedRun: null,
    runInProgress: null,
    approval: null,
    notices: [],
    madeAt: wall,
  };
  tx.insert(SCHEDULES, made);
  return made;
}

/** Writes it, or deletes it if nothing is left of it. */
function keep(tx: Tx, schedule: Schedule): void {
  if (isOver(schedule)) tx.delete(SCHEDULES, schedule.id);
  else tx.put(SCHEDULES, schedule);
}

function eraseFrom(tx: Tx, id: string, who: ErasedPerson): void {
  const [before] = tx.readable(SCHEDULES, [id]);
  if (!before || !isOf(who, before.what)) return;
  const to = recipientsOf(before.what).filter(one => !isOf(who, one));
  if (to.length > 0) {
    keep(tx, { ...before, what: withoutPerson(who, withRecipients(before.what, to)) });
    return;
  }
  const local = before.next?.local ?? before.missedRun?.local ?? before.when.start;
  const over = { ...before, what: withoutPerson(who, before.what), next: null, missedRun: null };
  keep(tx, withNews({ ...over, notices: [] }, { kind: 'forgotten', local }));
}

const recipientsOf = (what: Scheduled): Recipient[] => (what.kind === 'text' ? what.to : what.request.to);

const withRecipients = (what: Scheduled, to: Recipient[]): Scheduled =>
  what.kind === 'text' ? { ...what, to } : { ...what, request: { ...what.request, to } };

export const SCHEDULE_KIND: QuarantineKind<Schedule> = {
  name: 'schedule',
  effect: 'a scheduled text or broadcast; it doesn’t run',
  table: SCHEDULES,
};

function authorIn(body: string): { workspace: string | null; by: string | null } {
  const said = (name: string): string | null => new RegExp(`"${name}":"([^"\\\\]*)"`).exec(body)?.[1] ?? null;
  return { workspace: said('workspace'), by: said('by') };
}

/** What a workspace has scheduled. */
export const removeSchedules = deletionOf(SCHEDULES);

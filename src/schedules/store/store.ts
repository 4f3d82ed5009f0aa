import { isDeepStrictEqual } from 'node:util';
import { type ErasedPerson, isOf, withoutPerson } from '../../contacts/store/erasure-model.ts';
import {
  moveToQuarantine,
  type QuarantineTable,
  quarantineTable,
  type Unreadable,
} from '../../kit/store/quarantine.ts';
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
const MAX_LISTED = 10_000;

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

    /** Something else, or at other times, from its next run on; see `changedTo`. */
    change: (workspace: string, id: string, to: { content: Scheduled; when: When }, wall: number) =>
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
        const schedule = tx.get(SCHEDULES, id);
        return schedule?.workspace === workspace ? schedule : null;
      }),

    /** All of a workspace that can be read, the next to run first. */
    of: (workspace: string) =>
      store.read(tx =>
        tx.readable(SCHEDULES, { index: SCHEDULES.index('byWorkspace', workspace), limit: MAX_LISTED }),
      ),

    /** Those whose time has come; those that can't be read are quarantined. `now`: on the time line. */
    due: (wall: number, now: number, limit: number) =>
      store.transaction(tx => {
        const forward = { index: SCHEDULES.index('late'), from: wall + 1, limit };
        for (const schedule of tx.readable(SCHEDULES, forward)) {
          const back = backInTime(schedule, wall);
          if (back) tx.put(SCHEDULES, back);
        }
        const index = SCHEDULES.index('due');
        const { records, unreadable, missing } = tx.tryRead(SCHEDULES, { index, to: wall, limit });
        for (const entry of missing) tx.removeEntry(index, entry);
        return {
          due: records.filter(({ next }) => next && next.at <= wall),
          unreadable: unreadable.map(entry => setScheduleAside(tx, { index: index, ...entry }, now)),
        };
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
        const outcome = before ? due(before, wall, lateMs) : null;
        if (!outcome) return null;
        keep(tx, outcome.run ? begin(tx, outcome.schedule, outcome.run.local, now) : outcome.schedule);
        return outcome.run ? 'began' : 'late';
      }),

    /**
     * Broadcasts' runs that this process is to make: those that it began, and those of processes that are gone. Fixing rows
     * takes many steps, so each of these says whether it may go on.
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

    /** Its rows were only fixed in part: they are fixed anew, for a broadcast with another id. */
    anew: (id: string, broadcast: string) =>
      store.transaction(tx => {
        const schedule = makingOf(tx, id, broadcast);
        if (schedule)
          tx.put(SCHEDULES, {
            ...schedule,
            runInProgress: { ...schedule.runInProgress, broadcast: `${broadcast}x` },
          });
      }),

    /** All rows are fixed. False: another process has made the run meanwhile, and this broadcast isn't to start. */
    gathered: (id: string, broadcast: string) =>
      store.transaction(tx => {
        const schedule = makingOf(tx, id, broadcast);
        if (schedule)
          tx.put(SCHEDULES, { ...schedule, runInProgress: { ...schedule.runInProgress, isGathered: true } });
        return schedule !== null;
      }),

    /** The run was made, or can't be. `texts`: how many it came to; null: it can't be. */
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
        const done: Schedule = { ...schedule, content: content, runInProgress: null };
        keep(tx, news ? withNews(done, news) : done);
      }),

    /** Somebody approved one of its runs, if it is still what it was then. */
    approved: (workspace: string, id: string, request: KeptRequest, by: string, texts: number) =>
      store.transaction(tx => {
        const [schedule] = tx.readable(SCHEDULES, [id]);
        if (schedule?.workspace !== workspace || schedule.content.kind !== 'broadcast') return;
        if (isDeepStrictEqual(schedule.content.request, request))
          tx.put(SCHEDULES, { ...schedule, approval: { by, texts } });
      }),

    /** Those whose authors are to be told something. */
    withNews: (limit: number) =>
      store.read(tx => {
        const todo = tx.readable(SCHEDULES, { index: SCHEDULES.index('todo'), limit: MAX_LISTED });
        return todo.filter(({ notices }) => notices.length > 0).slice(0, limit);
      }),

    newsTold: (id: string, delivered: ScheduleNews) =>
      store.transaction(tx => {
        const before = tx.get(SCHEDULES, id);
        if (!before) return;
        const news = before.notices.filter(
          ({ kind, local }) => kind !== delivered.kind || local !== delivered.local,
        );
        keep(tx, { ...before, notices: news });
      }),

    /** The schedules that text these recipients; one of which nothing is to come texts nobody. */
    async uses(workspace: string, isIt: IsRecipient): Promise<RecipientUse[]> {
      const index = SCHEDULES.index('byWorkspace', workspace);
      const all = await store.read(tx => tx.readable(SCHEDULES, { index, limit: MAX_LISTED }));
      return all.flatMap(({ content, by, next, missedRun }) =>
        next || missedRun
          ? (useOf({ kind: 'schedule', name: '', by }, recipientsOf(content), isIt) ?? [])
          : [],
      );
    },

    /** Removes this person: from whom it goes to, and from what it says. What was only for them is over. */
    async forget(workspace: string, person: ErasedPerson) {
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
    approval: null,
    notices: [],
    madeAt: wall,
  };
  tx.insert(SCHEDULES, schedule);
  return schedule;
}

/** Writes it, or deletes it if nothing is left of it. */
function keep(tx: Tx, schedule: Schedule): void {
  if (isOver(schedule)) tx.delete(SCHEDULES, schedule.id);
  else tx.put(SCHEDULES, schedule);
}

function eraseFrom(tx: Tx, id: string, person: ErasedPerson): void {
  const [before] = tx.readable(SCHEDULES, [id]);
  if (!before || !isOf(person, before.content)) return;
  const to = recipientsOf(before.content).filter(recipient => !isOf(person, recipient));
  if (to.length > 0) {
    keep(tx, { ...before, content: withoutPerson(person, withRecipients(before.content, to)) });
    return;
  }
  const local = before.next?.local ?? before.missedRun?.local ?? before.when.start;
  const over = { ...before, content: withoutPerson(person, before.content), next: null, missedRun: null };
  keep(tx, withNews({ ...over, notices: [] }, { kind: 'forgotten', local }));
}

const recipientsOf = (content: Scheduled): Recipient[] =>
  content.kind === 'text' ? content.to : content.request.to;

const withRecipients = (content: Scheduled, to: Recipient[]): Scheduled =>
  content.kind === 'text' ? { ...content, to } : { ...content, request: { ...content.request, to } };

/** Sets a schedule aside whose time has come and that can't be read. */
function setScheduleAside(tx: Tx, entry: Unreadable, now: number): UnreadableSchedule {
  const body = moveToQuarantine(tx, 'schedule', SCHEDULES, entry, now);
  const { workspace, by } = authorIn(body);
  return { id: entry.id, workspace, by };
}

/** What follows when a schedule can be read again: it has its place, so nothing. */
export const scheduleAside: QuarantineTable = quarantineTable(SCHEDULES);

function authorIn(body: string): { workspace: string | null; by: string | null } {
  const fieldIn = (name: string): string | null =>
    new RegExp(`"${name}":"([^"\\\\]*)"`).exec(body)?.[1] ?? null;
  return { workspace: fieldIn('workspace'), by: fieldIn('by') };
}

/** What a workspace has scheduled. */
export const removeSchedules = deletionOf(SCHEDULES);

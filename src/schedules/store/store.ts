import { isDeepStrictEqual } from 'node:util';
import { type Forgotten, isOf, withoutPerson } from '../../contacts/store/forgetting-model.ts';
import { type AsideTable, asideTable, putAside, type Unreadable } from '../../kit/store/aside.ts';
import { eachPage, removalOf, type Store, type Tx } from '../../kit/store/store.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { insertIntent, newIntent } from '../../texts/store/accept.ts';
import { IDENTITIES, identityOf } from '../../texts/store/model.ts';
import {
  intentOf,
  MAX_SCHEDULES,
  nextRun,
  runId,
  runOf,
  type Schedule,
  type Scheduled,
} from '../schedule.ts';
import {
  backInTime,
  due,
  isOver,
  SCHEDULE_LISTS,
  SCHEDULES,
  type Schedules,
  type UnreadableSchedule,
  withNews,
} from './model.ts';

/** More than a workspace may have. */
const MANY = 10_000;

export function createSchedules(store: Store): Schedules {
  /** Something somebody does with one of their workspace's; null: that isn't possible any more. Returns what it is now. */
  const change = (
    workspace: string,
    id: string,
    to: (before: Schedule, tx: Tx) => Schedule | null,
  ): Promise<Schedule | null> =>
    store.change(tx => {
      const before = tx.get(SCHEDULES, id);
      const after = before?.workspace === workspace ? to(before, tx) : null;
      if (after) keep(tx, after);
      return after;
    });

  return {
    make: (one, wall, now) => store.change(tx => add(tx, one, wall, now)),

    change: (workspace, id, { what, when }, wall) =>
      change(workspace, id, before => ({
        ...answered(before),
        ...{ what, when, approval: null, next: nextRun(when, wall) },
      })),

    skip: (workspace, id, local) =>
      change(workspace, id, before =>
        before.next?.local === local ? { ...before, next: runOf(before.when, before.next.index + 1) } : null,
      ),

    cancel: (workspace, id) =>
      change(workspace, id, before => ({ ...before, next: null, late: null, news: [] })),

    answer: (workspace, id, local, answer, now) =>
      change(workspace, id, (before, tx) => {
        if (before.late?.local !== local) return null;
        const decided = answered(before);
        return answer === 'send' ? begin(tx, decided, local, now) : decided;
      }),

    one: (workspace, id) =>
      store.read(tx => {
        const one = tx.get(SCHEDULES, id);
        return one?.workspace === workspace ? one : null;
      }),

    of: workspace =>
      store.read(tx => tx.readable(SCHEDULES, { list: SCHEDULE_LISTS.of(workspace), limit: MANY })),

    due: (wall, now, limit) =>
      store.change(tx => {
        const forward = { list: SCHEDULE_LISTS.late, from: wall + 1, limit };
        for (const one of tx.readable(SCHEDULES, forward)) {
          const back = backInTime(one, wall);
          if (back) tx.put(SCHEDULES, back);
        }
        const list = SCHEDULE_LISTS.due;
        const { records, unreadable, gone } = tx.look(SCHEDULES, { list, to: wall, limit });
        for (const entry of gone) tx.leave(list, entry);
        return {
          due: records.filter(({ next }) => next && next.at <= wall),
          unreadable: unreadable.map(one => setScheduleAside(tx, { list, ...one }, now)),
        };
      }),

    coming: () =>
      store.read(tx => {
        const [due, todo] = tx.firsts([SCHEDULE_LISTS.due, SCHEDULE_LISTS.todo]);
        return { next: due?.score ?? null, more: todo != null };
      }),

    run: (id, { wall, now, lateMs }) =>
      store.change((tx): 'began' | 'late' | null => {
        const [before] = tx.readable(SCHEDULES, [id]);
        const what = before ? due(before, wall, lateMs) : null;
        if (!what) return null;
        keep(tx, what.run ? begin(tx, what.schedule, what.run.local, now) : what.schedule);
        return what.run ? 'began' : 'late';
      }),

    making: limit =>
      store.change(tx => {
        const mine: Schedule[] = [];
        for (const one of tx.readable(SCHEDULES, { list: SCHEDULE_LISTS.todo, limit: MANY })) {
          if (!one.making || mine.length === limit) continue;
          const { owner } = one.making;
          if (owner !== store.owner && store.isAlive(tx, owner)) continue;
          const taken = { ...one, making: { ...one.making, owner: store.owner } };
          if (owner !== store.owner) tx.put(SCHEDULES, taken);
          mine.push(taken);
        }
        return mine;
      }),

    anew: (id, broadcast) =>
      store.change(tx => {
        const one = makingOf(tx, id, broadcast);
        if (one) tx.put(SCHEDULES, { ...one, making: { ...one.making, broadcast: `${broadcast}x` } });
      }),

    gathered: (id, broadcast) =>
      store.change(tx => {
        const one = makingOf(tx, id, broadcast);
        if (one) tx.put(SCHEDULES, { ...one, making: { ...one.making, isGathered: true } });
        return one !== null;
      }),

    made: (id, broadcast, { texts, news }) =>
      store.change(tx => {
        const one = makingOf(tx, id, broadcast);
        if (!one) return;
        const what = texts !== null && one.what.kind === 'broadcast' ? { ...one.what, texts } : one.what;
        const done: Schedule = { ...one, what, making: null };
        keep(tx, news ? withNews(done, news) : done);
      }),

    approved: (workspace, id, ask, by, texts) =>
      store.change(tx => {
        const [one] = tx.readable(SCHEDULES, [id]);
        if (one?.workspace !== workspace || one.what.kind !== 'broadcast') return;
        if (isDeepStrictEqual(one.what.ask, ask)) tx.put(SCHEDULES, { ...one, approval: { by, texts } });
      }),

    withNews: limit =>
      store.read(tx => {
        const todo = tx.readable(SCHEDULES, { list: SCHEDULE_LISTS.todo, limit: MANY });
        return todo.filter(({ news }) => news.length > 0).slice(0, limit);
      }),

    newsTold: (id, told) =>
      store.change(tx => {
        const before = tx.get(SCHEDULES, id);
        if (!before) return;
        const news = before.news.filter(({ kind, local }) => kind !== told.kind || local !== told.local);
        keep(tx, { ...before, news });
      }),

    async forget(workspace, who) {
      await eachPage(store, { list: SCHEDULE_LISTS.of(workspace) }, MANY, async entries => {
        for (const { id } of entries) await store.change(tx => forgetIn(tx, id, who));
      });
    },
  };

  /** The run begins: as part of the step that moves its schedule on. */
  function begin(tx: Tx, schedule: Schedule, local: string, now: number): Schedule {
    const intent = intentOf(schedule, local, now);
    if (!intent)
      return {
        ...schedule,
        making: { local, broadcast: runId(schedule.id, local), isGathered: false, owner: store.owner },
      };
    insertIntent(tx, newIntent(intent, { dueAt: now, leasedBy: null }));
    return schedule;
  }
}

/** Null: that broadcast is not what makes its run, or no longer. */
function makingOf(
  tx: Tx,
  id: string,
  broadcast: string,
): (Schedule & { making: NonNullable<Schedule['making']> }) | null {
  const [one] = tx.readable(SCHEDULES, [id]);
  const making = one?.making;
  return one && making?.broadcast === broadcast ? { ...one, making } : null;
}

function add(
  tx: Tx,
  { identity, ...one }: Parameters<Schedules['make']>[0],
  wall: number,
  now: number,
): Schedule | 'known' | 'full' {
  const { id, workspace, when } = one;
  const known = identityOf({ workspace, identity });
  if (tx.get(IDENTITIES, known)) return 'known';
  if (tx.count(SCHEDULE_LISTS.of(workspace)) >= MAX_SCHEDULES) return 'full';
  tx.put(IDENTITIES, { id: known, workspace, intent: id, createdAt: now });
  const made = {
    ...one,
    next: nextRun(when, wall),
    late: null,
    making: null,
    approval: null,
    news: [],
    madeAt: wall,
  };
  tx.insert(SCHEDULES, made);
  return made;
}

/** Nobody is asked any more whether what was late is to go. */
const answered = (schedule: Schedule): Schedule => ({
  ...schedule,
  late: null,
  news: schedule.news.filter(({ kind }) => kind !== 'late'),
});

/** Writes it, or deletes it if nothing is left of it. */
function keep(tx: Tx, schedule: Schedule): void {
  if (isOver(schedule)) tx.delete(SCHEDULES, schedule.id);
  else tx.put(SCHEDULES, schedule);
}

function forgetIn(tx: Tx, id: string, who: Forgotten): void {
  const [before] = tx.readable(SCHEDULES, [id]);
  if (!before || !isOf(who, before.what)) return;
  const to = recipientsOf(before.what).filter(one => !isOf(who, one));
  if (to.length > 0) {
    keep(tx, { ...before, what: withoutPerson(who, withRecipients(before.what, to)) });
    return;
  }
  const local = before.next?.local ?? before.late?.local ?? before.when.start;
  const over = { ...before, what: withoutPerson(who, before.what), next: null, late: null };
  keep(tx, withNews({ ...over, news: [] }, { kind: 'forgotten', local }));
}

const recipientsOf = (what: Scheduled): Recipient[] => (what.kind === 'text' ? what.to : what.ask.to);

const withRecipients = (what: Scheduled, to: Recipient[]): Scheduled =>
  what.kind === 'text' ? { ...what, to } : { ...what, ask: { ...what.ask, to } };

/** Sets a schedule aside whose time has come and that can't be read. */
function setScheduleAside(tx: Tx, found: Unreadable, now: number): UnreadableSchedule {
  const body = putAside(tx, 'schedule', SCHEDULES, found, now);
  const { workspace, by } = authorIn(body);
  return { id: found.id, workspace, by };
}

/** What follows when a schedule can be read again: it has its place, so nothing. */
export const scheduleAside: AsideTable = asideTable(SCHEDULES);

function authorIn(body: string): { workspace: string | null; by: string | null } {
  const said = (name: string): string | null => new RegExp(`"${name}":"([^"\\\\]*)"`).exec(body)?.[1] ?? null;
  return { workspace: said('workspace'), by: said('by') };
}

/** What a workspace has scheduled. */
export const removeSchedules = removalOf({ table: SCHEDULES, list: SCHEDULE_LISTS.of });

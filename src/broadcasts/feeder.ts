import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { DoNotTextList } from '../contacts/do-not-text.ts';
import type { Clock } from '../kit/clock.ts';
import type { Hours } from '../kit/day.ts';
import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import { createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import { limitsIn, numberProblem } from '../texts/sending/send-policy.ts';
import type { LinkedKeys, TextsByKey } from '../workspace/linked-keys.ts';
import { promotionalAt } from '../workspace/promotional-hours.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { type Broadcast, goesOnByItself } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** How many of a broadcast's texts are open at a time: when there are fewer than `least`, so many more are made. */
const OPEN = { least: 20, most: 40 };
/** Settlements wake it this often at most. */
const WOKEN_EVERY_MS = 1000;
/** A broadcast whose key waits may have to pause, though nothing becomes of its texts. */
const LOOK_MS = 30_000;
/** One that is paused: the SMS service may be back, or admins may have changed the hours. */
const LOOK_AGAIN_MS = 60_000;
/** How often to look for what another process left; alone on a store, only for what is given up after a day. */
const IDLE_MS = { shared: 60_000, alone: 3_600_000 };
const LAPSES_MS = 10 * 60_000;

type Pause = NonNullable<Broadcast['pause']>;

export type Feeder = Worker & {
  /** Something became of a text: a broadcast may have room for the next. Cheap. */
  settled(): void;
};

/** Asks the SMS service with the workspace's key. Without a readable key, true: then the key is the problem. */
export const createIsReached =
  (deps: { keys: Pick<LinkedKeys, 'open'>; textsByKey: () => TextsByKey | undefined }) =>
  async (workspace: string): Promise<boolean> => {
    const key = await deps.keys.open(workspace);
    if (typeof key === 'string') return true;
    const answer = await deps.textsByKey()?.askAbout(key.apiKey, key.fingerprint);
    return answer?.kind !== 'unreachable';
  };

/**
 * Turns rows of broadcasts into texts, a few at a time, so that few wait in their key's queue; lets those go on whose time
 * has come, and drops those that nobody goes on with. Any process may do that: each step is atomic.
 */
export function createFeeder(deps: {
  broadcasts: Broadcasts;
  keys: Pick<LinkedKeys, 'linked' | 'open' | 'settled'>;
  doNotText: Pick<DoNotTextList, 'of'>;
  settings: SettingsOf;
  /** When a broadcast's texts may go; null: at any time. */
  hoursOf: (one: Broadcast) => Promise<Hours | null>;
  /** Whether the SMS service answers now; asks it with the workspace's key. */
  isReached: (workspace: string) => Promise<boolean>;
  /** Nobody went on with these: they were dropped. */
  lapsed: (broadcasts: readonly Broadcast[]) => void;
  /** There is something to send or to report. */
  wake: () => void;
  /** Whether other processes share the store. */
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Feeder {
  const { broadcasts, keys, doNotText, settings, hoursOf, isReached, wake, isShared, clock, log } = deps;
  let running = 0;
  let passedAt = Number.NEGATIVE_INFINITY;
  let lapsedAt = Number.NEGATIVE_INFINITY;
  /** When to look again, as far as this pass knows. */
  let next = 0;
  /** When each was last looked at although it needs no more texts. */
  const lookedAt = new Map<string, number>();

  /** Numbers of these that must not be texted, and why. */
  async function leftOut(
    workspace: string,
    numbers: readonly LocalNumber[],
  ): Promise<ReadonlyMap<LocalNumber, Problem>> {
    const [rules, marked] = await Promise.all([settings.of(workspace), doNotText.of(workspace, numbers)]);
    return new Map(
      numbers.flatMap(number => {
        const problem = numberProblem(number, marked.has(number), rules);
        return problem ? [[number, problem] as const] : [];
      }),
    );
  }

  /** Makes texts of the next rows. */
  async function feed(one: Broadcast): Promise<Broadcast | null> {
    const { id, workspace } = one;
    await keys.settled(workspace);
    const key = await keys.linked(workspace);
    if (!key) {
      const isUnreadable = (await keys.open(workspace)) === 'unreadable';
      return broadcasts.pause(workspace, id, isUnreadable ? 'key' : 'unlinked', doing());
    }
    const rows = (await broadcasts.nextRows(id)) ?? { from: one.next, numbers: [] };
    const [leaveOut, rules] = await Promise.all([leftOut(workspace, rows.numbers), settings.of(workspace)]);
    const { fingerprint } = key;
    const limits = limitsIn(rules, rules.personCap);
    return broadcasts.feed(
      id,
      { from: rows.from, fingerprint, most: OPEN.most, leaveOut, limits },
      clock.now(),
    );
  }

  /** @param wall a time of day */
  function lookAgainAt(wall: number): void {
    next = Math.min(next, clock.now() + wall - clock.wall());
  }

  const doing = () => ({ by: null, now: clock.now(), wall: clock.wall() });

  /** Whether what it is paused for is over. Admins may have changed the hours meanwhile. */
  async function isOver({ workspace }: Broadcast, { why, until }: Pause): Promise<boolean> {
    if (why === 'hours') return true;
    if (why === 'unreachable') return isReached(workspace);
    if (until !== null && until > clock.wall()) lookAgainAt(until);
    return until !== null && until <= clock.wall();
  }

  /** Does what there is to do for one; returns whether anything changed. */
  async function goOn(found: Broadcast): Promise<boolean> {
    const { id, workspace, pause } = found;
    const hours = await hoursOf(found);
    const permission = hours && promotionalAt(hours, clock.wall());
    if (permission) lookAgainAt(permission.until);
    if (found.state === 'paused') {
      if (!pause || permission?.open === false || !(await isOver(found, pause))) return false;
      return (await broadcasts.resume(workspace, id, doing())) !== null;
    }
    if (permission?.open === false) {
      return (
        (await broadcasts.pause(workspace, id, 'hours', { ...doing(), until: permission.until })) !== null
      );
    }
    const isHungry = found.counts.open < OPEN.least && found.next < found.size.rows;
    if (!isHungry && clock.now() - (lookedAt.get(id) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return false;
    lookedAt.set(id, clock.now());
    let one: Broadcast | null = found;
    for (let before = -1; one?.state === 'running' && one.next !== before; ) {
      before = one.next;
      one = await feed(one);
      await endOfTurn();
    }
    return one !== null && (one.state !== 'running' || one.next !== found.next);
  }

  const worker = createWorker({
    name: 'broadcasts',
    clock,
    log,
    async pass() {
      const now = clock.now();
      passedAt = now;
      next = now + (isShared ? IDLE_MS.shared : IDLE_MS.alone);
      if (now - lapsedAt >= LAPSES_MS) {
        lapsedAt = now;
        const lapsed = await broadcasts.dropAbandoned(now);
        if (lapsed.length > 0) deps.lapsed(lapsed);
      }
      const going = await broadcasts.going();
      let changed = false;
      for (const one of going) {
        const did = await goOn(one).catch((error: unknown) => {
          log.error({ err: error, broadcast: one.id }, 'a broadcast can’t go on; trying again');
          return false;
        });
        changed ||= did;
      }
      for (const id of lookedAt.keys()) if (!going.some(one => one.id === id)) lookedAt.delete(id);
      running = going.length;
      if (changed) wake();
      if (going.some(({ state }) => state === 'running')) next = Math.min(next, now + LOOK_MS);
      if (going.some(goesOnByItself)) next = Math.min(next, now + LOOK_AGAIN_MS);
      return Math.max(next, now + WOKEN_EVERY_MS);
    },
  });

  return {
    ...worker,
    settled() {
      if (running > 0 && clock.now() - passedAt >= WOKEN_EVERY_MS) worker.wake();
    },
  };
}

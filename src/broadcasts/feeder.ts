import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { DoNotTextList } from '../contacts/do-not-text.ts';
import type { Clock } from '../kit/clock.ts';
import type { Hours } from '../kit/day.ts';
import type { Problem } from '../kit/problem.ts';
import { createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import { limitsIn, numberProblem } from '../texts/sending/send-policy.ts';
import type { LinkedKeys, TextsByKey } from '../workspace/linked-keys.ts';
import { promotionalAt } from '../workspace/promotional-hours.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import { pauseForHours } from './policy.ts';
import { type Broadcast, goesOnByItself } from './store/model.ts';
import type { Broadcasts } from './store/store.ts';

/** Limits for a broadcast's open texts: when there are fewer than `least`, the next rows become texts until there are `most`. */
const OPEN = { least: 20, most: 40 };
/** Settlements wake the feeder this often at most. */
const WOKEN_EVERY_MS = 1000;
/**
 * Interval of looking at a broadcast that has enough open texts: it may have to pause although none of them changes.
 */
const LOOK_MS = 30_000;
/** Interval of looking at a paused broadcast: the SMS service may be back, or admins may have changed the hours. */
const LOOK_AGAIN_MS = 60_000;
/**
 * Interval of looking without a known reason: for other processes' work if the store is shared, otherwise only for
 * broadcasts that expire after a day.
 */
const IDLE_MS = { shared: 60_000, alone: 3_600_000 };
const LAPSES_MS = 10 * 60_000;

type Pause = NonNullable<Broadcast['pause']>;

export type Feeder = Worker & {
  /** A text has settled, so a broadcast may have room for the next. Cheap. */
  settled(): void;
};

/**
 * True if the SMS service can be reached with the workspace's key, and also without a readable key: then resuming
 * shows that the key is the problem.
 */
export const createIsReached =
  (deps: { keys: Pick<LinkedKeys, 'open'>; textsByKey: () => TextsByKey | undefined }) =>
  async (workspace: string): Promise<boolean> => {
    const key = await deps.keys.open(workspace);
    if (typeof key === 'string') return true;
    const answer = await deps.textsByKey()?.askAbout(key.apiKey, key.fingerprint);
    return answer?.kind !== 'unreachable';
  };

/**
 * Turns rows of broadcasts into texts, a few at a time so that few wait in their key's queue; resumes broadcasts whose time has
 * come, and drops abandoned ones. Any process may do this: each step is atomic.
 */
export function createFeeder(deps: {
  broadcasts: Broadcasts;
  keys: Pick<LinkedKeys, 'linked' | 'open' | 'settled'>;
  doNotText: Pick<DoNotTextList, 'of'>;
  settings: SettingsOf;
  /** When a broadcast's texts may go; null if at any time. */
  hoursOf: (broadcast: Broadcast) => Promise<Hours | null>;
  /** Why a broadcast's author may not send now; null if they may. */
  authorLost: (broadcast: Broadcast) => Promise<Problem | null>;
  /** Asks the SMS service with the workspace's key; true if it answers. */
  isReached: (workspace: string) => Promise<boolean>;
  /** Called with dropped broadcasts: no decision came in time, or their gathering failed. */
  onAbandoned: (broadcasts: readonly Broadcast[]) => void;
  /** Called when a text or a report is due. */
  wake: () => void;
  /** True if other processes use the same store. */
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Feeder {
  const {
    broadcasts,
    keys,
    doNotText,
    settings,
    hoursOf,
    authorLost,
    isReached,
    wake,
    isShared,
    clock,
    log,
  } = deps;
  let running = 0;
  let passedAt = Number.NEGATIVE_INFINITY;
  let lapsedAt = Number.NEGATIVE_INFINITY;
  /** When the worker looks again, unless it is woken sooner. */
  let next = 0;
  /** When each broadcast that needs no more texts was last looked at. */
  const lookedAt = new Map<string, number>();

  /** Turns the next rows into texts. */
  async function feed(broadcast: Broadcast): Promise<Broadcast | null> {
    const { id, workspace } = broadcast;
    await keys.settled(workspace);
    const key = await keys.linked(workspace);
    if (!key) {
      const isUnreadable = (await keys.open(workspace)) === 'unreadable';
      return broadcasts.pause(workspace, id, isUnreadable ? 'key' : 'unlinked', doing());
    }
    const rows = (await broadcasts.nextRows(id)) ?? { from: broadcast.next, numbers: [] };
    const [rules, marked] = await Promise.all([
      settings.of(workspace),
      doNotText.of(workspace, rows.numbers),
    ]);
    const leaveOut = new Map(
      rows.numbers.flatMap(number => {
        const problem = numberProblem(number, marked.has(number), rules);
        return problem ? [[number, problem] as const] : [];
      }),
    );
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

  const doing = () => ({ by: null, now: clock.now() });

  /**
   * Returns true if the reason for a pause is over. The caller has already checked the hours, which admins may have
   * changed.
   */
  async function isOver({ workspace }: Broadcast, { why, until }: Pause): Promise<boolean> {
    if (why === 'hours') return true;
    if (why === 'unreachable') return isReached(workspace);
    if (until !== null && until > clock.wall()) lookAgainAt(until);
    return until !== null && until <= clock.wall();
  }

  /** Begins a run that was approved before its time; its author may have left or lost the permission to send since. */
  async function beginRun(broadcast: Broadcast): Promise<boolean> {
    const { id, workspace } = broadcast;
    const lost = await authorLost(broadcast);
    if (lost?.kind === 'SLACK_AWAY') {
      lookAgainAt(clock.wall() + LOOK_MS);
      return false;
    }
    if (!lost) return (await broadcasts.resume(workspace, id, doing())) !== null;
    log.warn(
      { workspace, broadcast: id, why: lost.kind },
      'an approved run does not go: its author may not send',
    );
    return (await broadcasts.cancel(workspace, id, doing())) !== null;
  }

  /** Takes one broadcast as far as possible; returns true if anything changed. */
  async function advance(broadcast: Broadcast): Promise<boolean> {
    const { id, workspace, pause } = broadcast;
    const hours = await hoursOf(broadcast);
    const permission = hours && promotionalAt(hours, clock.wall());
    if (permission) lookAgainAt(permission.until);
    if (broadcast.state === 'paused') {
      if (!pause || permission?.open === false || !(await isOver(broadcast, pause))) return false;
      return pause.why === 'early'
        ? beginRun(broadcast)
        : (await broadcasts.resume(workspace, id, doing())) !== null;
    }
    if (permission?.open === false) return (await pauseForHours(deps, broadcast, permission.until)) !== null;
    const isHungry = broadcast.counts.open < OPEN.least && broadcast.next < broadcast.size.rows;
    if (!isHungry && clock.now() - (lookedAt.get(id) ?? Number.NEGATIVE_INFINITY) < LOOK_MS) return false;
    lookedAt.set(id, clock.now());
    let current: Broadcast | null = broadcast;
    for (let before = -1; current?.state === 'running' && current.next !== before; ) {
      before = current.next;
      current = await feed(current);
      await endOfTurn();
    }
    return current !== null && (current.state !== 'running' || current.next !== broadcast.next);
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
        if (lapsed.length > 0) deps.onAbandoned(lapsed);
      }
      const going = await broadcasts.going();
      let changed = false;
      for (const broadcast of going) {
        const did = await advance(broadcast).catch((error: unknown) => {
          log.error({ err: error, broadcast: broadcast.id }, 'a broadcast can’t go on; trying again');
          return false;
        });
        changed ||= did;
      }
      for (const id of lookedAt.keys())
        if (!going.some(broadcast => broadcast.id === id)) lookedAt.delete(id);
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

import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Clock, createBackoff } from '../../kit/clock.ts';
import { createKeyedLimiter } from '../../kit/fair-scheduler.ts';
import { createTaskPool, createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import { expiryOf, type Intent } from '../intent.ts';
import type { Intents } from '../store/accept.ts';
import type { Plan } from '../store/model.ts';
import type { Planner } from './planner.ts';
import { logRefusal, MANY } from './send-policy.ts';

const LEASE_MS = 30_000;
/** How many are resolved at once, besides those that were just written here. */
const AT_ONCE = 50;
/** How many are read at once: each may name 200 people. */
const TOGETHER = 5;

export type Resolver = Worker & {
  /** Resolves an intent that was just written, without waiting for the next pass. */
  startNow(intent: Intent): void;
  /** The same for an intent that may have been written, although nobody knows: as soon as the store answers. */
  takeIfThere(intent: Intent): void;
};

/** Turns intents into texts or refusals, each in one atomic step, and asks again later if Slack doesn't answer. */
export function createResolver(deps: {
  intents: Intents;
  planner: Pick<Planner, 'plan'>;
  clock: Clock;
  log: Log;
  /** Called after something was planned: there may be texts to send and reports to post. */
  wake: () => void;
}): Resolver {
  const { intents, planner, clock, log, wake } = deps;
  const taken = new Set<Promise<void>>();
  const retries = createRetryQueue<Intent>(clock);
  const oneByOne = createKeyedLimiter(1);

  /** Writes plans with many texts one by one: the store runs everything it is asked at once in one go, and others wait for that. */
  async function write(intent: Intent, plan: Plan): Promise<void> {
    const isLong = plan.kind === 'texts' && plan.texts.length > MANY;
    const written = (): Promise<unknown> => intents.plan(intent.id, plan, clock.now());
    await (isLong ? oneByOne('', written) : written());
    logRefusal(log, intent, plan);
  }

  async function resolve(intent: Intent): Promise<void> {
    const plan = await planner.plan(intent);
    if (plan.kind !== 'unavailable') await write(intent, plan);
    // If the intent becomes too old before that, the person is told in time.
    else
      await intents.postpone(
        intent.id,
        Math.min(plan.retryAt, expiryOf(intent)),
        'SLACK_UNAVAILABLE',
        clock.now(),
      );
    wake();
    if (plan.kind === 'unavailable' || (plan.kind === 'texts' && plan.retryAt !== null)) worker.wake();
  }

  async function tryToResolve(intent: Intent): Promise<void> {
    try {
      await resolve(intent);
      retries.succeeded(intent);
    } catch (error) {
      log.error({ err: error, intent: intent.id }, 'can’t find the recipients of a text; trying again');
      retries.put(intent, null);
      worker.wake();
    }
  }

  function startNow(intent: Intent): void {
    const work = tryToResolve(intent).finally(() => taken.delete(work));
    taken.add(work);
  }

  const worker = createWorker({
    name: 'resolver',
    clock,
    log,
    async pass() {
      // Woken when one of them ends.
      if (pool.free() === 0) return null;
      const now = clock.now();
      const due = await intents.leaseOpen(now, now + LEASE_MS, Math.min(TOGETHER, pool.free()));
      for (const intent of due) {
        pool.start(tryToResolve(intent));
        // Anything else that came in goes before the next one.
        await endOfTurn();
      }
      if (due.length === TOGETHER) worker.wake();
      // Last: while the store is away, leasing fails, and the pass with it.
      for (const intent of retries.take(now)) startNow(intent);
      return retries.orNext(await intents.nextOpen());
    },
  });
  const pool = createTaskPool(AT_ONCE, worker.wake);

  return {
    wake: worker.wake,
    startNow,
    takeIfThere(intent) {
      retries.put(intent, clock.now());
      worker.wake();
    },
    async stop() {
      await worker.stop();
      await Promise.all([pool.ended(), ...taken]);
    },
  };
}

const WAIT_MS = { first: 1000, last: 30_000 };
/** Beyond this many, something that failed comes up again when its lease in the store ends. */
const MOST = 1000;

/** Things that failed here, or that may have been done although nobody knows, and should be retried soon. */
export type RetryQueue<Item> = {
  /** @param at when to retry; null: a little later each time it fails */
  put(item: Item, at: number | null): void;
  /** It succeeded. */
  succeeded(item: Item): void;
  /** Removes and returns what is due. */
  take(now: number): Item[];
  /** When something is next due, or `other` if that is earlier; null: never. */
  orNext(other: number | null): number | null;
};

export function createRetryQueue<Item extends { id: string }>(clock: Pick<Clock, 'now'>): RetryQueue<Item> {
  const items = new Map<string, { item: Item; at: number }>();
  const backoff = createBackoff(WAIT_MS);
  return {
    put(item, at) {
      if (items.size < MOST) items.set(item.id, { item, at: at ?? clock.now() + backoff.next(item.id) });
    },
    succeeded: ({ id }) => backoff.succeeded(id),
    take(now) {
      const due = [...items.values()].filter(({ at }) => at <= now).map(({ item }) => item);
      for (const { id } of due) items.delete(id);
      return due;
    },
    orNext(other) {
      const times = [...items.values()].map(({ at }) => at);
      if (other !== null) times.push(other);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

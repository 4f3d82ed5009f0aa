import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type Clock, createBackoff } from '../../kit/clock.ts';
import { createKeyedLimiter } from '../../kit/fair-scheduler.ts';
import { createTaskPool, createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import { expiryOf, type Intent } from '../intent.ts';
import type { Intents } from '../store/accept.ts';
import type { Plan } from '../store/model.ts';
import type { Planner } from './planner.ts';
import { logRefusal, MAX_UNLESS_BULK } from './send-policy.ts';

const LEASE_MS = 30_000;
/** The most intents resolved at once, besides those that this process has just stored. */
const MAX_AT_ONCE = 50;
/** Each intent may name 200 people, so few are read at once. */
const MAX_LEASED_AT_ONCE = 5;

export type Resolver = Worker & {
  /** Resolves an intent that was just stored, without waiting for the next pass. */
  startNow(intent: Intent): void;
  /** Resolves an intent whose commit has an unknown outcome, as soon as the store answers. */
  startIfStored(intent: Intent): void;
};

/** Plans open intents, each in one transaction, and again later if Slack doesn't answer. */
export function createResolver(deps: {
  intents: Intents;
  planner: Pick<Planner, 'plan'>;
  clock: Clock;
  log: Log;
  /** Called when there may be texts to send or reports to post. */
  wake: () => void;
}): Resolver {
  const { intents, planner, clock, log, wake } = deps;
  const started = new Set<Promise<void>>();
  const retries = createRetryQueue<Intent>(clock);
  const oneByOne = createKeyedLimiter(1);

  /**
   * Writes plans with many texts one by one: the store runs transactions that arrive together in one go, and later ones
   * wait for all of them.
   */
  async function write(intent: Intent, plan: Plan): Promise<void> {
    const isLong = plan.kind === 'texts' && plan.texts.length > MAX_UNLESS_BULK;
    const written = (): Promise<unknown> => intents.plan(intent.id, plan, clock.now());
    await (isLong ? oneByOne('', written) : written());
    logRefusal(log, intent, plan);
  }

  async function resolve(intent: Intent): Promise<void> {
    const plan = await planner.plan(intent);
    if (plan.kind !== 'unavailable') await write(intent, plan);
    // Tries again at the intent's expiry at the latest, so that the sender gets the refusal in time.
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
    const work = tryToResolve(intent).finally(() => started.delete(work));
    started.add(work);
  }

  const worker = createWorker({
    name: 'resolver',
    clock,
    log,
    async pass() {
      // The pool wakes the worker when a task ends.
      if (pool.free() === 0) return null;
      const now = clock.now();
      const due = await intents.leaseOpen(now, now + LEASE_MS, Math.min(MAX_LEASED_AT_ONCE, pool.free()));
      for (const intent of due) {
        pool.start(tryToResolve(intent));
        // Lets other work of this process go first.
        await endOfTurn();
      }
      if (due.length === MAX_LEASED_AT_ONCE) worker.wake();
      // Comes last: while the store is away, leasing fails and ends the pass.
      for (const intent of retries.take(now)) startNow(intent);
      return retries.orNext(await intents.nextOpen());
    },
  });
  const pool = createTaskPool(MAX_AT_ONCE, worker.wake);

  return {
    wake: worker.wake,
    startNow,
    startIfStored(intent) {
      retries.put(intent, clock.now());
      worker.wake();
    },
    async stop() {
      await worker.stop();
      await Promise.all([pool.ended(), ...started]);
    },
  };
}

const WAIT_MS = { first: 1000, last: 30_000 };
/** Items beyond this many are retried when their leases in the store end. */
const MAX_RETRIES = 1000;

/** Items to retry soon, because they failed or their outcome is unknown. */
export type RetryQueue<Item> = {
  /** @param at when to retry; null: after a wait that doubles with each failure */
  put(item: Item, at: number | null): void;
  /** Resets the item's wait. */
  succeeded(item: Item): void;
  /** Removes and returns what is due. */
  take(now: number): Item[];
  /** When the next item is due, or `at` if that is earlier; null if never. */
  orNext(at: number | null): number | null;
};

export function createRetryQueue<Item extends { id: string }>(clock: Pick<Clock, 'now'>): RetryQueue<Item> {
  const items = new Map<string, { item: Item; at: number }>();
  const backoff = createBackoff(WAIT_MS);
  return {
    put(item, at) {
      if (items.size < MAX_RETRIES)
        items.set(item.id, { item, at: at ?? clock.now() + backoff.next(item.id) });
    },
    succeeded: ({ id }) => backoff.succeeded(id),
    take(now) {
      const due = [...items.values()].filter(({ at }) => at <= now).map(({ item }) => item);
      for (const { id } of due) items.delete(id);
      return due;
    },
    orNext(earlier) {
      const times = [...items.values()].map(({ at }) => at);
      if (earlier !== null) times.push(earlier);
      return times.length === 0 ? null : Math.min(...times);
    },
  };
}

import { type Clock, machineMs } from '../domain/clock.ts';
import type { Timers } from '../domain/deadline.ts';
import type { Intent } from '../domain/intent.ts';
import type { Log } from '../log.ts';
import { StorageError, UnreadableError } from '../storage/errors.ts';
import type { Intents } from '../storage/texts/accept.ts';
import type { Plan } from '../storage/texts/model.ts';
import type { Dispatcher } from './dispatcher.ts';
import { logRefusal, type Planner } from './planner.ts';
import type { Resolver } from './resolve.ts';

/** The process that wrote an intent resolves it; another one takes over only after this long. */
const OWN_LEASE_MS = 30_000;

/**
 * How long reading the facts may take; after that we write the intent anyway, and resolve it later. Together with the time
 * for writing, Slack still gets its answer in time.
 */
const READ_MS = 500;

/** What a surface asks for. */
export type NewIntent = Omit<Intent, 'id' | 'acceptedAt'>;

export type Submit = (ask: NewIntent) => Promise<'added' | 'known'>;

/**
 * The only way in: writes the intent, durably and once, using no network except our own store. Once the promise resolves,
 * Slack may have its answer. It rejects if nothing could be written.
 *
 * If the store already knows everything that decides, the intent is written together with its plan, and a text that may go at
 * once is claimed in the same step.
 */
export function createSubmit(parts: {
  intents: Pick<Intents, 'add' | 'accept' | 'acceptAtOnce'>;
  clock: Clock;
  /** The machine's: Slack doesn't wait for ours. */
  time: Timers;
  newId: () => string;
  planner: Pick<Planner, 'remembered'>;
  resolver: Pick<Resolver, 'take' | 'takeIfThere'>;
  dispatcher: Pick<Dispatcher, 'turnFor'>;
  /** Called when something was planned: there may be texts to send and reports to post. */
  wake: () => void;
  log: Log;
}): Submit {
  const { intents, clock, time, newId, planner, resolver, dispatcher, wake, log } = parts;

  /** Null: the resolver plans it. If the store is away, the write will show what we may tell people. */
  async function remembered(intent: Intent): Promise<Plan | null> {
    try {
      return await planner.remembered(intent);
    } catch (error) {
      const isExpected = error instanceof StorageError || error instanceof UnreadableError;
      if (!isExpected) log.error({ err: error }, 'planning an intent failed unexpectedly; it is tried again');
      return null;
    }
  }

  return async ask => {
    const intent: Intent = { ...ask, id: newId(), acceptedAt: clock.now() };
    const plan = await inTime(time, remembered(intent));
    if (!plan) {
      const added = await intents.add(intent, intent.acceptedAt + OWN_LEASE_MS).catch(error => {
        if (error instanceof StorageError && error.unsure) resolver.takeIfThere(intent);
        throw error;
      });
      if (added === 'added') resolver.take(intent);
      return added;
    }
    const take = plan.kind === 'texts' ? dispatcher.turnFor(plan.fingerprint) : null;
    const accepted = take
      ? intents.acceptAtOnce(intent, plan, clock.now())
      : intents.accept(intent, plan, clock.now()).then(said => ({ said, claim: null }));
    const { said, claim } = await accepted.catch(error => {
      wake(); // It may be there all the same, with a claim that has to be given back.
      throw error;
    });
    if (said === 'known') return 'known';
    logRefusal(log, intent, plan);
    if (claim) take?.(claim);
    else wake();
    return 'added';
  };
}

/** Also null if the store is slow. */
function inTime(time: Timers, reading: Promise<Plan | null>): Promise<Plan | null> {
  const late = Promise.withResolvers<null>();
  const callOff = time.after(machineMs(time, READ_MS), () => late.resolve(null));
  return Promise.race([reading, late.promise]).finally(callOff);
}

import type { Clock } from '../../kit/clock.ts';
import { StorageError } from '../../kit/store/errors.ts';
import type { Log } from '../../log.ts';
import { type Intent, reportsTogether } from '../intent.ts';
import type { Intents } from '../store/accept.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { OwnPlans } from './own-plan.ts';
import { logRefusal } from './planner.ts';
import type { Resolver } from './resolve.ts';

/** The process that wrote an intent resolves it; another one takes over only after this long. */
const OWN_LEASE_MS = 30_000;

/** What a surface asks for. */
export type NewIntent = Omit<Intent, 'id' | 'acceptedAt'>;

export type Submit = (ask: NewIntent) => Promise<'added' | 'known'>;

/**
 * The only way in: writes the intent, durably and once, using no network except our own store. Once the promise resolves,
 * Slack may have its answer. It rejects if nothing could be written.
 *
 * If the store knows everything that decides, the intent is written together with what becomes of it, and a text that may go at
 * once is claimed in the same step. Otherwise it is resolved afterwards.
 */
export function createSubmit(parts: {
  intents: Pick<Intents, 'accept'>;
  own: OwnPlans;
  clock: Clock;
  newId: () => string;
  resolver: Pick<Resolver, 'take' | 'takeIfThere'>;
  dispatcher: Pick<Dispatcher, 'turnFor'>;
  /** Called when something was planned: there may be texts to send and reports to post. */
  wake: () => void;
  log: Log;
}): Submit {
  const { intents, own, clock, newId, resolver, dispatcher, wake, log } = parts;
  return async ask => {
    const now = clock.now();
    const intent: Intent = { ...ask, id: newId(), acceptedAt: now };
    const take = dispatcher.turnFor(intent.workspace, own.keyBefore(intent.workspace));
    const at = { now, leaseUntil: now + OWN_LEASE_MS, mayStart: take !== null };
    const { said, plan, claim } = await intents.accept(intent, own.of(intent), at).catch(error => {
      // It may be there all the same: open, or with a claim that has to be given back.
      if (error instanceof StorageError && error.unsure) resolver.takeIfThere(intent);
      wake();
      throw error;
    });
    if (said === 'known') return 'known';
    if (said === 'open') resolver.take(intent);
    if (claim) take?.(claim);
    // With a text that goes at once there may be something to tell of another, or of all of them.
    const tells = intent.of !== null || reportsTogether(intent);
    if (said !== 'open' && (!claim || tells)) wake();
    if (plan) logRefusal(log, intent, plan);
    return 'added';
  };
}

import type { Clock } from '../../kit/clock.ts';
import { StorageError } from '../../kit/store/errors.ts';
import type { Log } from '../../log.ts';
import { type Intent, intentIdOf, sharesReport } from '../intent.ts';
import type { Intents } from '../store/accept.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { LocalPlanner } from './local-planner.ts';
import type { Resolver } from './resolver.ts';
import { logRefusal } from './send-policy.ts';

/** The process that wrote an intent resolves it; another one takes over only after this long. */
const OWN_LEASE_MS = 30_000;

/** What a surface asks for. */
export type NewIntent = Omit<Intent, 'id' | 'acceptedAt'> & {
  /** The same for deliveries that are the same, and for no others of its workspace. */
  idempotencyKey: string;
};

export type Submit = (ask: NewIntent) => Promise<'added' | 'duplicate'>;

/**
 * The only way in: writes the intent, durably and once, using no network except our own store. Once the promise resolves,
 * Slack may have its answer. It rejects if nothing could be written.
 *
 * If the store knows everything that decides, the intent is written together with what becomes of it, and a text that may go at
 * once is claimed in the same step. Otherwise it is resolved afterwards.
 */
export function createSubmit(deps: {
  intents: Pick<Intents, 'accept'>;
  localPlanner: LocalPlanner;
  clock: Clock;
  resolver: Pick<Resolver, 'startNow' | 'takeIfThere'>;
  dispatcher: Pick<Dispatcher, 'openFastPath'>;
  /** Called when something was planned: there may be texts to send and reports to post. */
  wake: () => void;
  log: Log;
}): Submit {
  const { intents, localPlanner, clock, resolver, dispatcher, wake, log } = deps;
  return async ask => {
    const now = clock.now();
    const { idempotencyKey: _key, ...asked } = ask;
    const intent: Intent = { ...asked, id: intentIdOf(ask), acceptedAt: now };
    const take = dispatcher.openFastPath(localPlanner.cachedFingerprint(intent.workspace));
    const at = { now, leaseUntil: now + OWN_LEASE_MS, mayStart: take !== null };
    const local = localPlanner.planOf(intent);
    const { said, plan, claim } = await intents.accept(intent, local, at).catch(error => {
      // It may be there all the same: open, or with a claim that has to be given back.
      if (error instanceof StorageError && error.unsure) resolver.takeIfThere(intent);
      wake();
      throw error;
    });
    if (said === 'duplicate') return 'duplicate';
    if (said === 'open') resolver.startNow(intent);
    if (claim) take?.(claim, local.key());
    // With a text that goes at once there may be something to tell of another, or of all of them.
    const tells = intent.resendOf !== null || sharesReport(intent);
    if (said !== 'open' && (!claim || tells)) wake();
    if (plan) logRefusal(log, intent, plan);
    return 'added';
  };
}

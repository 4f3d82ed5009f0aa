import type { Clock } from '../../kit/clock.ts';
import { StorageError } from '../../kit/store/errors.ts';
import type { Log } from '../../log.ts';
import { type Intent, intentIdOf, sharesReport } from '../intent.ts';
import type { Intents } from '../store/accept.ts';
import type { Dispatcher } from './dispatcher.ts';
import type { LocalPlanner } from './local-planner.ts';
import type { Resolver } from './resolver.ts';
import { logRefusal } from './send-policy.ts';

/** The process that stored an intent resolves it; another process takes over only after this long. */
const OWN_LEASE_MS = 30_000;

export type NewIntent = Omit<Intent, 'id' | 'acceptedAt'> & {
  /** Equal for deliveries of the same request, and for no others of the workspace. */
  idempotencyKey: string;
};

export type Submit = (request: NewIntent) => Promise<'added' | 'duplicate'>;

/**
 * Submits an intent. When the promise resolves, the intent is stored and Slack may be acknowledged; the only network
 * connection it needs is that to our own store. It rejects if the commit failed or its outcome is unknown.
 *
 * If the store alone can decide, the same transaction plans the intent and claims its text if it may skip the queue.
 * Otherwise the resolver plans it.
 */
export function createSubmit(deps: {
  intents: Pick<Intents, 'accept'>;
  localPlanner: LocalPlanner;
  clock: Clock;
  resolver: Pick<Resolver, 'startNow' | 'startIfStored'>;
  dispatcher: Pick<Dispatcher, 'openFastPath'>;
  /** Called when there may be texts to send or reports to post. */
  wake: () => void;
  log: Log;
}): Submit {
  const { intents, localPlanner, clock, resolver, dispatcher, wake, log } = deps;
  return async request => {
    const now = clock.now();
    const { idempotencyKey: _key, ...content } = request;
    const intent: Intent = { ...content, id: intentIdOf(request), acceptedAt: now };
    const start = dispatcher.openFastPath(localPlanner.cachedFingerprint(intent.workspace));
    const at = { now, leaseUntil: now + OWN_LEASE_MS, mayClaim: start !== null };
    const local = localPlanner.planOf(intent);
    const { result, plan, claim } = await intents.accept(intent, local, at).catch(error => {
      // The commit may have succeeded. Finds the intent, and releases its claim if it has one.
      if (error instanceof StorageError && error.unsure) resolver.startIfStored(intent);
      wake();
      throw error;
    });
    if (result === 'duplicate') return 'duplicate';
    if (result === 'open') resolver.startNow(intent);
    if (claim) start?.(claim, local.key());
    // A text that is sent at once wakes no worker, unless the intent has more to report than the text's result.
    const hasOtherReports = intent.resendOf !== null || sharesReport(intent);
    if (result !== 'open' && (!claim || hasOtherReports)) wake();
    if (plan) logRefusal(log, intent, plan);
    return 'added';
  };
}

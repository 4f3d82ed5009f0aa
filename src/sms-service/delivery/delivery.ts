import { randomBytes } from 'node:crypto';
import type { Health } from '../carriers/carrier.ts';
import { checkRoutes, openCarriers, type RoutesInput } from '../carriers/carriers.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time.ts';
import { createDispatcher, type RouteView } from './dispatcher.ts';
import type { Transition } from './results.ts';

/** The default: texts don't leave. */
const NO_ROUTE: RoutesInput = { routes: [{ kind: 'none' }] };

const KEY_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

export type Delivery = ReturnType<typeof createDelivery>;

/**
 * Opens the routes and sends waiting texts by them. Throws an `InputError` that says which setting of a route is
 * wrong.
 */
export function createDelivery({
  store,
  clock,
  routes: input = NO_ROUTE,
  ...listeners
}: {
  store: Store;
  clock: Clock;
  routes?: RoutesInput | undefined;
  onTransition(transition: Transition): void;
  onHealth(route: string, health: Health): void;
  onLostReceipt(route: string, description: string): void;
  onError(error: unknown): void;
}) {
  const checked = checkRoutes(input);
  const leaves = checked.routes.every(({ kind }) => kind !== 'none');
  const dispatcher = leaves
    ? createDispatcher({
        store,
        clock,
        openCarriers: eventsOf => openCarriers(checked, { clock }, eventsOf),
        giveUpAfterMs: checked.giveUpAfterHours * 3_600_000,
        newIdempotencyKey,
        ...listeners,
      })
    : null;
  const why = 'Another process on this data directory is sending';
  const elsewhere: Health = { healthy: false, since: clock.now(), why };
  /** The routes as configured, for a process that doesn't send. */
  const configuredRoutes = (): RouteView[] => {
    const health: Health = leaves ? elsewhere : { healthy: true };
    return checked.routes.map(({ name, kind }) => ({ name, kind, health, underway: 0 }));
  };

  return {
    /** True if a route is set. */
    leaves,
    wake: () => dispatcher?.wake(),
    /** The routes, in order of preference. */
    routes: () => (dispatcher?.sends() ? dispatcher.routes() : configuredRoutes()),
    /**
     * The number of texts that wait for their route, and when the oldest was accepted (milliseconds since the epoch).
     */
    backlog: store.submissions.backlog,
    /** A text's progress; throws an InputError for an unknown id. */
    progress: store.log.progress,
    close: async () => dispatcher?.close(),
  };
}

/** Twenty letters and digits, without I, L, O and U, which are easily misread. */
function newIdempotencyKey(): string {
  return [...randomBytes(20)].map(byte => KEY_LETTERS[byte % KEY_LETTERS.length]).join('');
}

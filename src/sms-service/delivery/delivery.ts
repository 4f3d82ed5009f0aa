import { randomBytes } from 'node:crypto';
import type { Health } from '../carriers/carrier.ts';
import { checkRoutes, openCarriers, type RoutesInput } from '../carriers/carriers.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time.ts';
import { createDispatcher, type RouteView } from './dispatcher.ts';
import type { Transition } from './results.ts';

/** Texts don't leave unless a route is set. */
const NOWHERE: RoutesInput = { routes: [{ kind: 'none' }] };

const IDENTITY_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

export type Delivery = ReturnType<typeof createDelivery>;

/**
 * What becomes of texts after they were accepted: opens the routes and takes waiting texts to them. Throws a `InputError`
 * that says what is wrong with the routes.
 */
export function createDelivery({
  store,
  clock,
  routes: input = NOWHERE,
  ...told
}: {
  store: Store;
  clock: Clock;
  routes?: RoutesInput | undefined;
  onTransition(transition: Transition): void;
  onHealth(route: string, health: Health): void;
  onLostReceipt(route: string, what: string): void;
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
        ...told,
      })
    : null;
  const why = 'Another process on this data directory is sending';
  const elsewhere: Health = { healthy: false, since: clock.now(), why };
  /** While this process isn't the one that sends. */
  const asSet = (): RouteView[] => {
    const health: Health = leaves ? elsewhere : { healthy: true };
    return checked.routes.map(({ name, kind }) => ({ name, kind, health, underway: 0 }));
  };

  return {
    /** Whether texts leave: whether a route is set. */
    leaves,
    /** There may be something to do. */
    wake: () => dispatcher?.wake(),
    /** The routes in order of preference; none: texts don't leave. */
    routes: () => (dispatcher?.sends() ? dispatcher.routes() : asSet()),
    /** How many texts wait for their route, and when the oldest was accepted (milliseconds since the epoch). */
    backlog: store.submissions.backlog,
    /** How far a text is; the id must exist. */
    progress: store.log.progress,
    close: async () => dispatcher?.close(),
  };
}

/** Twenty letters and digits that can't be confused when read aloud. */
function newIdempotencyKey(): string {
  return [...randomBytes(20)].map(byte => IDENTITY_LETTERS[byte % IDENTITY_LETTERS.length]).join('');
}

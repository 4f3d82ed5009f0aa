import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { z } from 'zod';
import type { Clock } from '../clock.ts';
import { Mistake } from '../mistake.ts';
import { openRoutes } from '../routes/index.ts';
import type { Health } from '../routes/route.ts';
import { type RoutesInput, type RoutesSettings, routesSchema } from '../routes/settings.ts';
import type { Store } from '../store/index.ts';
import type { Progress } from '../store/submissions.ts';
import { createDispatcher, type RouteView } from './dispatcher.ts';
import type { Transition } from './recorder.ts';

/** What becomes of texts after they were accepted. */
export interface Delivery {
  /** The routes in order of preference; none: texts don't leave. */
  routes(): RouteView[];
  /** How many texts wait for their route, and when the oldest was accepted (milliseconds since the epoch). */
  backlog(): { waiting: number; oldest: number | null };
  /** How far a text is; the id must exist. */
  progress(logId: number): Progress;
}

/** Texts don't leave unless a route is set. */
const NOWHERE: RoutesInput = { routes: [{ kind: 'none' }] };

const IDENTITY_LETTERS = 'ABCDEFGHJKMNPQRSTVWXYZ0123456789';

/** Opens the routes and takes waiting texts to them. Throws a `Mistake` that says what is wrong with the settings. */
export function createDelivery({
  store,
  clock,
  routes: input = NOWHERE,
  onTransition,
  onHealth,
  onError,
}: {
  store: Store;
  clock: Clock;
  routes?: RoutesInput | undefined;
  onTransition(transition: Transition): void;
  onHealth(route: string, health: Health): void;
  onError(error: unknown): void;
}): Delivery & { leaves: boolean; wake(): void; close(): Promise<void> } {
  const { routes, giveUpAfterHours } = checkRoutes(input);
  const leaves = routes.every(({ kind }) => kind !== 'none');
  const dispatcher = leaves
    ? createDispatcher({
        store,
        clock,
        openRoutes: eventsOf => openRoutes(routes, { clock }, eventsOf),
        giveUpAfterMs: giveUpAfterHours * 3_600_000,
        newIdentity,
        onTransition,
        onHealth,
        onError,
      })
    : null;
  const since = clock.now();
  const elsewhere = {
    healthy: false,
    since,
    why: 'Another process on this data directory is sending',
  } as const;
  /** While this process isn't the one that sends. */
  const asSet = () => {
    const health = leaves ? elsewhere : { healthy: true as const };
    return routes.map(({ name, kind }): RouteView => ({ name, kind, health, underway: 0 }));
  };

  return {
    leaves,
    wake: () => dispatcher?.wake(),
    routes: () => (dispatcher?.sends() ? dispatcher.routes() : asSet()),
    backlog: store.submissions.backlog,
    progress: store.submissions.progress,
    close: async () => dispatcher?.close(),
  };
}

/** Twenty letters and digits that can't be confused when read aloud. */
function newIdentity(): string {
  return [...randomBytes(20)].map(byte => IDENTITY_LETTERS[byte % IDENTITY_LETTERS.length]).join('');
}

function checkRoutes(input: RoutesInput): RoutesSettings {
  const checked = routesSchema.safeParse(input);
  if (checked.success) {
    for (const route of checked.data.routes) {
      const file = route.kind === 'smpp' ? route.tls?.caFile : undefined;
      if (file !== undefined && !existsSync(file))
        throw new Mistake(`There is no file ${file}, the caFile of a route.`);
    }
    return checked.data;
  }
  throw new Mistake(`The routes are not valid: ${checked.error.issues.map(wordsOf).join('; ')}.`);
}

function wordsOf({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`;
}

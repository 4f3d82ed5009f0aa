import type { Clock } from '../clock.ts';
import type { Health, Route, RouteEvents } from '../routes/route.ts';
import type { Store } from '../store/index.ts';
import { type Begun, createClaims } from './claims.ts';
import { createRecorder, type Transition } from './recorder.ts';
import { createResults } from './results.ts';

/** How long texts that another process accepted, or that were put off, may go unnoticed. */
const LOOK_EVERY_MS = 1_000;

/** A route as the operator sees it. */
export interface RouteView {
  name: string;
  kind: string;
  health: Health;
  /** How many messages the carrier hasn't answered yet. */
  underway: number;
}

export interface DispatcherParts {
  store: Store;
  clock: Clock;
  /** Opens the routes, in order of preference. */
  openRoutes(eventsOf: (route: string) => RouteEvents): Route[];
  /** How long a text may wait for its first byte to leave. */
  giveUpAfterMs: number;
  /** A unique name for a submission. */
  newIdentity(): string;
  onTransition(transition: Transition): void;
  /** Called when a route goes down, and when it comes back up. */
  onHealth(route: string, health: Health): void;
  /** Called with what failed here; it will be retried. */
  onError(error: unknown): void;
}

/**
 * Takes waiting texts to their routes and records what becomes of them. Only one process does so on a data directory at
 * a time.
 */
export interface Dispatcher {
  /** There may be something to do. */
  wake(): void;
  /** Whether this process is the one that sends. */
  sends(): boolean;
  routes(): RouteView[];
  /** Starts nothing more, waits briefly for what is in progress, and lets another process send. */
  close(): Promise<void>;
}

export function createDispatcher(parts: DispatcherParts): Dispatcher {
  const { store, clock, onError } = parts;
  const now = () => clock.now();
  const recorder = createRecorder(store, { now, onTransition: parts.onTransition });
  const underway = new Map<string, number>();
  let routes: Route[] = [];
  let release: (() => void) | null = null;
  let takenOver = false;
  const healthTold = new Map<string, boolean>();
  let closed = false;
  let looking = false;

  const results = createResults({
    store,
    recorder,
    clock,
    knowsAgain: submission =>
      routes.find(({ name }) => name === submission.route)?.knowsAgain(submission, now()) ?? false,
    onWritten: () => wake(),
    onError,
  });
  const claims = createClaims({ ...parts, recorder });

  function begin({ route, outgoing }: Begun): void {
    const count = (by: number) => underway.set(route.name, (underway.get(route.name) ?? 0) + by);
    count(1);
    const failed = (error: unknown) => {
      onError(error);
      return { kind: 'unanswered' as const, why: 'The route failed' };
    };
    void route
      .submit(outgoing)
      .catch(failed)
      .then(outcome => {
        count(-1);
        results.outcome(outgoing.submission, outcome);
      });
  }

  function tellHealth(name: string): void {
    const health = routes.find(route => route.name === name)?.health();
    if (health === undefined || healthTold.get(name) === health.healthy) return;
    healthTold.set(name, health.healthy);
    parts.onHealth(name, health);
  }

  /** Takes over from a dead process: what it was submitting may have left. */
  function takeOver(): boolean {
    release ??= store.lockSending();
    if (release === null) return false;
    if (routes.length === 0) {
      routes = parts.openRoutes(name => ({
        changed() {
          tellHealth(name);
          wake();
        },
        receipt: receipt => results.receipt(name, receipt),
        late: results.late,
      }));
    }
    claims.afterCrash(routes);
    takenOver = true;
    return true;
  }

  function look(): void {
    looking = false;
    if (closed) return;
    try {
      if (!takenOver && !takeOver()) return;
      const begun = claims.claim(routes);
      for (const one of begun) begin(one);
      if (begun.length > 0) wake();
    } catch (error) {
      onError(error);
    }
  }

  /** However often it is called in one turn of the event loop, it looks for texts once. */
  function wake(): void {
    if (looking || closed) return;
    looking = true;
    setImmediate(look);
  }

  let callOff = () => {};
  function lookRegularly(): void {
    wake();
    callOff = clock.after(LOOK_EVERY_MS, lookRegularly);
  }
  lookRegularly();

  return {
    wake,
    sends: () => release !== null,
    routes: () =>
      routes.map(({ name, kind, health }) => ({
        name,
        kind,
        health: health(),
        underway: underway.get(name) ?? 0,
      })),
    async close() {
      closed = true;
      callOff();
      await Promise.all(routes.map(route => route.close()));
      // Their results are reported in the turns that follow.
      await new Promise(resolve => setImmediate(resolve));
      results.close();
      release?.();
    },
  };
}

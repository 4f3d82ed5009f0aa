import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Carrier, CarrierEvents, Health, Outgoing } from '../carriers/carrier.ts';
import type { Store } from '../store/store.ts';
import type { Clock } from '../time.ts';
import { nextStep } from './next-step.ts';
import {
  createRecorder,
  createResults,
  NOT_BEFORE_ITS_ANSWERS,
  type Recorder,
  type Transition,
} from './results.ts';
import { afterCrash, type Waiting } from './rules.ts';

/** A submission that is recorded on disk as begun, and may leave. */
export interface Begun {
  carrier: Carrier;
  outgoing: Outgoing;
}

/** How long a text that can't go on now is put off while others can. */
const PUT_OFF_MS = 1_000;
/** More than there is room for, since some due texts may have to wait for another route. */
const SPARE = 50;
/** Records what begins, many submissions in one transaction, before the first byte of any of them leaves. */
function createClaims({
  store,
  clock,
  recorder,
  giveUpAfterMs,
  newIdempotencyKey,
}: {
  store: Store;
  clock: Clock;
  recorder: Recorder;
  giveUpAfterMs: number;
  newIdempotencyKey(): string;
}) {
  const { submissions } = store;

  /** Handles one text: begins it, puts it off, or ends it. Returns whether it had to stay as it is. */
  function advance(waiting: Waiting, carriers: readonly Carrier[], begun: Begun[]): 'done' | 'stuck' {
    const { logId } = waiting.text;
    const now = clock.now();
    const step = nextStep(waiting, carriers, { now, giveUpAfterMs, newIdempotencyKey });
    switch (step.kind) {
      case 'refused': {
        const refusedBy = [...waiting.refusedBy, step.by];
        submissions.postpone(logId, now, refusedBy);
        recorder.record(logId, [], step.why);
        return advance({ ...waiting, refusedBy }, carriers, begun);
      }
      case 'end':
        if (step.submissions.length === 0) {
          const { reason } = store.log.progress(logId);
          recorder.fail(logId, reason ? `${step.why}: ${reason}` : step.why);
        } else recorder.record(logId, step.submissions, step.why);
        return 'done';
      case 'begin': {
        recorder.record(logId, step.submissions, null);
        const all = submissions.of(logId);
        const left = all.some(({ state }) => state === 'waiting');
        submissions.postpone(logId, left ? now : NOT_BEFORE_ITS_ANSWERS, waiting.refusedBy);
        for (const submission of step.submissions) {
          if (submission.state !== 'submitting') continue;
          begun.push({ carrier: step.carrier, outgoing: { ...waiting.text, submission, of: all.length } });
        }
        return left ? 'stuck' : 'done';
      }
      case 'wait':
        return 'stuck';
    }
  }

  return {
    /** What begins now. It has to be submitted, whatever happens. */
    claim(carriers: readonly Carrier[]): Begun[] {
      const due = submissions.nextDue();
      if (due === null || due > clock.now()) return [];
      const begun: Begun[] = [];
      const reserved = (name: string) => begun.filter(({ carrier }) => carrier.name === name).length;
      const views = carriers.map(it => ({ ...it, room: () => it.room() - reserved(it.name) }));
      const rooms = () => views.reduce((sum, view) => sum + view.room(), 0);
      recorder.transaction(() => {
        for (const waiting of submissions.due(clock.now(), rooms() + SPARE)) {
          const how = advance(waiting, views, begun);
          if (how === 'done') continue;
          if (rooms() === 0) break;
          submissions.postpone(waiting.text.logId, clock.now() + PUT_OFF_MS, waiting.refusedBy);
        }
      });
      return begun;
    },

    /** At startup: what a dead process was submitting becomes unknown, or is submitted again if that is safe. */
    afterCrash(carriers: readonly Carrier[]): void {
      recorder.transaction(() => {
        const now = clock.now();
        for (const submission of submissions.underway()) {
          const carrier = carriers.find(({ name }) => name === submission.route);
          const again = carrier?.knowsAgain(submission, now) ?? false;
          recorder.record(
            submission.logId,
            [afterCrash(submission, again)],
            'The service stopped before the answer',
          );
          const waiting = submissions.waiting(submission.logId);
          if (waiting) submissions.postpone(submission.logId, now, waiting.refusedBy);
        }
      });
    },
  };
}

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
  /** Opens the ways to carriers, in order of preference. */
  openCarriers(eventsOf: (route: string) => CarrierEvents): Carrier[];
  /** How long a text may wait for its first byte to leave. */
  giveUpAfterMs: number;
  /** A unique name for a submission. */
  newIdempotencyKey(): string;
  onTransition(transition: Transition): void;
  /** Called when a route goes down, and when it comes back up. */
  onHealth(route: string, health: Health): void;
  /** Called with a receipt that can't be understood, or that no text was found for: somebody has to settle the text by hand. */
  onLostReceipt(route: string, what: string): void;
  /** Called with what failed here; it will be retried. */
  onError(error: unknown): void;
}

/**
 * Takes waiting texts to their routes and records what becomes of them. Only one process does so on a data directory at
 * a time.
 */
export function createDispatcher(parts: DispatcherParts) {
  const { store, clock, onError } = parts;
  const now = () => clock.now();
  const recorder = createRecorder(store, { now, onTransition: parts.onTransition });
  const underway = new Map<string, number>();
  let carriers: Carrier[] = [];
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
      carriers.find(({ name }) => name === submission.route)?.knowsAgain(submission, now()) ?? false,
    onWritten: () => wake(),
    onError,
  });
  const claims = createClaims({ ...parts, recorder });

  function begin({ carrier, outgoing }: Begun): void {
    const { name } = carrier;
    const count = (by: number) => underway.set(name, (underway.get(name) ?? 0) + by);
    count(1);
    const failed = (error: unknown) => {
      onError(error);
      return { kind: 'unanswered' as const, why: 'The route failed' };
    };
    void carrier
      .submit(outgoing)
      .catch(failed)
      .then(outcome => {
        count(-1);
        results.outcome(outgoing.submission, outcome);
      });
  }

  function tellHealth(name: string): void {
    const health = carriers.find(it => it.name === name)?.health();
    if (health === undefined || healthTold.get(name) === health.healthy) return;
    healthTold.set(name, health.healthy);
    parts.onHealth(name, health);
  }

  /** Takes over from a dead process: what it was submitting may have left. */
  function takeOver(): boolean {
    release ??= store.lockSending();
    if (release === null) return false;
    if (carriers.length === 0) {
      carriers = parts.openCarriers(name => ({
        changed() {
          tellHealth(name);
          wake();
        },
        receipt: receipt => results.receipt(name, receipt),
        unread: what => parts.onLostReceipt(name, what),
        late: results.late,
      }));
    }
    claims.afterCrash(carriers);
    takenOver = true;
    return true;
  }

  function look(): void {
    looking = false;
    if (closed) return;
    try {
      if (!takenOver && !takeOver()) return;
      const begun = claims.claim(carriers);
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

  let cancelTimer = () => {};
  function lookRegularly(): void {
    wake();
    cancelTimer = clock.after(LOOK_EVERY_MS, lookRegularly);
  }
  lookRegularly();

  return {
    /** There may be something to do. */
    wake,
    /** Whether this process is the one that sends. */
    sends: () => release !== null,
    routes: (): RouteView[] =>
      carriers.map(({ name, kind, health }) => ({
        name,
        kind,
        health: health(),
        underway: underway.get(name) ?? 0,
      })),
    /** Starts nothing more, waits briefly for what is in progress, and lets another process send. */
    async close(): Promise<void> {
      closed = true;
      cancelTimer();
      await Promise.all(carriers.map(carrier => carrier.close()));
      // Their results are reported in the turns that follow.
      await endOfTurn();
      results.close();
      release?.();
    },
  };
}

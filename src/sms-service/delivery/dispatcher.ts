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

/** A submission that is stored as begun, so it may leave. */
export interface Begun {
  carrier: Carrier;
  outgoing: Outgoing;
}

/** Delay of a text that can't be sent now, so that others get their turn. */
const PUT_OFF_MS = 1_000;
/** Texts read beyond the carriers' room, because some may have to wait for another route. */
const EXTRA_TEXTS = 50;
/** Stores which submissions begin, many in one transaction, before the first byte of any leaves. */
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

  /** Begins or ends a text, or does nothing if it has to wait. `stuck`: some of the text still waits. */
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
        const submissionsOfText = submissions.of(logId);
        const hasWaiting = submissionsOfText.some(({ state }) => state === 'waiting');
        submissions.postpone(logId, hasWaiting ? now : NOT_BEFORE_ITS_ANSWERS, waiting.refusedBy);
        for (const submission of step.submissions) {
          if (submission.state !== 'submitting') continue;
          begun.push({
            carrier: step.carrier,
            outgoing: { ...waiting.text, submission, of: submissionsOfText.length },
          });
        }
        return hasWaiting ? 'stuck' : 'done';
      }
      case 'wait':
        return 'stuck';
    }
  }

  return {
    /** Returns the submissions that begin now. The caller must submit every one. */
    claim(carriers: readonly Carrier[]): Begun[] {
      const due = submissions.nextDue();
      if (due === null || due > clock.now()) return [];
      const begun: Begun[] = [];
      const reserved = (name: string) => begun.filter(({ carrier }) => carrier.name === name).length;
      const views = carriers.map(it => ({ ...it, room: () => it.room() - reserved(it.name) }));
      const rooms = () => views.reduce((sum, view) => sum + view.room(), 0);
      recorder.transaction(() => {
        for (const waiting of submissions.due(clock.now(), rooms() + EXTRA_TEXTS)) {
          const result = advance(waiting, views, begun);
          if (result === 'done') continue;
          if (rooms() === 0) break;
          submissions.postpone(waiting.text.logId, clock.now() + PUT_OFF_MS, waiting.refusedBy);
        }
      });
      return begun;
    },

    /**
     * After a takeover: submissions of a dead process become unknown, or wait again if the carrier recognises repeats.
     */
    afterCrash(carriers: readonly Carrier[]): void {
      recorder.transaction(() => {
        const now = clock.now();
        for (const submission of submissions.underway()) {
          const carrier = carriers.find(({ name }) => name === submission.route);
          const repeatable = carrier?.knowsAgain(submission, now) ?? false;
          recorder.record(
            submission.logId,
            [afterCrash(submission, repeatable)],
            'The service stopped before the answer',
          );
          const waiting = submissions.waiting(submission.logId);
          if (waiting) submissions.postpone(submission.logId, now, waiting.refusedBy);
        }
      });
    },
  };
}

/** Longest delay before this process notices texts that another process accepted, or that are due again. */
const LOOK_EVERY_MS = 1_000;

export interface RouteView {
  name: string;
  kind: string;
  health: Health;
  /** The number of messages that the carrier hasn't answered yet. */
  underway: number;
}

export interface DispatcherDeps {
  store: Store;
  clock: Clock;
  /** Opens the carriers, in order of preference. */
  openCarriers(eventsOf: (route: string) => CarrierEvents): Carrier[];
  /** How long a text, or its remaining parts, may wait to leave. */
  giveUpAfterMs: number;
  /** A unique name for a submission. */
  newIdempotencyKey(): string;
  onTransition(transition: Transition): void;
  /** Called when a route goes down, and when it comes back up. */
  onHealth(route: string, health: Health): void;
  /**
   * Called with a receipt that can't be read or that belongs to no known text: an operator has to settle the text by
   * hand.
   */
  onLostReceipt(route: string, description: string): void;
  /** Called with our own failures; the work is retried. */
  onError(error: unknown): void;
}

/**
 * Sends waiting texts by their routes and stores the results. Only one process at a time does so on a data directory.
 */
export function createDispatcher(deps: DispatcherDeps) {
  const { store, clock, onError } = deps;
  const now = () => clock.now();
  const recorder = createRecorder(store, { now, onTransition: deps.onTransition });
  const underway = new Map<string, number>();
  let carriers: Carrier[] = [];
  let release: (() => void) | null = null;
  let takenOver = false;
  const reportedHealth = new Map<string, boolean>();
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
  const claims = createClaims({ ...deps, recorder });

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

  function reportHealth(name: string): void {
    const health = carriers.find(it => it.name === name)?.health();
    if (health === undefined || reportedHealth.get(name) === health.healthy) return;
    reportedHealth.set(name, health.healthy);
    deps.onHealth(name, health);
  }

  /**
   * Becomes the sending process; false if another process is. Handles the submissions that an earlier process left in
   * progress.
   */
  function takeOver(): boolean {
    release ??= store.lockSending();
    if (release === null) return false;
    if (carriers.length === 0) {
      carriers = deps.openCarriers(name => ({
        changed() {
          reportHealth(name);
          wake();
        },
        receipt: receipt => results.receipt(name, receipt),
        unread: description => deps.onLostReceipt(name, description),
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
      for (const submission of begun) begin(submission);
      if (begun.length > 0) wake();
    } catch (error) {
      onError(error);
    }
  }

  /** Schedules one look, however often it is called in a turn of the event loop. */
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
    wake,
    sends: () => release !== null,
    routes: (): RouteView[] =>
      carriers.map(({ name, kind, health }) => ({
        name,
        kind,
        health: health(),
        underway: underway.get(name) ?? 0,
      })),
    /** Starts nothing more, waits briefly for submissions in progress, and lets another process send. */
    async close(): Promise<void> {
      closed = true;
      cancelTimer();
      await Promise.all(carriers.map(carrier => carrier.close()));
      // The carriers' last results arrive in the following turns.
      await endOfTurn();
      results.close();
      release?.();
    },
  };
}

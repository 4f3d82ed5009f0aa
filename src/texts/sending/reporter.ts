import type { Clock } from '../../kit/clock.ts';
import type { Delivered, Delivery } from '../../kit/slack/posting.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import type { Report } from '../store/model.ts';
import type { Queue } from '../store/queue.ts';
import type { Reports } from '../store/reports.ts';

/** A report that Slack has; `posted`: through the intent's `response_url`. */
type Closed = { report: Report; posted: boolean };

/** For how long a report is whoever's that has it. */
const REPORT_LEASE_MS = 60_000;
/** As many as texts may be under way: a channel or workspace that answers slowly doesn't hold up the others' reports. */
const MAX_UNDER_WAY = 500;
const WAIT_MS = { first: 1000, last: 60_000 };
/** After this long, a result that couldn't be delivered is given up, and counted. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;

/** @param rules the workspace's settings, if they were just read */
export type Deliver = (report: Report, rules?: Settings) => Promise<Delivery>;

export type Reporter = Worker & {
  /** Whether a report can be told at once. */
  hasRoom(): boolean;
  /** Tells of a report that this process has leased. */
  startNow(report: Report): void;
};

/** Tells Slack what became of intents and texts, until Slack has it. A post may repeat; a text never does. */
export function createReporter(deps: {
  reports: Reports;
  deliver: Deliver;
  clock: Clock;
  log: Log;
  delivered: (delivery: Delivered) => void;
}): Reporter {
  const { reports, deliver, clock, log, delivered } = deps;
  const inFlight = new Map<string, Promise<void>>();
  /** The next to be closed, and the end of those that are being closed. */
  let closing: { those: Closed[]; done: Promise<boolean> } | null = null;
  let closingNow: Promise<unknown> = Promise.resolve();
  /** Whether there may be more due than there was room for. */
  let isFull = false;

  /** Returns whether it is due again, now or later. */
  async function tell(report: Report): Promise<boolean> {
    let delivery: Delivery;
    try {
      delivery = await deliver(report);
    } catch (error) {
      log.error({ err: error, report: report.id }, 'can’t prepare a report; trying again');
      delivery = { kind: 'later', afterMs: null };
    }
    const now = clock.now();
    if (delivery.kind === 'later' && now - report.createdAt > GIVE_UP_MS) {
      delivery = { kind: 'dropped', why: 'Slack did not take it for days' };
    }
    if (delivery.kind !== 'unfinished') delivered(delivery);
    if (delivery.kind === 'later') {
      const wait = Math.min(WAIT_MS.last, WAIT_MS.first * 2 ** Math.min(report.attempts, 20));
      await reports.retryReport(report, now + Math.max(wait, delivery.afterMs ?? 0));
      return true;
    }
    if (delivery.kind === 'unfinished') {
      await reports.keepReport(report, now + delivery.againMs, now);
      return true;
    }
    if (delivery.kind === 'dropped')
      log.info({ report: report.id, why: delivery.why }, 'gave up on a report');
    return close({ report, posted: delivery.kind === 'posted' && delivery.viaResponseUrl });
  }

  /** Those that end while some are being closed are closed together after them. */
  function close(one: Closed): Promise<boolean> {
    closing ??= { those: [], done: closingNow.then(closeAll) };
    closing.those.push(one);
    return closing.done;
  }

  function closeAll(): Promise<boolean> {
    const { those = [] } = closing ?? {};
    closing = null;
    const done = reports.closeReports(those, clock.now());
    closingNow = Promise.allSettled([done]);
    return done;
  }

  /** Waits for earlier reports of the same intent, so that they read in the order things happened. */
  function start(report: Report): void {
    const before = inFlight.get(report.intent.id);
    const work = (before ?? Promise.resolve())
      .then(() => tell(report))
      .catch(error => {
        log.error(
          { err: error, report: report.id },
          'can’t record that a report was posted; it will be posted again',
        );
        return true;
      })
      .then(isDueAgain => {
        if (inFlight.get(report.intent.id) === work) inFlight.delete(report.intent.id);
        if (isDueAgain || isFull) worker.wake();
      });
    inFlight.set(report.intent.id, work);
  }

  const worker = createWorker({
    name: 'reporter',
    clock,
    log,
    async pass() {
      const now = clock.now();
      const room = MAX_UNDER_WAY - inFlight.size;
      isFull = room <= 0;
      if (isFull) return null;
      const due = await reports.nextReport();
      if (due === null || due > now) return due;
      const leased = await reports.leaseReports(now, now + REPORT_LEASE_MS, room);
      for (const report of leased) start(report);
      return reports.nextReport();
    },
  });

  return {
    wake: worker.wake,
    hasRoom: () => inFlight.size < MAX_UNDER_WAY,
    startNow: start,
    async stop() {
      await worker.stop();
      await Promise.allSettled(inFlight.values());
    },
  };
}

/**
 * Checks the balance before a result is reported, so that whoever manages the workspace and whoever linked its key hear in
 * time that credits are running out. If a report is retried, it checks again, and nobody is told twice.
 */
export function watchingBalance(
  deliver: Deliver,
  parts: {
    queue: Queue;
    keys: LinkedKeys;
    settings: SettingsOf;
    clock: Clock;
    /** Called when there are warnings to tell. */
    warned: () => void;
  },
): Deliver {
  const { queue, keys, settings, clock, warned } = parts;

  async function look(
    intent: { id: string; workspace: string },
    { lowBalance: below, managers }: Settings,
  ): Promise<void> {
    const key = below === null ? null : await keys.linked(intent.workspace);
    if (below === null || !key) return;
    const readers = [...new Set([key.linkedBy, ...managers])];
    if (await queue.warnLow(intent, { fingerprint: key.fingerprint, below, readers }, clock.now())) warned();
  }

  return async report => {
    const { kind, text, intent } = report;
    const isSpent = kind === 'outcome' || (kind === 'result' && text?.state === 'sent');
    const rules = isSpent ? await settings.shown(intent.workspace) : undefined;
    if (rules) await look(intent, rules);
    return deliver(report, rules);
  };
}

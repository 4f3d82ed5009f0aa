import type { Clock } from '../../kit/clock.ts';
import type { Delivered, Delivery } from '../../kit/slack/posting.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import type { Report } from '../store/model.ts';
import type { Queue } from '../store/queue.ts';
import type { ClosedReport, Reports } from '../store/reports.ts';

/** Lease of a report. */
const REPORT_LEASE_MS = 60_000;
/** As many as requests in flight: a channel or workspace that answers slowly doesn't delay others' reports. */
const MAX_IN_FLIGHT = 500;
const WAIT_MS = { first: 1000, last: 60_000 };
/** A report that couldn't be delivered by then is dropped, and counted. */
const GIVE_UP_MS = 3 * 24 * 3_600_000;

/** @param rules the workspace's settings, if they were just read */
export type Deliver = (report: Report, rules?: Settings) => Promise<Delivery>;

export type Reporter = Worker & {
  /** True if a report can start at once. */
  hasRoom(): boolean;
  /** Delivers a report that this process has leased. */
  startNow(report: Report): void;
};

/** Delivers reports to Slack until Slack has them. A post may repeat; a text never does. */
export function createReporter(deps: {
  reports: Reports;
  deliver: Deliver;
  clock: Clock;
  log: Log;
  delivered: (delivery: Delivered) => void;
}): Reporter {
  const { reports, deliver, clock, log, delivered } = deps;
  const inFlight = new Map<string, Promise<void>>();
  /** The next batch to close, and the end of the batch that is being closed. */
  let closing: { reports: ClosedReport[]; done: Promise<boolean> } | null = null;
  let lastClosing: Promise<unknown> = Promise.resolve();
  /** True if the last pass found no room: more reports may be due. */
  let isFull = false;

  /** Returns true if the report is due again, now or later. */
  async function deliverAndClose(report: Report): Promise<boolean> {
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
    const posted = delivery.kind === 'posted' ? delivery : null;
    return close({ report, posted: posted?.viaResponseUrl ?? false, channel: posted?.channel ?? null });
  }

  /** Reports that end while a batch is being closed form the next batch. */
  function close(closed: ClosedReport): Promise<boolean> {
    closing ??= { reports: [], done: lastClosing.then(closeAll) };
    closing.reports.push(closed);
    return closing.done;
  }

  function closeAll(): Promise<boolean> {
    const { reports: batch = [] } = closing ?? {};
    closing = null;
    const done = reports.closeReports(batch, clock.now());
    lastClosing = Promise.allSettled([done]);
    return done;
  }

  /** Starts a report after the earlier ones of its intent, so that they are posted in order. */
  function start(report: Report): void {
    const before = inFlight.get(report.intent.id);
    const work = (before ?? Promise.resolve())
      .then(() => deliverAndClose(report))
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
      const room = MAX_IN_FLIGHT - inFlight.size;
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
    hasRoom: () => inFlight.size < MAX_IN_FLIGHT,
    startNow: start,
    async stop() {
      await worker.stop();
      await Promise.allSettled(inFlight.values());
    },
  };
}

/**
 * Checks the balance before a result is reported, so that managers and the admin who linked the key hear in time that
 * credits run low. Retried reports check again; a warning isn't repeated.
 */
export function withBalanceCheck(
  deliver: Deliver,
  deps: {
    queue: Queue;
    keys: LinkedKeys;
    settings: SettingsOf;
    clock: Clock;
    /** Called when there are warnings to report. */
    warned: () => void;
  },
): Deliver {
  const { queue, keys, settings, clock, warned } = deps;

  async function checkBalance(
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
    if (rules) await checkBalance(intent, rules);
    return deliver(report, rules);
  };
}

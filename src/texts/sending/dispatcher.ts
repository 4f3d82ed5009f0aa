import { createWorker, type Worker } from '../../kit/worker.ts';
import type { OpenedKey } from '../../workspace/linked-keys.ts';
import type { RequestOutcome } from '../gateway/reply.ts';
import type { Claim } from '../store/model.ts';
import { firstWaitOf } from '../store/promptness.ts';
import type { Text } from '../text.ts';
import type { Reporter } from './reporter.ts';
import { type ClaimEnd, createTextSender, logRefused, RELEASED, type SendDeps } from './send-text.ts';

/** Limits memory if the service answers no request. */
const MAX_IN_FLIGHT = 500;
/** More in one transaction would occupy the store for too long. */
const MAX_CLAIMS_PER_STEP = 50;
/** While texts go out, or none may start, expired and waiting texts are checked this often; otherwise at every pass. */
const CHECK_EVERY_MS = 500;

export type Dispatcher = Worker & {
  /**
   * Reserves a place for a text that may skip the queue. Call the result with its claim, and the key that was read when it
   * was planned. Null if the text must queue.
   *
   * @param fingerprint of the key that the text will probably use; null if unknown
   */
  openFastPath(fingerprint: string | null): ((claim: Claim, key: OpenedKey | null) => void) | null;
  /**
   * Last step of a shutdown: requeues claims that were committed but never confirmed, before another process marks them
   * uncertain.
   */
  releaseUnconfirmed(): Promise<void>;
};

/**
 * One claim, one request, one recorded outcome: claims due texts, sends each, starts its report, and continues with the
 * key's next text.
 */
export function createDispatcher(
  deps: SendDeps & {
    reporter: Pick<Reporter, 'hasRoom' | 'startNow' | 'wake'>;
    /** Called with each request's outcome once it is recorded. */
    counted: (outcome: RequestOutcome) => void;
    /** Called once for a text that had room: how long it took to leave, in milliseconds, or to expire. */
    waited: (ms: number) => void;
    /** Called when a bulk text has ended or texts have expired: there may be room for more. */
    settled: () => void;
  },
): Dispatcher {
  const { claims, queue, reporter, clock, wall, log, counted, waited, settled } = deps;
  const inFlight = new Set<Promise<void>>();
  let stopping = false;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const sender = createTextSender({ ...deps, hasReporterRoom: reporter.hasRoom, mayClaim: () => !stopping });

  /** Sends a claimed text, or releases the claim if the app is stopping. */
  function start(claim: Claim, claimedAt: number, justRead: OpenedKey | null = null): void {
    const work = (stopping ? sender.release(claim) : sender.send(claim, claimedAt, justRead))
      .catch((error): ClaimEnd => {
        log.error({ err: error, text: claim.text.id }, 'sending a text failed unexpectedly');
        return RELEASED;
      })
      .then(end => {
        inFlight.delete(work);
        if (end.next) start(end.next, end.claimedAt);
        report(claim.text, end);
        if (end.more) worker.wake();
      });
    inFlight.add(work);
  }

  /** Notes that a text left, or ended without having left. */
  function note(text: Text, at: number): void {
    const ms = firstWaitOf(text, at);
    if (ms !== null) waited(ms);
  }

  function report(text: Text, { outcome, leftAt, report }: ClaimEnd): void {
    if (outcome) counted(outcome);
    if (leftAt !== null) note(text, leftAt);
    if (report) reporter.startNow(report);
    // A text that was sent causes no other report.
    if (!report || outcome?.kind !== 'sent') reporter.wake();
    if (text.priority === 'bulk') settled();
  }

  /** Starts all texts that may go now; returns how many, and when to check again if it stopped for lack of room. */
  async function claimAll(): Promise<{ claimed: number; recheckInMs: number | null }> {
    let claimed = 0;
    for (;;) {
      const room = Math.min(MAX_CLAIMS_PER_STEP, MAX_IN_FLIGHT - inFlight.size);
      if (stopping || room <= 0) return { claimed, recheckInMs: CHECK_EVERY_MS };
      const claimedAt = wall();
      const batch = await claims.claim(clock.now(), room);
      for (const claim of batch) start(claim, claimedAt);
      claimed += batch.length;
      if (batch.length < room) return { claimed, recheckInMs: null };
    }
  }

  const worker = createWorker({
    name: 'dispatcher',
    clock,
    log,
    async pass() {
      const { claimed, recheckInMs } = await claimAll();
      const now = clock.now();
      const isTime = now - checkedAt >= CHECK_EVERY_MS;
      if (recheckInMs !== null && !isTime) return now + recheckInMs;
      let due = await queue.nextDue();
      if (isTime || claimed === 0) checkedAt = now;
      if (checkedAt === now && (due.unreported || (due.at !== null && due.at <= now))) {
        const [expired, reported] = await Promise.all([queue.expire(now), queue.reportWaiting(now)]);
        logRefused(log, expired, { kind: 'EXPIRED' });
        for (const text of expired) note(text, now);
        if (expired.length + reported > 0) {
          reporter.wake();
          settled();
        }
        due = await queue.nextDue();
      }
      return recheckInMs === null ? due.at : now + recheckInMs;
    },
  });

  return {
    wake: worker.wake,
    openFastPath(fingerprint) {
      if (stopping || inFlight.size >= MAX_IN_FLIGHT) return null;
      if (fingerprint !== null && !sender.isAnswering(fingerprint)) return null;
      const claimedAt = wall();
      return (claim, key) => start(claim, claimedAt, key);
    },
    async stop() {
      stopping = true;
      await worker.stop();
      while (inFlight.size > 0) await Promise.allSettled(inFlight);
    },
    async releaseUnconfirmed() {
      await claims.releaseUnconfirmed(clock.now()).catch(error => {
        log.error({ err: error }, 'can’t release unconfirmed claims; their texts will become uncertain');
      });
    },
  };
}

import { createWorker, type Worker } from '../../kit/worker.ts';
import type { OpenedKey } from '../../workspace/linked-keys.ts';
import type { RequestOutcome } from '../gateway/reply.ts';
import type { Claim } from '../store/model.ts';
import type { Text } from '../text.ts';
import type { Reporter } from './reporter.ts';
import { type ClaimEnd, createTextSender, logRefused, RELEASED, type SendingParts } from './send-text.ts';

/** The most requests in progress in this process: limits memory if the service hangs for everybody. */
const MAX_IN_FLIGHT = 500;
/** More in one step would occupy the store for too long. */
const CLAIMS_AT_ONCE = 50;
/** How often to look at what is waiting while texts go out or there is no room for more; otherwise at every pass. */
const LOOK_EVERY_MS = 500;

export type Dispatcher = Worker & {
  /**
   * For a text that may go at once: what takes its claim, which is made from now on, with the key that was read when it was planned.
   * Null: it waits for its turn.
   *
   * @param fingerprint of its key, as far as it is known
   */
  openFastPath(fingerprint: string | null): ((claim: Claim, key: OpenedKey | null) => void) | null;
  /**
   * Once nothing is accepted any more: texts of which nobody heard that they were claimed wait again. Others would call them
   * uncertain, although nothing has left.
   */
  releaseUnconfirmed(): Promise<void>;
};

/** Claims the texts that may go, has each sent, and has whoever asked told of its outcome. */
export function createDispatcher(
  deps: SendingParts & {
    reporter: Pick<Reporter, 'hasRoom' | 'startNow' | 'wake'>;
    /** Called with each request's outcome once it is recorded. */
    counted: (outcome: RequestOutcome) => void;
    /** Called when a text to many has ended, or others have expired: there may be room for more. */
    settled: () => void;
  },
): Dispatcher {
  const { claims, queue, reporter, clock, wall, log, counted, settled } = deps;
  const inFlight = new Set<Promise<void>>();
  let stopping = false;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const sender = createTextSender({ ...deps, mayTell: reporter.hasRoom, mayClaim: () => !stopping });

  /** Once the app stops, no request begins any more: whatever was claimed meanwhile waits again. */
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

  function report(text: Text, { outcome, report }: ClaimEnd): void {
    if (outcome) counted(outcome);
    if (report) reporter.startNow(report);
    // With a text that was sent, nothing else is to be told.
    if (!report || outcome?.kind !== 'sent') reporter.wake();
    if (text.priority === 'bulk') settled();
  }

  /** Starts everything that may go now and has room; returns how many, and when to look again if more might have gone. */
  async function claimAll(): Promise<{ claimed: number; againIn: number | null }> {
    let claimed = 0;
    for (;;) {
      const room = Math.min(CLAIMS_AT_ONCE, MAX_IN_FLIGHT - inFlight.size);
      if (stopping || room <= 0) return { claimed, againIn: LOOK_EVERY_MS };
      const claimedAt = wall();
      const taken = await claims.claim(clock.now(), room);
      for (const claim of taken) start(claim, claimedAt);
      claimed += taken.length;
      if (taken.length < room) return { claimed, againIn: null };
    }
  }

  const worker = createWorker({
    name: 'dispatcher',
    clock,
    log,
    async pass() {
      const { claimed, againIn } = await claimAll();
      const now = clock.now();
      const isTime = now - lookedAt >= LOOK_EVERY_MS;
      if (againIn !== null && !isTime) return now + againIn;
      let due = await queue.nextDue();
      if (isTime || claimed === 0) lookedAt = now;
      if (lookedAt === now && (due.untold || (due.at !== null && due.at <= now))) {
        const [expired, told] = await Promise.all([queue.expire(now), queue.reportWaiting(now)]);
        logRefused(log, expired, { kind: 'EXPIRED' });
        if (expired.length + told > 0) {
          reporter.wake();
          settled();
        }
        due = await queue.nextDue();
      }
      return againIn === null ? due.at : now + againIn;
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
        log.error(
          { err: error },
          'can’t give back texts that were claimed unheard; they’ll be called uncertain',
        );
      });
    },
  };
}

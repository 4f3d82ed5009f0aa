import { type Clock, createBackoff, pause } from '../../kit/clock.ts';
import { maskNumber } from '../../kit/number.ts';
import { holdingCodeOf, type Problem } from '../../kit/problem.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { LinkedKeys, OpenedKey } from '../../workspace/linked-keys.ts';
import type { Gateway } from '../gateway/client.ts';
import type { RequestOutcome } from '../gateway/reply.ts';
import { SLOW_AFTER_429_MS } from '../pace.ts';
import type { DoNotTextLookup } from '../recipient-directory.ts';
import type { Claims } from '../store/claim.ts';
import type { Claim, ClaimRelease, Report, Settlement } from '../store/model.ts';
import type { Queue } from '../store/queue.ts';
import type { Text } from '../text.ts';
import { createCircuitBreaker } from './circuit-breaker.ts';

/** If a claim's request hasn't begun within this time, the claim is given back: others may think it was abandoned. */
const CLAIM_FRESH_MS = 5000;
/** The most requests in progress in this process: limits memory if the service hangs for everybody. */
const MAX_IN_FLIGHT = 500;
/** More in one step would occupy the store for too long. */
const CLAIMS_AT_ONCE = 50;
/** How often to look at what is waiting while texts go out or there is no room for more; otherwise at every pass. */
const LOOK_EVERY_MS = 500;
const RECORD_AGAIN_MS = 1000;
/** While the service leaves a key's requests unanswered, how often to check whether one has been answered. */
const BREAKER_LOOK_MS = 2000;
/** After 429s in a row on one key, and after failed connections for one text, waits double up to the last. */
const BUSY_WAIT_MS = { first: 2000, last: 60_000 };
const UNREACHABLE_WAIT_MS = { first: 1000, last: 30_000 };

/** `claimedAt`: when `next` was claimed, by the machine's time of day. */
type Settled = Awaited<ReturnType<Claims['settle']>> & { claimedAt: number };
type KeyForRequest = Awaited<ReturnType<LinkedKeys['open']>> | 'away';

/** How a claim ended. `outcome` null: no request was made. */
type ClaimEnd = Settled & { outcome: RequestOutcome | null };

const RELEASED: ClaimEnd = { outcome: null, report: null, next: null, more: true, claimedAt: 0 };

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

/**
 * Claims, sends and records texts: one request for each claim, one outcome for each request, and the outcome recorded
 * before anything else happens to the text.
 */
export function createDispatcher(deps: {
  claims: Claims;
  queue: Queue;
  keys: LinkedKeys;
  doNotText: DoNotTextLookup;
  /** Until when (a time of day) a promotional text may go; null: not now; a problem: it doesn't. */
  closesAt: (text: Text) => Promise<number | Problem | null>;
  gateway: Gateway;
  clock: Clock;
  /** The machine's time of day. */
  wall: () => number;
  log: Log;
  /** Whether the report of a result can be told at once; otherwise it waits for its turn. */
  mayTell: () => boolean;
  /** Called after an outcome was recorded. `report`: of its result; others are to be looked for. */
  recorded: (what: { outcome: RequestOutcome | null; text: Text; report: Report | null } | null) => void;
}): Dispatcher {
  const { claims, queue, keys, doNotText, closesAt, gateway, clock, wall, log, mayTell, recorded } = deps;
  const inFlight = new Set<Promise<void>>();
  const busy = createBackoff(BUSY_WAIT_MS);
  const unreachable = createBackoff(UNREACHABLE_WAIT_MS);
  const breaker = createCircuitBreaker();
  let stopping = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /**
   * Sends a claimed text and records what became of it.
   *
   * @param claimedAt by the machine's time of day
   * @param justRead its key, if the text was planned just now; null: it waited since
   */
  async function send(claim: Claim, claimedAt: number, justRead: OpenedKey | null): Promise<ClaimEnd> {
    const { workspace, number, message, fingerprint } = claim.text;
    const [key, marked, until] = await Promise.all([
      justRead ?? openKey(workspace),
      justRead ? null : doNotTextProblem(claim.text),
      claim.text.promotional ? dayEnds(claim.text) : Number.POSITIVE_INFINITY,
    ]);
    if (isPast(claim.text)) return refuse(claim, { kind: 'EXPIRED' });
    // Also what was marked while the text waited.
    if (marked && marked !== 'away') return refuse(claim, marked);
    if (key === 'none') return refuse(claim, { kind: 'UNLINKED' });
    if (key === 'unreadable') return refuse(claim, { kind: 'KEY_UNREADABLE' });
    if (until !== null && typeof until === 'object') return refuse(claim, until);
    const isAway = key === 'away' || marked === 'away' || until === 'away';
    if (until === null) return release(claim, clock.now());
    if (isAway || key.fingerprint !== fingerprint) {
      return release(claim, clock.now() + (isAway ? RECORD_AGAIN_MS : 0));
    }
    const turn = breaker.turnOf(fingerprint);
    if (!turn) {
      const until = clock.now() + BREAKER_LOOK_MS;
      return release(claim, until, { why: 'UNANSWERED', backOff: { until, slowUntil: 0 } });
    }
    // The time line stands still while the machine is paused, and the time of day may be set: each tells what the other doesn't.
    const ages = () => [clock.now() - claim.claimedAt, Math.abs(wall() - claimedAt)];
    const fresh = (): boolean => ages().every(ms => ms <= CLAIM_FRESH_MS) && clock.wall() < until;
    let outcome: RequestOutcome | null = null;
    try {
      outcome = await gateway.send({ apiKey: key.apiKey, number, message }, fresh);
    } finally {
      turn.ended(outcome);
    }
    return { ...(await record(claim, outcome)), outcome };
  }

  /** It waited too long by the time of day: its machine slept, so its own time line knows nothing of that. */
  const isPast = ({ createdAt, expiresAt, madeAt }: Text): boolean =>
    clock.wall() - madeAt > expiresAt - createdAt;

  function openKey(workspace: string): Promise<KeyForRequest> {
    return keys.open(workspace).catch(error => {
      log.error({ err: error, workspace }, 'can’t read a linked API key; trying again');
      return 'away';
    });
  }

  async function refuse(claim: Claim, problem: Problem): Promise<ClaimEnd> {
    const settled = await settle(claim, { kind: 'refused', problem });
    logRefused(log, [claim.text], problem);
    return { outcome: null, ...settled };
  }

  /** Until when this promotional text may go; null: not now; a problem: it doesn't. */
  function dayEnds(text: Text): Promise<number | Problem | 'away' | null> {
    return closesAt(text).catch(error => {
      log.error({ err: error, workspace: text.workspace }, 'can’t check whether it is day; trying again');
      return 'away';
    });
  }

  /** Why a number must not be texted now; null: it may. */
  async function doNotTextProblem({
    workspace,
    number,
    ignoreDoNotText,
  }: Text): Promise<Problem | 'away' | null> {
    if (ignoreDoNotText) return null;
    try {
      const marked = await doNotText.of(workspace, [number]).catch(ifUnreadable('unreadable' as const));
      if (marked === 'unreadable') return { kind: 'WORKSPACE_UNREADABLE' };
      return marked.has(number) ? { kind: 'NEVER_TEXT', number: maskNumber(number) } : null;
    } catch (error) {
      log.error({ err: error, workspace }, 'can’t check whether a number may be texted; trying again');
      return 'away';
    }
  }

  /** Unsent, at once or later; `how`: otherwise nobody needs to be told, and the service didn't count it. */
  async function release(
    claim: Claim,
    notBefore: number,
    how: Partial<ClaimRelease> = {},
  ): Promise<ClaimEnd> {
    const ifUncertain = { kind: 'EXPIRED' } as const;
    const release = { notBefore, why: null, counted: false, ifUncertain, backOff: null, ...how };
    return untilRecorded(async () => {
      await claims.release(claim, release, clock.now());
      await rekeyOrRefuseWaiting(claim);
      return RELEASED;
    });
  }

  async function record(claim: Claim, outcome: RequestOutcome): Promise<Settled> {
    const { id: textId, fingerprint } = claim.text;
    const now = clock.now();
    if (outcome.kind === 'refused' && outcome.code === 'RATE_LIMITED') {
      const until = now + Math.max(busy.next(fingerprint), outcome.retryAfterMs ?? 0);
      const backOff = { until, slowUntil: until + SLOW_AFTER_429_MS };
      const ifUncertain = { kind: 'SERVICE_BUSY' } as const;
      return release(claim, until, { why: 'RATE_LIMITED', counted: true, ifUncertain, backOff });
    }
    if (outcome.kind === 'not_sent') {
      if (outcome.why === 'late') return release(claim, now);
      log.warn({ err: outcome.cause, text: textId }, 'can’t reach the SMS service');
      const ifUncertain = { kind: 'SERVICE_UNREACHABLE' } as const;
      return release(claim, now + unreachable.next(textId), { why: 'UNREACHABLE', ifUncertain });
    }
    unreachable.succeeded(textId);
    busy.succeeded(fingerprint);
    const settled = await settle(claim, settlementOf(outcome));
    const line = lineOf(claim.text);
    if (outcome.kind === 'uncertain')
      log.warn({ err: outcome.cause, ...line, why: outcome.why }, 'a text may or may not have gone out');
    else if (outcome.kind === 'sent') log.info({ ...line, logId: outcome.logId }, 'a text was sent');
    else log.info({ ...line, status: outcome.status, code: outcome.code }, 'a text was refused');
    return settled;
  }

  /** Keeps trying to record: until then, only we know what the service did. */
  async function untilRecorded<T>(what: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await what();
      } catch (error) {
        log.error({ err: error }, 'can’t record a text’s result; trying again');
        await pause(clock, RECORD_AGAIN_MS);
      }
    }
  }

  const settle = (claim: Claim, settlement: Settlement): Promise<Settled> =>
    untilRecorded(async () => {
      const [now, claimedAt] = [clock.now(), wall()];
      // This one's end makes room for the next.
      const settled = await claims.settle(claim, settlement, now, { tells: mayTell(), next: !stopping });
      if (settlement.kind === 'refused' && holdingCodeOf(settlement.problem))
        await rekeyOrRefuseWaiting(claim);
      return { ...settled, claimedAt };
    });

  /** A new key may have been linked since the text was planned: then the text goes with that one. Or its key was unlinked. */
  async function rekeyOrRefuseWaiting({ text: { workspace, fingerprint } }: Claim): Promise<void> {
    const key = await keys.linked(workspace);
    if (key && key.fingerprint !== fingerprint)
      await queue.moveWaiting(workspace, key.fingerprint, clock.now());
    if (key || (await keys.open(workspace)) !== 'none') return;
    const refused = await queue.refuseWaiting(workspace, { kind: 'UNLINKED' }, clock.now());
    logRefused(log, refused, { kind: 'UNLINKED' });
  }

  /** Once the app stops, no request begins any more: whatever was claimed meanwhile waits again. */
  function start(claim: Claim, claimedAt: number, justRead: OpenedKey | null = null): void {
    const { text } = claim;
    const work = (stopping ? release(claim, clock.now()) : send(claim, claimedAt, justRead))
      .catch((error): ClaimEnd => {
        log.error({ err: error, text: text.id }, 'sending a text failed unexpectedly');
        return RELEASED;
      })
      .then(({ outcome, report, next, more, claimedAt }) => {
        inFlight.delete(work);
        if (next) start(next, claimedAt);
        recorded({ outcome, text, report });
        if (more) worker.wake();
      });
    inFlight.add(work);
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
        if (expired.length + told > 0) recorded(null);
        due = await queue.nextDue();
      }
      return againIn === null ? due.at : now + againIn;
    },
  });

  return {
    wake: worker.wake,
    openFastPath(fingerprint) {
      if (stopping || inFlight.size >= MAX_IN_FLIGHT) return null;
      if (fingerprint !== null && !breaker.isClosed(fingerprint)) return null;
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

/** A text in the log: never its number or words. */
const lineOf = ({ workspace, intentId, id }: Text) => ({ workspace, intent: intentId, text: id });

/** Writes down that texts won't go: by ids, without numbers and words. */
export function logRefused(log: Log, texts: readonly Text[], { kind }: Problem): void {
  for (const text of texts) log.info({ ...lineOf(text), code: kind }, 'a text was refused');
}

function settlementOf(outcome: Exclude<RequestOutcome, { kind: 'not_sent' }>): Settlement {
  if (outcome.kind === 'sent') {
    const { logId, cost, balance } = outcome;
    return { kind: 'sent', logId, cost, balance };
  }
  if (outcome.kind === 'uncertain') return { kind: 'uncertain', why: outcome.why };
  const { code, status, proven } = outcome;
  return { kind: 'refused', problem: { kind: 'SERVICE_REFUSED', code, status, proven } };
}

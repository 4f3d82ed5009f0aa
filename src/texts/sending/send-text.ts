import { type Clock, createBackoff, pause } from '../../kit/clock.ts';
import { maskNumber } from '../../kit/number.ts';
import { holdingCodeOf, type Problem } from '../../kit/problem.ts';
import { ifUnreadable } from '../../kit/store/errors.ts';
import type { Log } from '../../log.ts';
import type { LinkedKeys, OpenedKey } from '../../workspace/linked-keys.ts';
import type { Gateway } from '../gateway/client.ts';
import type { RequestOutcome } from '../gateway/reply.ts';
import { SLOW_AFTER_429_MS } from '../pace.ts';
import type { DoNotTextLookup } from '../recipient-directory.ts';
import type { Claims } from '../store/claim.ts';
import type { Claim, ClaimRelease, Settlement } from '../store/model.ts';
import type { Queue } from '../store/queue.ts';
import type { Text } from '../text.ts';
import { createCircuitBreaker, type Turn } from './circuit-breaker.ts';

/* Sends a claimed text: checks whether it may go now, makes its one request, and records the outcome. */

/**
 * A request must begin within this time of its claim; otherwise the claim is released, because another process may take it
 * for abandoned.
 */
const CLAIM_FRESH_MS = 5000;
const RECORD_RETRY_MS = 1000;
/** While the service doesn't answer a key's requests, its texts are tried again this often. */
const BREAKER_CHECK_MS = 2000;
/** Waits double from first to last: after 429s in a row on one key, and after failed connections for one text. */
const BUSY_WAIT_MS = { first: 2000, last: 60_000 };
const UNREACHABLE_WAIT_MS = { first: 1000, last: 30_000 };

/** `claimedAt`: when `next` was claimed, by the machine's clock. */
type Settled = Awaited<ReturnType<Claims['settle']>> & { claimedAt: number };
type KeyForRequest = Awaited<ReturnType<LinkedKeys['open']>> | 'away';

/** `leftAt`: when the request's first byte left; null if none did. */
type Requested = { outcome: RequestOutcome; leftAt: number | null };

/**
 * The end of a claim. `outcome` and `leftAt`: null if no request was made. `next`: the claim of the key's next text, made in
 * the same transaction.
 */
export type ClaimEnd = Settled & { outcome: RequestOutcome | null; leftAt: number | null };

export const RELEASED: ClaimEnd = {
  outcome: null,
  leftAt: null,
  report: null,
  next: null,
  more: true,
  claimedAt: 0,
};

/** The check before the request. `until`: a time of day. */
type Clearance =
  | { kind: 'go'; apiKey: string; until: number; turn: Turn }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'later'; inMs: number; how?: Partial<ClaimRelease> };

export type TextSender = {
  /**
   * Sends a claimed text and records its outcome: one request for each claim, one outcome for each request.
   *
   * @param claimedAt by the machine's clock
   * @param justRead the text's key, if the text was planned just now; null if it has waited since
   */
  send(claim: Claim, claimedAt: number, justRead: OpenedKey | null): Promise<ClaimEnd>;
  /** Releases a claim: its text is queued again. */
  release(claim: Claim): Promise<ClaimEnd>;
  /** True if the service answers requests with this key. */
  isAnswering(fingerprint: string): boolean;
};

export type SendDeps = {
  claims: Claims;
  queue: Queue;
  keys: LinkedKeys;
  doNotText: DoNotTextLookup;
  /** Until when (a time of day) a promotional text may go; null if not now; a problem if never. */
  closesAt: (text: Text) => Promise<number | Problem | null>;
  gateway: Gateway;
  clock: Clock;
  /** The machine's time of day. */
  wall: () => number;
  log: Log;
};

export function createTextSender(
  deps: SendDeps & {
    /** True if the reporter can start a result's report at once; otherwise the report waits until it is due. */
    hasReporterRoom: () => boolean;
    /** True if the end of a claim may claim the key's next text. */
    mayClaim: () => boolean;
  },
): TextSender {
  const { claims, queue, keys, doNotText, closesAt, gateway, clock, wall, log, hasReporterRoom, mayClaim } =
    deps;
  const busy = createBackoff(BUSY_WAIT_MS);
  const unreachable = createBackoff(UNREACHABLE_WAIT_MS);
  const breaker = createCircuitBreaker();

  async function send(claim: Claim, claimedAt: number, justRead: OpenedKey | null): Promise<ClaimEnd> {
    const clearance = await clear(claim, justRead);
    if (clearance.kind === 'refused') return refuse(claim, clearance.problem);
    if (clearance.kind === 'later') return release(claim, clock.now() + clearance.inMs, clearance.how);
    const requested = await request(claim, claimedAt, clearance);
    return { ...(await record(claim, requested)), ...requested };
  }

  /** Checks again the key, the marks and the hours, which may have changed: a text may have waited for hours. */
  async function clear({ text }: Claim, justRead: OpenedKey | null): Promise<Clearance> {
    const { workspace, fingerprint, promotional } = text;
    const [key, marked, until] = await Promise.all([
      justRead ?? openKey(workspace),
      justRead ? null : doNotTextProblem(text),
      promotional ? promotionalUntil(text) : Number.POSITIVE_INFINITY,
    ]);
    const refused = (problem: Problem): Clearance => ({ kind: 'refused', problem });
    if (isExpiredByClock(text)) return refused({ kind: 'EXPIRED' });
    // The number may have been marked while the text waited.
    if (marked && marked !== 'away') return refused(marked);
    if (key === 'none') return refused({ kind: 'UNLINKED' });
    if (key === 'unreadable') return refused({ kind: 'KEY_UNREADABLE' });
    if (until !== null && typeof until === 'object') return refused(until);
    if (until === null) return { kind: 'later', inMs: 0 };
    if (key === 'away' || marked === 'away' || until === 'away')
      return { kind: 'later', inMs: RECORD_RETRY_MS };
    if (key.fingerprint !== fingerprint) return { kind: 'later', inMs: 0 };
    const turn = breaker.turnOf(fingerprint);
    if (turn) return { kind: 'go', apiKey: key.apiKey, until, turn };
    const backOff = { until: clock.now() + BREAKER_CHECK_MS, slowUntil: 0 };
    return { kind: 'later', inMs: BREAKER_CHECK_MS, how: { why: 'UNANSWERED', backOff } };
  }

  async function request(
    { text: { number, message }, claimedAt: claimedNow }: Claim,
    claimedAt: number,
    { apiKey, until, turn }: Extract<Clearance, { kind: 'go' }>,
  ): Promise<Requested> {
    // The time line stands still while the machine sleeps, and the time of day may be set: each shows what the other misses.
    const ages = () => [clock.now() - claimedNow, Math.abs(wall() - claimedAt)];
    const fresh = (): boolean => ages().every(ms => ms <= CLAIM_FRESH_MS) && clock.wall() < until;
    let leftAt: number | null = null;
    const mayLeave = (): boolean => {
      const isFresh = fresh();
      if (isFresh) leftAt = clock.now();
      return isFresh;
    };
    let outcome: RequestOutcome | null = null;
    try {
      outcome = await gateway.send({ apiKey, number, message }, mayLeave);
      return { outcome, leftAt };
    } finally {
      turn.ended(outcome);
    }
  }

  async function record(claim: Claim, { outcome, leftAt }: Requested): Promise<Settled> {
    const { id: textId, fingerprint } = claim.text;
    const now = clock.now();
    if (outcome.kind === 'refused' && outcome.code === 'RATE_LIMITED') {
      const until = now + Math.max(busy.next(fingerprint), outcome.retryAfterMs ?? 0);
      const backOff = { until, slowUntil: until + SLOW_AFTER_429_MS };
      const ifUncertain = { kind: 'SERVICE_BUSY' } as const;
      return release(claim, until, { why: 'RATE_LIMITED', counted: true, ifUncertain, backOff, leftAt });
    }
    if (outcome.kind === 'not_sent') {
      if (outcome.why === 'late') return release(claim, now);
      log.warn({ err: outcome.cause, text: textId }, 'can’t reach the SMS service');
      const ifUncertain = { kind: 'SERVICE_UNREACHABLE' } as const;
      return release(claim, now + unreachable.next(textId), { why: 'UNREACHABLE', ifUncertain });
    }
    unreachable.succeeded(textId);
    busy.succeeded(fingerprint);
    const settled = await settle(claim, settlementOf(outcome), leftAt);
    const line = lineOf(claim.text);
    if (outcome.kind === 'uncertain')
      log.warn({ err: outcome.cause, ...line, why: outcome.why }, 'a text may or may not have gone out');
    else if (outcome.kind === 'sent') log.info({ ...line, logId: outcome.logId }, 'a text was sent');
    else log.info({ ...line, status: outcome.status, code: outcome.code }, 'a text was refused');
    return settled;
  }

  const settle = (claim: Claim, settlement: Settlement, leftAt: number | null): Promise<Settled> =>
    untilRecorded(async () => {
      const [now, claimedAt] = [clock.now(), wall()];
      const settled = await claims.settle(claim, settlement, now, {
        reportHere: hasReporterRoom(),
        claimNext: mayClaim(),
        leftAt,
      });
      if (settlement.kind === 'refused' && holdingCodeOf(settlement.problem))
        await rekeyOrRefuseWaiting(claim);
      return { ...settled, claimedAt };
    });

  /** Retries without limit: until the store has the outcome, only this process knows what the service did. */
  async function untilRecorded<T>(record: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await record();
      } catch (error) {
        log.error({ err: error }, 'can’t record a text’s result; trying again');
        await pause(clock, RECORD_RETRY_MS);
      }
    }
  }

  async function refuse(claim: Claim, problem: Problem): Promise<ClaimEnd> {
    const settled = await settle(claim, { kind: 'refused', problem }, null);
    logRefused(log, [claim.text], problem);
    return { outcome: null, leftAt: null, ...settled };
  }

  /** Requeues the text. By default without a report, and as if no request was made. */
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

  /**
   * Moves the workspace's waiting texts to its new key, or refuses them if it has none: a requeued text's key may have been
   * replaced or unlinked meanwhile.
   */
  async function rekeyOrRefuseWaiting({ text: { workspace, fingerprint } }: Claim): Promise<void> {
    const key = await keys.linked(workspace);
    if (key && key.fingerprint !== fingerprint)
      await queue.moveWaiting(workspace, key.fingerprint, clock.now());
    if (key || (await keys.open(workspace)) !== 'none') return;
    const refused = await queue.refuseWaiting(workspace, { kind: 'UNLINKED' }, clock.now());
    logRefused(log, refused, { kind: 'UNLINKED' });
  }

  /** True if the text expired by the time of day. The app's time line misses the time that the machine slept. */
  const isExpiredByClock = ({ createdAt, expiresAt, madeAt }: Text): boolean =>
    clock.wall() - madeAt > expiresAt - createdAt;

  function openKey(workspace: string): Promise<KeyForRequest> {
    return keys.open(workspace).catch(error => {
      log.error({ err: error, workspace }, 'can’t read a linked API key; trying again');
      return 'away';
    });
  }

  /** Why the number may not be texted; null if it may. `away`: the list can't be read now. */
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

  /** `closesAt`, or `away` if it can't be checked now. */
  function promotionalUntil(text: Text): Promise<number | Problem | 'away' | null> {
    return closesAt(text).catch(error => {
      log.error({ err: error, workspace: text.workspace }, 'can’t check whether it is day; trying again');
      return 'away';
    });
  }

  return {
    send,
    release: claim => release(claim, clock.now()),
    isAnswering: breaker.isClosed,
  };
}

/** Ids for the log, never numbers or words. */
const lineOf = ({ workspace, intentId, id }: Text) => ({ workspace, intent: intentId, text: id });

/** Logs refused texts by their ids. */
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

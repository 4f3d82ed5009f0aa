import { StorageError } from '../../kit/store/errors.ts';
import type { Entry, Range, Store, Tx } from '../../kit/store/store.ts';
import { roomAt } from '../pace.ts';
import { PRIORITIES, type Priority } from '../text.ts';
import {
  holdingCodeIn,
  KEYS,
  type KeyRecord,
  loadKey,
  maxClaims,
  nextOf,
  onTrialFirst,
  type Queues,
  windowOf,
  withDueAtIfQueued,
  withReply,
  withSlot,
} from './key.ts';
import {
  type Claim,
  type ClaimRelease,
  type Report,
  type Settlement,
  TEXTS,
  type TextRecord,
  toText,
} from './model.ts';
import { readOrQuarantine, TEXT_KIND } from './quarantine.ts';
import { reapGone } from './reap.ts';
import { reportOfText } from './reports.ts';
import { recordEnd, recordRelease } from './settle.ts';
import { withEvent } from './story-events.ts';
import type { StepContext, StepDeps } from './text-changes.ts';

/** Marks a text as sending and takes a slot of its key under the claim's id. */
export function withClaim(
  key: KeyRecord,
  text: TextRecord,
  { id, owner }: { id: string; owner: string },
  now: number,
): { key: KeyRecord; text: TextRecord; claim: Claim } {
  const sending: TextRecord = {
    ...text,
    state: 'sending',
    claim: id,
    lease: { owner, since: now },
    story: withEvent(text.story, { what: 'claimed', at: now }),
  };
  return {
    key: { ...withSlot(key, { id, priority: text.priority }, now), unanswered: false },
    text: sending,
    claim: { id, text: toText(sending), actor: text.actor, claimedAt: now },
  };
}

const MAX_KEYS_PER_PASS = 100;
/** Limits how many expired texts of a key one transaction skips. */
const MAX_TEXTS_SCANNED = 100;
/** While a key is on trial, its shortest text goes first: limits how many are compared if none has one part. */
const MAX_TRIAL_TEXTS_SCANNED = 1000;
const PAGE = 100;

type ClaimContext = StepContext & {
  max: number;
  owner: string;
  /** The key's index entry, if it was found by one. */
  entry?: Entry;
};

/** Claims up to `max` due texts of a key, most urgent first, and stores when its queue is due again. */
function claimFor(tx: Tx, fingerprint: string, { max, owner, entry, ...ctx }: ClaimContext): Claim[] {
  const { newId, now } = ctx;
  const ranges = PRIORITIES.map(priority => queueOf(fingerprint, priority, maxOf(priority, max) + 1));
  tx.load([[KEYS, fingerprint]], ranges);
  let key = loadKey(tx, fingerprint, now);
  // A missing or unreadable record can't remove its own index entry, so the key would stay due for good.
  if (entry && tx.readable(KEYS, [fingerprint]).length === 0) tx.removeEntry(KEYS.index('due'), entry);
  const room = Math.min(max, maxClaims(key, now));
  const waiting = PRIORITIES.map(priority => waitersOf(tx, key, priority, maxOf(priority, room), ctx));
  const texts = new Map(waiting.flat().map(text => [text.id, text]));
  const [alert = [], people = [], bulk = []] = waiting;
  let queues: Queues = { alert, people, bulk };
  const claims: Claim[] = [];
  for (;;) {
    const next = nextOf(key, queues, now);
    if (next.kind === 'wait') key = next.key;
    const text = next.kind === 'go' ? texts.get(next.id) : undefined;
    if (!text || claims.length === max || next.kind === 'wait') break;
    queues = { ...queues, [next.priority]: queues[next.priority].slice(1) };
    const claimed = withClaim(key, text, { id: newId(), owner }, now);
    // Moves the key behind others that have been due for as long.
    key = { ...claimed.key, queueDueAt: now };
    tx.put(TEXTS, claimed.text);
    claims.push(claimed.claim);
  }
  tx.put(KEYS, key);
  return claims;
}

const maxOf = (priority: Priority, max: number): number => (priority === 'bulk' ? Math.min(max, 1) : max);

const queueOf = (fingerprint: string, priority: Priority, limit: number): Range => ({
  index: TEXTS.index('queue', fingerprint, priority),
  limit,
});

/**
 * The first texts of a priority that may still go: up to `needed`, and one more, which shows whether more are waiting. While
 * the key is on trial: the shortest.
 */
function waitersOf(
  tx: Tx,
  key: KeyRecord,
  priority: Priority,
  needed: number,
  ctx: StepContext,
): TextRecord[] {
  const { now } = ctx;
  const onTrial = key.trial !== null && needed > 0;
  const maxScanned = onTrial ? MAX_TRIAL_TEXTS_SCANNED : MAX_TEXTS_SCANNED;
  const waiters: TextRecord[] = [];
  const isEnough = (): boolean =>
    onTrial
      ? waiters.some(({ parts, notBefore }) => parts === 1 && notBefore <= now)
      : waiters.length > needed;
  let range = queueOf(key.id, priority, onTrial ? PAGE : needed + 1);
  for (let scanned = 0; scanned < maxScanned && !isEnough(); ) {
    const entries = tx.list(range);
    const texts = readOrQuarantine(tx, TEXT_KIND, { index: range.index, entries }, ctx);
    // Leaves out texts that are too old (`expire` ends them and wakes the key) and texts that this transaction has just
    // parked.
    waiters.push(
      ...texts.filter(text => text.state === 'queued' && text.parked !== true && text.expiresAt > now),
    );
    if (entries.length < range.limit) break;
    scanned += entries.length;
    range = { ...range, limit: PAGE, after: entries.at(-1) ?? null };
  }
  return onTrial ? onTrialFirst(waiters, now).slice(0, needed + 1) : waiters.slice(0, needed + 1);
}

/** A transaction that claims texts. If its outcome is unknown, notes the claims for `releaseUnconfirmed`. */
export async function claimIn<T>(
  store: Store,
  unconfirmedClaims: Set<Claim>,
  serializeBy: string | undefined,
  work: (tx: Tx, claims: Claim[]) => T,
): Promise<T> {
  let claims: Claim[] = [];
  try {
    return await store.transaction(tx => {
      claims = [];
      return work(tx, claims);
    }, serializeBy);
  } catch (error) {
    if (error instanceof StorageError && error.unsure)
      for (const claim of claims) unconfirmedClaims.add(claim);
    throw error;
  }
}

type SettleOptions = { reportHere: boolean; claimNext: boolean; leftAt?: number | null };

/** Makes, releases, settles and reaps claims. A claim takes a slot of its key's pace. */
export function createClaims(store: Store, deps: StepDeps, unconfirmedClaims: Set<Claim>) {
  const { newId } = deps;
  const release = (claim: Claim, how: ClaimRelease, now: number): Promise<void> =>
    store.transaction(tx => recordRelease(tx, claim, how, { ...deps, now }), claim.text.fingerprint);

  /** Releases claims whose commit may have succeeded without an answer, so that their texts wait again. */
  async function releaseUnconfirmed(now: number): Promise<void> {
    for (const claim of unconfirmedClaims) {
      await release(
        claim,
        { notBefore: now, why: null, counted: false, ifUncertain: { kind: 'EXPIRED' }, backOff: null },
        now,
      );
      unconfirmedClaims.delete(claim);
    }
  }

  /**
   * The report of a claim's end if this process delivers it; null otherwise. Recording the end again, after the first
   * commit's answer was lost, returns the report again.
   */
  function reportFor(tx: Tx, claim: Claim): Report | null {
    const [text] = tx.readable(TEXTS, [claim.text.id]);
    const isOurs = text?.claim === claim.id && text.lease?.owner === store.owner;
    return isOurs && text.report?.isStale === false ? reportOfText(text) : null;
  }

  const claimOf = (entry: Entry, now: number, max: number): Promise<Claim[]> =>
    claimIn(store, unconfirmedClaims, entry.id, (tx, claims) => {
      // Checked inside the transaction, because the store may have come back since `claim` was called.
      if (store.claimsPausedMs() === 0)
        claims.push(...claimFor(tx, entry.id, { ...deps, max, owner: store.owner, now, entry }));
      return claims;
    });

  return {
    /**
     * Claims due texts across keys, the longest due key first, in equal shares. If it returns fewer than `limit`, nothing
     * else is due.
     */
    async claim(now: number, limit: number) {
      if (store.claimsPausedMs() > 0) return [];
      await releaseUnconfirmed(now);
      const claims: Claim[] = [];
      while (claims.length < limit) {
        const room = limit - claims.length;
        const range = { index: KEYS.index('due'), to: now, limit: Math.min(room, MAX_KEYS_PER_PASS) };
        const due = await store.read(tx => tx.list(range));
        const share = Math.floor(room / due.length);
        const batches = await Promise.all(due.map(entry => claimOf(entry, now, share)));
        claims.push(...batches.flat());
        if (due.length < range.limit && batches.every(batch => batch.length < share)) break;
      }
      return claims;
    },

    release,
    releaseUnconfirmed,

    /**
     * Records how a claim ended; a certain outcome also corrects an uncertain one. In the same transaction claims the key's
     * next text.
     *
     * @param options `reportHere`: this process, which has had the text's lease since the claim, also reports to Slack;
     *   `claimNext`: claim the key's next due text; `leftAt`: when the request's first byte left; null: there was none
     * @returns the report to deliver, the next claim, and whether the key's queue still has texts
     */
    settle(
      claim: Claim,
      settlement: Settlement,
      now: number,
      { reportHere, claimNext, leftAt = null }: SettleOptions = { reportHere: false, claimNext: false },
    ) {
      const { fingerprint } = claim.text;
      return claimIn(store, unconfirmedClaims, fingerprint, (tx, claims) => {
        recordEnd(tx, claim, settlement, { ...deps, now, leftAt, reporter: reportHere ? store.owner : null });
        const report = reportHere ? reportFor(tx, claim) : null;
        const key = tx.get(KEYS, fingerprint);
        const isDue = key?.held === null && key.queueDueAt !== null && key.queueDueAt <= now;
        // Indexes are read as of the transaction's start: a text that this transaction requeues would be missing.
        const mayClaim = claimNext && holdingCodeIn(settlement) === null;
        if (isDue && mayClaim && store.claimsPausedMs() === 0)
          claims.push(...claimFor(tx, fingerprint, { ...deps, max: 1, owner: store.owner, now }));
        const [next = null] = claims;
        return { report, next, more: tx.get(KEYS, fingerprint)?.queueDueAt != null };
      });
    },

    /** Takes a slot for a request that isn't a text (the linking probe); null if the minute is used up. */
    takeSlot: (fingerprint: string, now: number) =>
      store.transaction(tx => {
        const key = loadKey(tx, fingerprint, now);
        const [people, bulk] = tx.firsts(
          (['people', 'bulk'] as const).map(priority => TEXTS.index('queue', fingerprint, priority)),
        );
        const isDue = (first: Entry | null | undefined): boolean => first != null && first.score <= now;
        const window = windowOf(key, { peopleWait: isDue(people), bulkWaits: isDue(bulk) }, now);
        if (roomAt('people', window, now) > now) return null;
        const id = `${fingerprint} ${newId()}`;
        tx.put(KEYS, withSlot(key, { id, priority: 'people' }, now));
        return id;
      }, fingerprint),

    /** Notes the reply to a slot's request: the slot frees a minute after `now`. */
    freeSlot: (slotId: string, now: number) =>
      store.transaction(tx => {
        const [key] = tx.readable(KEYS, [slotId.split(' ', 1)[0] ?? '']);
        if (key) tx.put(KEYS, withDueAtIfQueued(withReply(key, slotId, now), now));
      }),

    /**
     * Ends the claims and leases of dead processes, and claims that outlast any request: their texts become uncertain.
     * Returns how many texts.
     */
    reap: (now: number) => reapGone(store, deps, now),
  };
}

export type Claims = ReturnType<typeof createClaims>;

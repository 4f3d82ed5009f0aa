import { StorageError } from '../../kit/store/errors.ts';
import type { Entry, Range, Store, Tx } from '../../kit/store/store.ts';
import { mostInFlight, roomAt } from '../pace.ts';
import { PRIORITIES, type Priority } from '../text.ts';
import {
  holdingCodeIn,
  KEYS,
  type KeyRecord,
  loadKey,
  onTrialFirst,
  type WaitingPriorities,
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
import type { StepContext, StepDeps } from './text-changes.ts';

/** How soon to look again at a key that waits for replies, even if none wakes it: a safety net, not a poll. */
const LOOK_AGAIN_MS = 30_000;

/** A waiting text: its id, and when it may go. */
type Waiter = { id: string; notBefore: number };

/** A key's waiting texts, most urgent priority first, in order within each priority: as many of each as could go at once, and one more. */
export type Queues = Readonly<Record<Priority, readonly Waiter[]>>;

/** What goes next: a text; or nothing, and when to look at the key again (null: when something comes). */
export type Next = { kind: 'go'; priority: Priority; id: string } | { kind: 'wait'; key: KeyRecord };

/** The most texts of a key that could be claimed at once. */
function mostClaims(key: KeyRecord, now: number): number {
  const window = windowOf(key, { peopleWait: false, bulkWaits: false }, now);
  return Math.max(0, mostInFlight(window) - window.inFlight);
}

/** The most urgent of a key's texts that may go now. */
function nextOf(key: KeyRecord, queues: Queues, now: number): Next {
  const isDue = (priority: Priority): boolean => queues[priority].some(({ notBefore }) => notBefore <= now);
  const waiting: WaitingPriorities = { peopleWait: isDue('people'), bulkWaits: isDue('bulk') };
  const window = windowOf(key, waiting, now);
  let at: number | null = null;
  for (const priority of PRIORITIES) {
    const [first] = queues[priority];
    if (!first) continue;
    const due = Math.max(first.notBefore, roomAt(priority, window, now));
    if (due <= now) return { kind: 'go', priority, id: first.id };
    at = Math.min(at ?? due, due);
  }
  const unanswered = at === Number.POSITIVE_INFINITY;
  return { kind: 'wait', key: { ...key, queueDueAt: unanswered ? now + LOOK_AGAIN_MS : at, unanswered } };
}

/** The text is being sent, and its request has a slot with the claim's id. */
export function withClaim(
  key: KeyRecord,
  text: TextRecord,
  claim: { id: string; owner: string },
  now: number,
): { key: KeyRecord; text: TextRecord } {
  return {
    // Puts the key behind the others that have waited as long.
    key: {
      ...withSlot(key, { id: claim.id, priority: text.priority }, now),
      unanswered: false,
      queueDueAt: now,
    },
    text: { ...text, state: 'sending', claim: claim.id, lease: { owner: claim.owner, since: now } },
  };
}

/** How many keys are looked at at once. */
const KEYS_AT_ONCE = 100;
/** How many texts of a key that are too old are skipped. */
const OUT_OF_DATE = 100;
/** Among how many texts the shortest is looked for, if none has one part. */
const ON_TRIAL = 1000;
const PAGE = 100;

type Claiming = StepContext & {
  most: number;
  owner: string;
  /** Where the key was found, if in the list of those that are worth a look. */
  listed?: Entry;
};

/** Claims the most urgent due texts of a key, as many as have room; and says when the key is worth a look again. */
function claimFor(tx: Tx, fingerprint: string, { most, owner, listed, ...ctx }: Claiming): Claim[] {
  const { newId, now } = ctx;
  const ranges = PRIORITIES.map(priority => queueOf(fingerprint, priority, mostOf(priority, most) + 1));
  tx.load([[KEYS, fingerprint]], ranges);
  let key = loadKey(tx, fingerprint, now);
  // What was lost, or can't be read, doesn't say where it stood: unless it is taken out, it is found there for ever.
  if (listed && tx.readable(KEYS, [fingerprint]).length === 0) tx.removeEntry(KEYS.index('due'), listed);
  const many = Math.min(most, mostClaims(key, now));
  const waiting = PRIORITIES.map(priority => waitersOf(tx, key, priority, mostOf(priority, many), ctx));
  const texts = new Map(waiting.flat().map(text => [text.id, text]));
  const [alert = [], people = [], bulk = []] = waiting;
  let queues: Queues = { alert, people, bulk };
  const claims: Claim[] = [];
  for (;;) {
    const next = nextOf(key, queues, now);
    if (next.kind === 'wait') key = next.key;
    const text = next.kind === 'go' ? texts.get(next.id) : undefined;
    if (!text || claims.length === most || next.kind === 'wait') break;
    queues = { ...queues, [next.priority]: queues[next.priority].slice(1) };
    const taken = withClaim(key, text, { id: newId(), owner }, now);
    key = taken.key;
    tx.put(TEXTS, taken.text);
    claims.push({
      id: taken.text.claim ?? '',
      text: toText(taken.text),
      actor: text.actor,
      claimedAt: now,
    });
  }
  tx.put(KEYS, key);
  return claims;
}

/** Bulk goes one at a time. */
const mostOf = (priority: Priority, most: number): number => (priority === 'bulk' ? Math.min(most, 1) : most);

const queueOf = (fingerprint: string, priority: Priority, limit: number): Range => ({
  index: TEXTS.index('queue', fingerprint, priority),
  limit,
});

/**
 * The first texts of a priority that may still go: as many as needed, and one more, which shows whether more are waiting. While the
 * key is on trial, the shortest of them.
 */
function waitersOf(tx: Tx, key: KeyRecord, priority: Priority, many: number, ctx: StepContext): TextRecord[] {
  const { now } = ctx;
  const onTrial = key.trial !== null && many > 0;
  const most = onTrial ? ON_TRIAL : OUT_OF_DATE;
  const waiters: TextRecord[] = [];
  const isEnough = (): boolean =>
    onTrial ? waiters.some(({ parts, notBefore }) => parts === 1 && notBefore <= now) : waiters.length > many;
  let range = queueOf(key.id, priority, onTrial ? PAGE : many + 1);
  for (let looked = 0; looked < most && !isEnough(); ) {
    const entries = tx.list(range);
    const found = readOrQuarantine(tx, TEXT_KIND, { index: range.index, entries }, ctx);
    // The others are too old: `expire` ends them, and then we look at the key again. Or this step has just parked them.
    waiters.push(
      ...found.filter(one => one.state === 'queued' && one.parked !== true && one.expiresAt > now),
    );
    if (entries.length < range.limit) break;
    looked += entries.length;
    range = { ...range, limit: PAGE, after: entries.at(-1) ?? null };
  }
  return onTrial ? onTrialFirst(waiters, now).slice(0, many + 1) : waiters.slice(0, many + 1);
}

/** The right to send: claims, the slots of the pace, and how claims end. */
export function createClaims(store: Store, deps: StepDeps, unconfirmedClaims: Set<Claim>) {
  const { newId } = deps;
  /** Gives a claim back unsent. */
  const release = (claim: Claim, how: ClaimRelease, now: number): Promise<void> =>
    store.transaction(tx => recordRelease(tx, claim, how, { ...deps, now }), claim.text.fingerprint);

  /** Claims of which nobody heard: they wait again. */
  async function releaseUnconfirmed(now: number): Promise<void> {
    for (const one of unconfirmedClaims) {
      await release(
        one,
        { notBefore: now, why: null, counted: false, ifUncertain: { kind: 'EXPIRED' }, backOff: null },
        now,
      );
      unconfirmedClaims.delete(one);
    }
  }

  /** Claims in a step that may have been written although nobody heard are given back later. */
  async function claiming<T>(fingerprint: string, step: (tx: Tx, claims: Claim[]) => T): Promise<T> {
    let claims: Claim[] = [];
    try {
      return await store.transaction(tx => {
        claims = [];
        return step(tx, claims);
      }, fingerprint);
    } catch (error) {
      if (error instanceof StorageError && error.unsure)
        for (const claim of claims) unconfirmedClaims.add(claim);
      throw error;
    }
  }

  /**
   * The report that this process tells of a claim's end, also if the end is recorded again because the first commit's answer was
   * lost.
   */
  function reportFor(tx: Tx, claim: Claim): Report | null {
    const [text] = tx.readable(TEXTS, [claim.text.id]);
    const isOurs = text?.claim === claim.id && text.lease?.owner === store.owner;
    return isOurs && text.report?.isStale === false ? reportOfText(text) : null;
  }

  const claimOf = (entry: Entry, now: number, most: number): Promise<Claim[]> =>
    claiming(entry.id, (tx, claims) => {
      // Asked in the step: what it reads may be from after the store came back.
      if (store.claimsPausedMs() === 0)
        claims.push(...claimFor(tx, entry.id, { ...deps, most, owner: store.owner, now, listed: entry }));
      return claims;
    });

  return {
    /**
     * Claims the most urgent due texts of keys that have room, one slot each, taking the keys in turn. If it returns fewer than
     * `limit`, there is nothing more to do now.
     */
    async claim(now: number, limit: number) {
      if (store.claimsPausedMs() > 0) return [];
      await releaseUnconfirmed(now);
      const claims: Claim[] = [];
      while (claims.length < limit) {
        const room = limit - claims.length;
        const range = { index: KEYS.index('due'), to: now, limit: Math.min(room, KEYS_AT_ONCE) };
        const due = await store.read(tx => tx.list(range));
        // Those that have been due for longest first, and each has its share.
        const share = Math.floor(room / due.length);
        const taken = await Promise.all(due.map(entry => claimOf(entry, now, share)));
        claims.push(...taken.flat());
        if (due.length < range.limit && taken.every(its => its.length < share)) break;
      }
      return claims;
    },

    release,
    releaseUnconfirmed,

    /**
     * Records how a claim ended; also corrects a text that was called uncertain meanwhile. What comes next is handed out in the
     * same step.
     *
     * @param then `tells`: this process, which has its lease since the claim, also tells Slack how it ended; `next`: the next due
     *   text of its key is claimed
     * @returns the report to tell and that claim, and whether anything of the key still waits
     */
    settle(
      claim: Claim,
      settlement: Settlement,
      now: number,
      { tells, next: isToGoOn }: { tells: boolean; next: boolean } = { tells: false, next: false },
    ) {
      const { fingerprint } = claim.text;
      return claiming(fingerprint, (tx, claims) => {
        recordEnd(tx, claim, settlement, { ...deps, now, teller: tells ? store.owner : null });
        const report = tells ? reportFor(tx, claim) : null;
        const key = tx.get(KEYS, fingerprint);
        const isDue = key?.held === null && key.queueDueAt !== null && key.queueDueAt <= now;
        // Lists are read as they were: a text that this step itself lets wait would be taken not to wait.
        const mayGoOn = isToGoOn && holdingCodeIn(settlement) === null;
        if (isDue && mayGoOn && store.claimsPausedMs() === 0)
          claims.push(...claimFor(tx, fingerprint, { ...deps, most: 1, owner: store.owner, now }));
        const [next = null] = claims;
        return { report, next, more: tx.get(KEYS, fingerprint)?.queueDueAt != null };
      });
    },

    /** Takes a slot for a request that isn't a text (the linking probe); null when the minute is used up. */
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

    /** The reply to a slot's request came at `now`: the slot frees a minute later. */
    freeSlot: (slotId: string, now: number) =>
      store.transaction(tx => {
        const [key] = tx.readable(KEYS, [slotId.split(' ', 1)[0] ?? '']);
        if (key) tx.put(KEYS, withDueAtIfQueued(withReply(key, slotId, now), now));
      }),

    /**
     * Makes all texts in `sending` uncertain whose process is gone, or that are sent for longer than any request lasts, and ends
     * other leases; returns how many texts.
     */
    reap: (now: number) => reapGone(store, deps, now),
  };
}

export type Claims = ReturnType<typeof createClaims>;

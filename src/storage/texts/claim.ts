import { mostInFlight, roomAt } from '../../domain/pace.ts';
import { PRIORITIES, type Priority } from '../../domain/text.ts';
import { lookedOrAside } from '../aside.ts';
import { StorageError } from '../errors.ts';
import { all } from '../records.ts';
import type { Store } from '../store.ts';
import type { Transaction } from '../transaction.ts';
import {
  forgotten,
  KEY_LISTS,
  KEYS,
  type KeyRecord,
  onTrialFirst,
  type WaitingPriorities,
  windowOf,
  withReply,
  withSlot,
  woken,
} from './key.ts';
import {
  type Claim,
  type ClaimRelease,
  REPORT_LISTS,
  REPORTS,
  type Report,
  type ReportRecord,
  type Settlement,
  TEXT_LISTS,
  TEXTS,
  type TextRecord,
  toText,
} from './model.ts';
import { reapGone } from './reap.ts';
import { reportOf } from './reports.ts';
import { keyOf, recordEnd, recordRelease } from './settle.ts';

/** The right to send: claims, the slots of the pace, and how claims end. */
export type Claims = {
  /**
   * Claims the most urgent due texts of keys that have room, one slot each, taking the keys in turn. If it returns fewer than
   * `limit`, there is nothing more to do now.
   */
  claim(now: number, limit: number): Promise<Claim[]>;
  /** Takes a slot for a request that isn't a text (the linking probe); null when the minute is used up. */
  takeSlot(fingerprint: string, now: number): Promise<string | null>;
  /** The reply to a slot's request came at `now`: the slot frees a minute later. */
  freeSlot(slotId: string, now: number): Promise<void>;
  /**
   * Records how a claim ended; also corrects a text that was called uncertain meanwhile.
   *
   * @param leaseUntil the report of its result, if it has one of its own, is leased until then, by whoever asks
   * @returns that report, and whether anything of the key waits
   */
  settle(
    claim: Claim,
    settlement: Settlement,
    now: number,
    leaseUntil?: number | null,
  ): Promise<{ report: Report | null; more: boolean }>;
  /** Gives a claim back unsent. */
  release(claim: Claim, release: ClaimRelease, now: number): Promise<void>;
  /**
   * Makes all texts in `sending` whose owner is gone uncertain, frees slots that no request can still use, and ends that owner's
   * leases; returns how many texts.
   */
  reap(now: number): Promise<number>;
};

/** How soon to look again at a key that waits for replies, even if none wakes it: a safety net, not a poll. */
const LOOK_AGAIN_MS = 30_000;

/** A waiting text: its id, and when it may go. */
export type Waiter = { id: string; notBefore: number };

/** A key's waiting texts, most urgent priority first, in order within each priority: as many of each as could go at once, and one more. */
export type Queues = Readonly<Record<Priority, readonly Waiter[]>>;

/** What goes next: a text; or nothing, and when to look at the key again (null: when something comes). */
export type Next = { kind: 'go'; priority: Priority; id: string } | { kind: 'wait'; key: KeyRecord };

/** The most texts of a key that could be claimed at once. */
export function mostClaims(key: KeyRecord, now: number): number {
  const window = windowOf(key, { peopleWait: false, bulkWaits: false }, now);
  return Math.max(0, mostInFlight(window) - window.inFlight);
}

/** The most urgent of a key's texts that may go now. */
export function nextOf(key: KeyRecord, queues: Queues, now: number): Next {
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
  return { kind: 'wait', key: { ...key, readyAt: unanswered ? now + LOOK_AGAIN_MS : at, unanswered } };
}

/** The text is being sent, and its request has a slot with the claim's id. */
export function claimed(
  key: KeyRecord,
  text: TextRecord,
  claim: { id: string; owner: string },
  now: number,
): { key: KeyRecord; text: TextRecord } {
  const slot = { id: claim.id, priority: text.priority, owner: claim.owner, text: text.id };
  return {
    // Puts the key behind the others that have waited as long.
    key: { ...withSlot(key, slot, now), unanswered: false, readyAt: now },
    text: { ...text, state: 'sending', claim: claim.id },
  };
}

/** More than a text has. */
const REPORTS_AT_ONCE = 20;
/** How many keys one step looks at: more would occupy the store for too long. */
const KEYS_AT_ONCE = 100;
/** Bulk goes one at a time. */
const MOST_AT_ONCE: Record<Priority, number> = { alert: KEYS_AT_ONCE, people: KEYS_AT_ONCE, bulk: 1 };
/** How many texts that are too old it skips. */
const OUT_OF_DATE = 100;
/** Among how many texts it looks for the shortest, if none has one part. */
const ON_TRIAL = 1000;

/** Claims texts of the keys that are worth a look: those that have been for longest first, one text of each in turn. */
function claimDue(tx: Transaction, claiming: Claiming): Claim[] {
  const { limit, now } = claiming;
  const claims: Claim[] = [];
  for (let offset = 0; claims.length < limit; ) {
    const range = { list: KEY_LISTS.ready, to: now, offset, limit: Math.min(limit, KEYS_AT_ONCE) };
    const { records, unreadable } = tx.looked(KEYS, range);
    for (const { id } of unreadable) tx.put(KEYS, forgotten(id, now));
    const due = [...new Map(records.map(key => [key.id, key])).values()];
    const looks = all(due.map(key => () => lookAt(tx, key, limit - claims.length, claiming)));
    claims.push(...takeTurns(tx, looks, { ...claiming, limit: limit - claims.length }));
    const found = records.length + unreadable.length;
    if (found < range.limit) break;
    offset += found;
  }
  return claims;
}

type Claiming = { limit: number; newId: () => string; owner: string; now: number };

function takeTurns(
  tx: Transaction,
  looks: readonly Candidates[],
  { limit, newId, owner, now }: Claiming,
): Claim[] {
  const claims: Claim[] = [];
  for (let live = looks; live.length > 0; ) {
    const more: Candidates[] = [];
    for (const look of live) {
      if (claims.length === limit) return claims;
      const next = nextOf(look.key, look.queues, now);
      if (next.kind === 'wait') {
        tx.put(KEYS, next.key);
        continue;
      }
      const text = look.texts.get(next.id);
      if (!text) continue;
      const queues = { ...look.queues, [next.priority]: look.queues[next.priority].slice(1) };
      const id = newId();
      const taken = claimed(look.key, text, { id, owner }, now);
      tx.put(KEYS, taken.key);
      tx.put(TEXTS, taken.text);
      claims.push({ id, text: toText(taken.text), claimedAt: now });
      more.push({ ...look, key: taken.key, queues });
    }
    live = more;
  }
  return claims;
}

type Candidates = { key: KeyRecord; queues: Queues; texts: ReadonlyMap<string, TextRecord> };

function lookAt(tx: Transaction, key: KeyRecord, limit: number, making: Claiming): Candidates {
  const most = Math.min(limit, mostClaims(key, making.now));
  const [alert = [], people = [], bulk = []] = all(
    PRIORITIES.map(
      priority => () => waitersOf(tx, key, priority, Math.min(most, MOST_AT_ONCE[priority]), making),
    ),
  );
  const texts = [...alert, ...people, ...bulk];
  return { key, queues: { alert, people, bulk }, texts: new Map(texts.map(text => [text.id, text])) };
}

/**
 * The first texts of a priority that may still go: as many as needed, and one more, which shows whether more are waiting. While the
 * key is on trial, the shortest of them.
 */
function waitersOf(
  tx: Transaction,
  key: KeyRecord,
  priority: Priority,
  many: number,
  { newId, now }: Claiming,
): TextRecord[] {
  const onTrial = key.trial !== null && many > 0;
  const waiters: TextRecord[] = [];
  const limit = onTrial ? KEYS_AT_ONCE : many + 1;
  const range = { list: TEXT_LISTS.queue(key.id, priority), offset: 0, limit };
  const isEnough = (): boolean =>
    onTrial ? waiters.some(({ parts, notBefore }) => parts === 1 && notBefore <= now) : waiters.length > many;
  const most = onTrial ? ON_TRIAL : OUT_OF_DATE;
  for (let found = limit; found === limit && range.offset < most; range.offset += found) {
    if (isEnough()) break;
    const { records, unreadable } = lookedOrAside<TextRecord>(tx, 'text', range, { newId, now });
    // The others are too old: `expire` ends them, and then we look at the key again.
    waiters.push(...records.filter(({ state, expiresAt }) => state === 'queued' && expiresAt > now));
    found = records.length + unreadable.length;
  }
  return onTrial ? onTrialFirst(waiters, now).slice(0, many + 1) : waiters;
}

/** The right to send: claims, rate-limit slots, and how claims end. */
/** @param lost claims of which we don't know whether they are written: nothing was sent for them, and they are given back */
export function createClaims(store: Store, newId: () => string, lost: Set<Claim>): Claims {
  const release: Claims['release'] = (claim, how, now) =>
    store.change(tx => recordRelease(tx, claim, how, { newId, now }));

  async function giveBackLost(now: number): Promise<void> {
    for (const one of lost) {
      await release(
        one,
        { notBefore: now, why: null, counted: false, ifUncertain: { kind: 'EXPIRED' }, backOff: null },
        now,
      );
      lost.delete(one);
    }
  }

  return {
    async claim(now, limit) {
      if (store.quietMs() > 0) return [];
      await giveBackLost(now);
      let taken: Claim[] = [];
      try {
        await store.change(tx => {
          taken = claimDue(tx, { limit, newId, owner: store.owner, now });
        });
        return taken;
      } catch (error) {
        if (error instanceof StorageError && error.unsure) for (const claim of taken) lost.add(claim);
        throw error;
      }
    },

    release,

    settle: (claim, settlement, now, leaseUntil) =>
      store.change(tx => {
        const result = recordEnd(tx, claim, settlement, { newId, now });
        const more = tx.get(KEYS, claim.text.fingerprint)?.readyAt != null;
        if (leaseUntil == null) return { report: null, more };
        // If it is recorded once more because nobody heard of the first time, the report is there.
        const ours = result ?? leasedResult(tx, claim, store.owner);
        if (!ours) return { report: null, more };
        tx.put(REPORTS, { ...ours, dueAt: leaseUntil, leasedBy: store.owner });
        const report = reportOf(tx, ours);
        return { report: typeof report === 'string' ? null : report, more };
      }),

    takeSlot: (fingerprint, now) =>
      store.change(tx => {
        const key = keyOf(tx, fingerprint, now);
        const [people, bulk] = all(
          (['people', 'bulk'] as const).map(
            priority => () => tx.first(TEXT_LISTS.queue(fingerprint, priority)),
          ),
        );
        const isDue = (first: typeof people): boolean => first != null && first.score <= now;
        const window = windowOf(key, { peopleWait: isDue(people), bulkWaits: isDue(bulk) }, now);
        if (roomAt('people', window, now) > now) return null;
        const id = `${fingerprint} ${newId()}`;
        tx.put(KEYS, withSlot(key, { id, priority: 'people', owner: store.owner, text: null }, now));
        return id;
      }),

    freeSlot: (slotId, now) =>
      store.change(tx => {
        const key = tx.get(KEYS, slotId.split(' ', 1)[0] ?? '');
        if (key) tx.put(KEYS, woken(withReply(key, slotId, now), now));
      }),

    reap: now => reapGone(store, newId, now),
  };
}

/** The report of a claim's result that this process has leased already. */
function leasedResult(tx: Transaction, { text }: Claim, owner: string): ReportRecord | null {
  const reports = tx.listed(REPORTS, { list: REPORT_LISTS.ofIntent(text.intentId), limit: REPORTS_AT_ONCE });
  const isOurs = (one: ReportRecord): boolean =>
    one.kind === 'result' && one.textId === text.id && one.leasedBy === owner;
  return reports.find(isOurs) ?? null;
}

import { roomAt } from '../../domain/pace.ts';
import { LANES, type Lane } from '../../domain/text.ts';
import { StorageError, TooFewCopiesError } from '../errors.ts';
import type { Claim, Claims } from '../ports.ts';
import type { Step } from '../records.ts';
import { all } from '../records.ts';
import { claimed, mostClaims, nextOf, type Queues } from '../rules/claim.ts';
import { interrupted, released, settled } from '../rules/ending.ts';
import { forgotten, windowOf, withReply, withSlot, woken } from '../rules/key.ts';
import type { Store } from '../store.ts';
import { INBOX_LISTS, INBOXES } from '../tables/inbox.ts';
import { INTENT_LISTS, INTENTS } from '../tables/intent.ts';
import { KEY_LISTS, KEYS, type KeyRecord, unusedKey } from '../tables/key.ts';
import { REPORT_LISTS, REPORTS, reportId } from '../tables/report.ts';
import { TEXT_LISTS, TEXTS, type TextRecord, toText } from '../tables/text.ts';
import { WORKSPACES } from '../tables/usage.ts';
import type { Transaction } from '../transaction.ts';
import { listedOrAside } from './aside.ts';
import { createRemembered } from './remembered.ts';
import { addReport, changeText } from './telling.ts';

/** So many keys are looked at in one step, and so many leases: more would keep the store to themselves for too long. */
const KEYS_AT_ONCE = 100;
const LEASES_AT_ONCE = 1000;
/** Of bulk one goes at a time. */
const MOST_AT_ONCE: Record<Lane, number> = { alert: KEYS_AT_ONCE, people: KEYS_AT_ONCE, bulk: 1 };
/** So many texts that are out of date are looked past. */
const OUT_OF_DATE = 100;
/** So many steps are asked for at a time when a store is told again what it forgot. */
const TOLD_AT_ONCE = 50;
/** No request to the SMS service lasts so long: who made it has forgotten it. */
const FLIGHT_MS = 60_000;

/** The right to send: claims, the slots of the pace, and how claims end. */
export function createClaims(store: Store, newId: () => string): Claims {
  /** What was claimed, with no answer of the store, or on too few replicas: nothing was sent for it, and it is given back. */
  const lost = new Set<Claim>();
  const remembered = store.onForgotten ? createRemembered() : null;
  store.onForgotten?.(tellAgain);

  async function claim(now: number, limit: number): Promise<Claim[]> {
    if (store.quietMs() > 0) return [];
    await giveBackLost(now);
    let claims: Claim[] = [];
    try {
      await store.change(
        function* (tx) {
          claims = yield* claimDue(tx, { limit, newId, owner: store.owner, now });
        },
        { copied: true },
      );
      remembered?.began(claims);
      return claims;
    } catch (error) {
      if (error instanceof StorageError && error.unsure) for (const one of claims) lost.add(one);
      if (!(error instanceof TooFewCopiesError)) throw error;
      await giveBackLost(now);
      return [];
    }
  }

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

  /** Tells a store that lost its last moments what it may not know: how claims ended, and which are under way. */
  async function tellAgain(): Promise<void> {
    const ends = remembered?.ends() ?? [];
    const underWay = remembered?.underWay() ?? [];
    const tells = [
      ...ends.map(
        end => () =>
          'release' in end
            ? release(end.claim, end.release, end.at)
            : settle(end.claim, end.settlement, end.at),
      ),
      ...underWay.map(one => () => claimAgain(one)),
    ];
    for (let from = 0; from < tells.length; from += TOLD_AT_ONCE) {
      await Promise.all(tells.slice(from, from + TOLD_AT_ONCE).map(tell => tell()));
    }
  }

  /** The text is being sent: what the store forgot. */
  const claimAgain = (claim: Claim): Promise<void> =>
    store.change(function* (tx) {
      const [key, text] = yield* keyAndText(tx, claim, claim.claimedAt);
      // It may have ended since we were asked to.
      if (!remembered?.isUnderWay(claim) || text?.state !== 'queued' || text.claim !== null) return;
      const taken = claimed(key, text, { id: claim.id, owner: store.owner }, claim.claimedAt);
      tx.put(KEYS, taken.key);
      tx.put(TEXTS, taken.text);
    });

  const release: Claims['release'] = (claim, how, now) =>
    store.change(function* (tx) {
      const [key, text] = yield* keyAndText(tx, claim, now);
      const end = released(key, text, claim, how, now);
      tx.put(KEYS, end.key);
      if (text && end.text) yield* changeText(tx, text, end.text, { newId, now });
      if (!text || !end.tell || text.unattended) return;
      addReport(
        tx,
        {
          id: reportId(newId(), text.intentId),
          kind: 'waiting',
          intentId: text.intentId,
          textId: text.id,
          waiting: end.tell,
        },
        now,
      );
    });

  const settle: Claims['settle'] = (claim, settlement, now) =>
    store.change(function* (tx) {
      const [key, text] = yield* keyAndText(tx, claim, now);
      const end = settled(key, text, claim, settlement, claim.claimedAt < store.since(), now);
      tx.put(KEYS, end.key);
      if (!text || !end.text) return;
      yield* changeText(tx, text, end.text, { newId, now });
      if (end.newlyHeld) {
        addReport(
          tx,
          { id: reportId(newId(), text.intentId), kind: 'held', intentId: text.intentId, textId: text.id },
          now,
        );
      }
      if (end.text.cost === null) return;
      const workspace = yield* tx.get(WORKSPACES, text.workspace);
      const past = { cost: end.text.cost, parts: text.parts };
      const isNews = workspace?.past?.cost !== past.cost || workspace.past.parts !== past.parts;
      if (workspace && isNews) tx.put(WORKSPACES, { ...workspace, past });
    });

  return {
    claim,

    release(claim, how, now) {
      remembered?.ended({ claim, release: how, at: now });
      return release(claim, how, now);
    },

    settle(claim, settlement, now) {
      remembered?.ended({ claim, settlement, at: now });
      return settle(claim, settlement, now);
    },

    takeSlot: (fingerprint, now) =>
      store.change(function* (tx) {
        const key = yield* keyOf(tx, fingerprint, now);
        const [people, bulk] = yield* all(
          (['people', 'bulk'] as const).map(lane => tx.first(TEXT_LISTS.queue(fingerprint, lane))),
        );
        const isDue = (first: typeof people): boolean => first != null && first.score <= now;
        const window = windowOf(key, { peopleWait: isDue(people), bulkWaits: isDue(bulk) }, now);
        if (roomAt('people', window, now) > now) return null;
        const id = `${fingerprint} ${newId()}`;
        tx.put(KEYS, withSlot(key, { id, lane: 'people', owner: store.owner, text: null }, now));
        return id;
      }),

    freeSlot: (slotId, now) =>
      store.change(function* (tx) {
        const key = yield* tx.get(KEYS, slotId.split(' ', 1)[0] ?? '');
        if (key) tx.put(KEYS, woken(withReply(key, slotId, now), now));
      }),

    reap: now =>
      store.change(function* (tx) {
        const isGone = askOnce(function* (owner: string) {
          return !(yield* tx.isThere(owner));
        });
        let reaped = 0;
        const keys = yield* tx.listed(KEYS, {
          list: KEY_LISTS.inFlight,
          to: now - store.graceMs,
          limit: KEYS_AT_ONCE,
        });
        for (const key of keys) reaped += yield* reapKey(tx, key, isGone);
        // What a process that is gone had leased is due again.
        for (const record of yield* tx.listed(INTENTS, {
          list: INTENT_LISTS.leased,
          limit: LEASES_AT_ONCE,
        })) {
          if (record.leasedBy === null || !(yield* isGone(record.leasedBy))) continue;
          tx.put(INTENTS, { ...record, dueAt: Math.min(record.dueAt, now), leasedBy: null });
        }
        for (const report of yield* tx.listed(REPORTS, {
          list: REPORT_LISTS.leased,
          limit: LEASES_AT_ONCE,
        })) {
          if (report.leasedBy === null || !(yield* isGone(report.leasedBy))) continue;
          tx.put(REPORTS, { ...report, dueAt: Math.min(report.dueAt, now), leasedBy: null });
        }
        for (const inbox of yield* tx.listed(INBOXES, { list: INBOX_LISTS.leased, limit: LEASES_AT_ONCE })) {
          if (inbox.leasedBy === null || !(yield* isGone(inbox.leasedBy))) continue;
          tx.put(INBOXES, { ...inbox, dueAt: now, leasedBy: null, leasedUntil: 0 });
        }
        return reaped;

        /** Requests whose owner is gone, or that last longer than any does: they may have been counted as late as now. */
        function* reapKey(
          tx: Transaction,
          key: KeyRecord,
          isGone: (owner: string) => Step<boolean>,
        ): Step<number> {
          let after = key;
          let texts = 0;
          for (const { id, freeAt, owner, takenAt, text } of key.slots) {
            if (freeAt !== null || takenAt > now - store.graceMs) continue;
            if (takenAt > now - FLIGHT_MS && !(yield* isGone(owner))) continue;
            after = woken(withReply(after, id, now), now);
            const sending = text === null ? null : yield* tx.get(TEXTS, text);
            if (sending?.state !== 'sending' || sending.claim !== id) continue;
            yield* changeText(tx, sending, interrupted(sending, now), { newId, now });
            texts += 1;
          }
          if (after !== key) tx.put(KEYS, after);
          return texts;
        }
      }),
  };
}

function* keyAndText(tx: Transaction, claim: Claim, now: number): Step<[KeyRecord, TextRecord | null]> {
  const { id, fingerprint, workspace, intentId } = claim.text;
  yield* tx.prefetch([
    [TEXTS, id],
    [KEYS, fingerprint],
    [WORKSPACES, workspace],
    [INTENTS, intentId],
  ]);
  // A text that can't be read is no end of its claim: what the service did is recorded once it can be.
  const text = yield* tx.get(TEXTS, claim.text.id);
  return [yield* keyOf(tx, claim.text.fingerprint, now), text];
}

function* keyOf(tx: Transaction, fingerprint: string, now: number): Step<KeyRecord> {
  const { records, unreadable } = yield* tx.looked(KEYS, [fingerprint]);
  const [key] = records;
  const isGarbage = unreadable.some(({ why }) => why !== 'gone');
  return key ?? (isGarbage ? forgotten(fingerprint, now) : unusedKey(fingerprint));
}

/** Claims texts of the keys that are worth a look, those that are for the longest time first, one of each in turn. */
function* claimDue(tx: Transaction, claiming: Claiming): Step<Claim[]> {
  const { limit, now } = claiming;
  const claims: Claim[] = [];
  for (let offset = 0; claims.length < limit; ) {
    const range = { list: KEY_LISTS.ready, to: now, offset, limit: Math.min(limit, KEYS_AT_ONCE) };
    const { records, unreadable } = yield* tx.looked(KEYS, range);
    for (const { id } of unreadable) tx.put(KEYS, forgotten(id, now));
    const due = [...new Map(records.map(key => [key.id, key])).values()];
    const looks = yield* all(due.map(key => lookAt(tx, key, limit - claims.length, claiming)));
    claims.push(...takeTurns(tx, looks, { ...claiming, limit: limit - claims.length }));
    const found = records.length + unreadable.length;
    if (found < range.limit) break;
    offset += found;
  }
  return claims;
}

type Claiming = { limit: number; newId: () => string; owner: string; now: number };

function takeTurns(tx: Transaction, looks: readonly Look[], { limit, newId, owner, now }: Claiming): Claim[] {
  const claims: Claim[] = [];
  for (let live = looks; live.length > 0; ) {
    const more: Look[] = [];
    for (const look of live) {
      if (claims.length === limit) return claims;
      const next = nextOf(look.key, look.queues, now);
      if (next.kind === 'wait') {
        tx.put(KEYS, next.key);
        continue;
      }
      const text = look.texts.get(next.id);
      if (!text) continue;
      const queues = { ...look.queues, [next.lane]: look.queues[next.lane].slice(1) };
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

type Look = { key: KeyRecord; queues: Queues; texts: ReadonlyMap<string, TextRecord> };

function* lookAt(tx: Transaction, key: KeyRecord, limit: number, making: Claiming): Step<Look> {
  const most = Math.min(limit, mostClaims(key, making.now));
  const [alert = [], people = [], bulk = []] = yield* all(
    LANES.map(lane => waitersOf(tx, key, lane, Math.min(most, MOST_AT_ONCE[lane]), making)),
  );
  const texts = [...alert, ...people, ...bulk];
  return { key, queues: { alert, people, bulk }, texts: new Map(texts.map(text => [text.id, text])) };
}

/** The first texts of a lane that may still go: so many, and one more, which shows whether more waits. */
function* waitersOf(
  tx: Transaction,
  key: KeyRecord,
  lane: Lane,
  many: number,
  { newId, now }: Claiming,
): Step<TextRecord[]> {
  const waiters: TextRecord[] = [];
  const range = { list: TEXT_LISTS.queue(key.id, lane), offset: 0, limit: many + 1 };
  for (let found = range.limit; found === range.limit && range.offset < OUT_OF_DATE; range.offset += found) {
    if (waiters.length > many) break;
    const texts = yield* listedOrAside<TextRecord>(tx, 'text', range, { newId, now });
    // The others are out of date: `expire` ends them, and then the key is looked at again.
    waiters.push(...texts.filter(({ state, expiresAt }) => state === 'queued' && expiresAt > now));
    found = (yield* tx.list(range)).length;
  }
  return waiters;
}

function askOnce<A>(ask: (name: string) => Step<A>): (name: string) => Step<A> {
  const known = new Map<string, A>();
  return function* (name) {
    const before = known.get(name);
    if (before !== undefined) return before;
    const answer = yield* ask(name);
    known.set(name, answer);
    return answer;
  };
}

import { PRIORITIES, type Priority } from '../../domain/text.ts';
import type { Claim } from '../ports.ts';
import { all } from '../records.ts';
import { claimed, mostClaims, nextOf, type Queues } from '../rules/claim.ts';
import { onTrialFirst } from '../rules/hold.ts';
import { forgotten } from '../rules/key.ts';
import { KEY_LISTS, KEYS, type KeyRecord } from '../tables/key.ts';
import { TEXT_LISTS, TEXTS, type TextRecord, toText } from '../tables/text.ts';
import type { Transaction } from '../transaction.ts';
import { lookedOrAside } from './aside.ts';

/** How many keys one step looks at: more would occupy the store for too long. */
const KEYS_AT_ONCE = 100;
/** Bulk goes one at a time. */
const MOST_AT_ONCE: Record<Priority, number> = { alert: KEYS_AT_ONCE, people: KEYS_AT_ONCE, bulk: 1 };
/** How many texts that are too old it skips. */
const OUT_OF_DATE = 100;
/** Among how many texts it looks for the shortest, if none has one part. */
const ON_TRIAL = 1000;

/** Claims texts of the keys that are worth a look: those that have been for longest first, one text of each in turn. */
export function claimDue(tx: Transaction, claiming: Claiming): Claim[] {
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

import { PRIORITIES } from '../../domain/text.ts';
import type { Write } from '../records.ts';
import { forgotten, ready } from '../rules/key.ts';
import { KEYS, type KeyRecord, type Slot } from '../tables/key.ts';
import type { TextRecord } from '../tables/text.ts';
import { type EarlierRow, GONE, keyOf } from './rows.ts';
import { written } from './writes.ts';

/**
 * Keys with the requests of their last minute. A text that was being sent is always found through one of these: once it is
 * clear that nobody is sending it any more, it becomes uncertain.
 */
export type Keys = {
  text(text: TextRecord): void;
  slot(row: EarlierRow): void;
  key(row: EarlierRow): void;
  /** Call when all of those have been seen. */
  end(): Write[];
};

/** @param now on the time line of the stored data */
export function createKeys(now: number): Keys {
  const rows = new Map<string, EarlierRow>();
  const slots = new Map<string, Slot[]>();
  /** By claim. */
  const sending = new Map<string, TextRecord>();
  const waited = new Set<string>();

  function take(fingerprint: string, slot: Slot): void {
    slots.set(fingerprint, [...(slots.get(fingerprint) ?? []), slot]);
  }

  function read(fingerprint: string, row: EarlierRow | undefined): KeyRecord {
    const found = row && KEYS.schema.safeParse(keyOf(row, slots.get(fingerprint) ?? []));
    const key = found?.success
      ? found.data
      : { ...forgotten(fingerprint, now), slots: slots.get(fingerprint) ?? [] };
    return waited.has(fingerprint) && key.readyAt === null ? ready(key, now) : key;
  }

  return {
    text(text) {
      if (text.state === 'queued') waited.add(text.fingerprint);
      if (text.state === 'sending' && text.claim !== null) sending.set(text.claim, text);
    },

    slot(row) {
      const [id, fingerprint] = [String(row.id), String(row.fingerprint)];
      const freeAt = row.free_at == null ? null : Number(row.free_at);
      if (freeAt !== null && freeAt <= now) return;
      const text = sending.get(id);
      sending.delete(id);
      take(fingerprint, {
        id,
        priority: PRIORITIES[Number(row.lane)] ?? 'people',
        owner: GONE,
        takenAt: Number(row.taken_at ?? now),
        text: text?.id ?? null,
        // A text that is being sent has no reply, whatever the row says about its request.
        freeAt: text ? null : freeAt,
      });
    },

    key: row => void rows.set(String(row.fingerprint), row),

    end() {
      for (const [id, { priority, fingerprint, id: text }] of sending)
        take(fingerprint, { id, priority, owner: GONE, takenAt: now, text, freeAt: null });
      const all = new Set([...rows.keys(), ...slots.keys(), ...waited]);
      return [...all].map(fingerprint => written(KEYS, read(fingerprint, rows.get(fingerprint))));
    },
  };
}

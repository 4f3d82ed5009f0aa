import { z } from 'zod';
import type { Credits } from '../../domain/credits.ts';
import { HOLDING_CODES } from '../../domain/problem.ts';
import { PRIORITIES } from '../../domain/text.ts';
import type { Table } from '../records.ts';

const slotSchema = z.object({
  /** The claim's id, if the request is a text's. */
  id: z.string(),
  priority: z.enum(PRIORITIES),
  /** Who made the request, and when the slot was taken. */
  owner: z.string(),
  takenAt: z.int(),
  /** Null for the linking probe. */
  text: z.string().nullable(),
  /** When it is free again; null: its request has no reply yet. */
  freeAt: z.int().nullable(),
});
export type Slot = Readonly<z.infer<typeof slotSchema>>;

const keySchema = z.object({
  /** The fingerprint. */
  id: z.string(),
  /** The code for which it is held. */
  held: z.enum(HOLDING_CODES).nullable(),
  /** When it was released; null: the service has accepted it since. */
  trial: z.int().nullable(),
  /** When its queue is worth a look; null: nothing is waiting. */
  readyAt: z.int().nullable(),
  /** It is waiting for replies, so `readyAt` is not a definite time. */
  unanswered: z.boolean(),
  servedAt: z.int().nullable(),
  lastBulk: z.int().nullable(),
  /** After a 429: nothing before the first time, and one text a second until the second. */
  blockedUntil: z.int(),
  slowUntil: z.int(),
  balance: z.custom<Credits>(value => typeof value === 'string').nullable(),
  balanceAt: z.int().nullable(),
  /** The requests of its last minute. */
  slots: z.array(slotSchema),
});
export type KeyRecord = Readonly<z.infer<typeof keySchema>>;

export const KEY_LISTS = {
  /** Keys that are worth a look, by when. */
  ready: 'keys.ready',
  /** Keys with unanswered requests, by when the oldest began. */
  inFlight: 'keys.in_flight',
};

export const KEYS: Table<KeyRecord> = {
  name: 'key',
  schema: keySchema,
  workspaceOf: () => null,
  places({ held, readyAt, slots }) {
    const flying = slots.filter(({ freeAt }) => freeAt === null).map(({ takenAt }) => takenAt);
    return [
      ...(held === null && readyAt !== null ? [{ list: KEY_LISTS.ready, score: readyAt }] : []),
      ...(flying.length > 0 ? [{ list: KEY_LISTS.inFlight, score: Math.min(...flying) }] : []),
    ];
  },
};

/** What we know about a key that was never used. */
export const unusedKey = (fingerprint: string): KeyRecord => ({
  id: fingerprint,
  held: null,
  trial: null,
  readyAt: null,
  unanswered: false,
  servedAt: null,
  lastBulk: null,
  blockedUntil: 0,
  slowUntil: 0,
  balance: null,
  balanceAt: null,
  slots: [],
});

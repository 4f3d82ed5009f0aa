import type { LocalNumber } from '../src/kit/number.ts';
import type { Settlement } from '../src/texts/store/model.ts';
import type { Priority } from '../src/texts/text.ts';
import type { Outbox } from '../test/support/outbox.ts';
import { intentOf } from './world.ts';

/* Stores filled through their own operations, so that the data is as the app would have left it. */

export const WORKSPACE = 'T1';
export const PERSON = 'U1';
export const SENT = { kind: 'sent', logId: '7', cost: '0.35', balance: '99.65' } as Settlement;

/** How many keys the texts are spread over; each may have only so many in progress at a time. */
const KEYS = 50;
const UNDER_WAY = 10;
const STEP = KEYS * UNDER_WAY;
/** More in one turn would take Redis longer than anybody waits for an answer. */
const AT_ONCE = 50;
/** How many texts one intent has. */
const OF_INTENT = 10;
/** Longer than a slot is occupied. */
const WINDOW_MS = 61_000;
const PATIENCE_MS = 30 * 86_400_000;

const keyOf = (intent: number): string => `key-${intent % KEYS}`;

/** A store, its clock, which moves as it is filled, and how many intents it was given. */
export type Filling = { outbox: Outbox; now: number; intents: number };

/** Adds an intent with this many texts of one key. */
export async function plan(filling: Filling, priority: Priority, texts: number): Promise<void> {
  const { outbox, now } = filling;
  const index = filling.intents++;
  const intent = { ...intentOf(index, { teams: 1, slackUrl: '' }, now), workspace: WORKSPACE, priority };
  const planned = Array.from({ length: texts }, (_, of) => ({
    number: `017${String((index * OF_INTENT + of) % 1e8).padStart(8, '0')}` as LocalNumber,
    message: `${intent.message}: as long as texts often are, which is a line`,
    parts: 1,
    priority,
    expiresAt: now + PATIENCE_MS,
  }));
  const how = { askIfSince: null, limits: null, omitted: [], again: null };
  await outbox.accept(intent, { kind: 'texts', fingerprint: keyOf(index), texts: planned, ...how }, now);
}

/** Adds waiting texts: bulk, since nobody is told that those wait. */
export async function fillWaiting(filling: Filling, texts: number): Promise<void> {
  for (const some of stepsOf(texts)) await planSome(filling, 'bulk', some);
}

/** Adds texts that were sent and reported; nothing else may be waiting. */
export async function fillHistory(filling: Filling, texts: number): Promise<void> {
  for (const some of stepsOf(texts)) {
    await planSome(filling, 'people', some);
    await sendAll(filling, some);
    filling.now += WINDOW_MS;
  }
}

/** Claims, settles and reports this many texts. */
async function sendAll({ outbox, now }: Filling, texts: number): Promise<void> {
  const claims = await outbox.claim(now, texts);
  await inTurns(claims, async claim => void (await outbox.settle(claim, SENT, now)));
  const reports = await outbox.leaseReports(now, now, texts);
  await inTurns(reports, async report => void (await outbox.closeReports([{ report, posted: true }], now)));
  if (reports.length < texts) throw new Error(`${reports.length} of ${texts} texts went`);
}

async function planSome(filling: Filling, priority: Priority, texts: number): Promise<void> {
  const intents = Array.from({ length: Math.ceil(texts / OF_INTENT) }, (_, index) => index);
  await inTurns(intents, index => plan(filling, priority, Math.min(OF_INTENT, texts - index * OF_INTENT)));
}

async function inTurns<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  for (let index = 0; index < all.length; index += AT_ONCE) {
    await Promise.all(all.slice(index, index + AT_ONCE).map(work));
  }
}

function* stepsOf(texts: number): Generator<number> {
  for (let done = 0; done < texts; done += STEP) yield Math.min(STEP, texts - done);
}

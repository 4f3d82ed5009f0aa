import { z } from 'zod';
import { type AuditEntry, auditEntrySchema } from '../domain/audit.ts';
import type { Credits } from '../domain/credits.ts';
import { type Intent, intentSchema } from '../domain/intent.ts';
import { isLocalNumber, type LocalNumber } from '../domain/number.ts';
import { problemSchema } from '../domain/problem.ts';
import { LANES, type Lane, TEXT_STATES, type Text, UNCERTAIN_REASONS } from '../domain/text.ts';
import { readEach } from './reading.ts';

/* What both engines read back, by the names it is stored under, checked when read: a damaged or foreign row is an error here, not a surprise later. */

const textRow = z.object({
  id: z.string(),
  intent_id: z.string(),
  workspace: z.string(),
  fingerprint: z.string(),
  lane: z.int().min(0).max(2),
  number: z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value)),
  message: z.string(),
  parts: z.int(),
  state: z.enum(TEXT_STATES),
  created_at: z.int(),
  made_at: z.int().nullish(),
  not_before: z.int(),
  expires_at: z.int(),
  settled_at: z.int().nullable(),
  log_id: z.string().nullable(),
  cost: z.custom<Credits | null>(value => value === null || typeof value === 'string'),
  balance: z.custom<Credits | null>(value => value === null || typeof value === 'string'),
  problem: z.string().nullable(),
  uncertain: z.enum(UNCERTAIN_REASONS).nullable(),
});

/** What `toText` reads of a row. */
export const TEXT_COLUMNS = Object.keys(textRow.shape);

export function toText(row: unknown): Text {
  const read = textRow.parse(row);
  return {
    id: read.id,
    intentId: read.intent_id,
    workspace: read.workspace,
    fingerprint: read.fingerprint,
    lane: laneOf(read.lane),
    number: read.number,
    message: read.message,
    parts: read.parts,
    state: read.state,
    createdAt: read.created_at,
    madeAt: read.made_at ?? read.created_at,
    notBefore: read.not_before,
    expiresAt: read.expires_at,
    settledAt: read.settled_at,
    logId: read.log_id,
    cost: read.cost,
    balance: read.balance,
    problem: read.problem === null ? null : problemSchema.parse(JSON.parse(read.problem)),
    uncertain: read.uncertain,
  };
}

const intentRow = z.object({ body: z.string() });

export function toIntent(row: unknown): Intent {
  return intentSchema.parse(JSON.parse(intentRow.parse(row).body));
}

/** An intent as it is stored: checked, because one that can't be read back would be in the way of others for good. */
export function fromIntent(intent: Intent): string {
  return JSON.stringify(intentSchema.parse(intent));
}

/** Whose an intent is and where they are answered, whatever else of it can't be read. */
const outlineSchema = intentSchema.extend({
  source: intentSchema.shape.source.catch('command'),
  of: intentSchema.shape.of.catch(null),
  to: z
    .array(z.unknown())
    .transform((): Intent['to'] => [])
    .catch([]),
  message: z.string().catch(''),
  lane: intentSchema.shape.lane.catch('people'),
  confirmed: z.boolean().catch(false),
  language: intentSchema.shape.language.catch(null),
});

/** As much of an intent as is needed to tell its people something; without recipients and words. */
export function toOutline(row: unknown): Intent {
  return outlineSchema.parse(JSON.parse(intentRow.parse(row).body));
}

/** Whether anybody can be told that the intent of this row is set aside. */
export function hasPeople(row: unknown): boolean {
  return readEach([row], toOutline).values.length > 0;
}

export function toAuditEntry(stored: unknown): AuditEntry {
  return auditEntrySchema.parse(JSON.parse(z.string().parse(stored)));
}

export const laneNumber = (lane: Lane): number => LANES.indexOf(lane);

export function laneOf(number: number): Lane {
  const lane = LANES[number];
  if (!lane) throw new RangeError(`No lane has number ${number}`);
  return lane;
}

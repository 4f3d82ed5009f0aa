import { z } from 'zod';

const flatSchema = z.array(z.string());

/** The fields of stored hashes that are numbers; Redis keeps and returns them as text. */
const NUMBERS = new Set([
  'lane',
  'parts',
  'created_at',
  'not_before',
  'expires_at',
  'settled_at',
  'attempts',
  'posts',
]);

/** Fields that a hash may lack: SQLite's columns have null there. */
const NULLS = { settled_at: null, log_id: null, cost: null, balance: null, problem: null, uncertain: null };

/** A hash as a script returns it (name, value, name, value …) as a row like SQLite's; null when it is not there. */
export function toRow(reply: unknown): Record<string, unknown> | null {
  const flat = flatSchema.parse(reply);
  if (flat.length === 0) return null;
  const row: Record<string, unknown> = { ...NULLS };
  for (let index = 0; index < flat.length; index += 2) {
    const name = flat[index] ?? '';
    row[name] = NUMBERS.has(name) ? Number(flat[index + 1]) : flat[index + 1];
  }
  return row;
}

import { z } from 'zod';

const flatSchema = z.array(z.string());

/** The fields of stored hashes that are numbers; Redis keeps and returns them as text. */
const NUMBERS = new Set(['not_before', 'settled_at', 'posts']);

/** Fields that a hash may lack: SQLite's columns have null there. */
const NULLS = { settled_at: null, log_id: null, cost: null, balance: null, problem: null, uncertain: null };

/**
 * A hash as a script returns it (name, value, name, value …) as a row like SQLite's; null when it is not there. What never
 * changes of a text is one of its fields, as JSON.
 */
export function toRow(reply: unknown): Record<string, unknown> | null {
  const flat = flatSchema.parse(reply);
  if (flat.length === 0) return null;
  const row: Record<string, unknown> = { ...NULLS };
  for (let index = 0; index < flat.length; index += 2) {
    const name = flat[index] ?? '';
    const value = flat[index + 1];
    if (name === 'about') Object.assign(row, JSON.parse(value ?? ''));
    else row[name] = NUMBERS.has(name) ? Number(value) : value;
  }
  return row;
}

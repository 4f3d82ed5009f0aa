import type { z } from 'zod';
import { readJson } from '../json.ts';

/**
 * What Slack keeps for us with a form or a button, and returns, can't be used: another version of this app made it, or
 * it isn't ours. The person who used it is told so, wherever that was (see guard.ts).
 */
export class Outdated extends Error {
  override name = 'Outdated';
}

/**
 * What Slack kept for us, such as the value of a button.
 *
 * @throws Outdated
 */
export function kept<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new Outdated('What Slack kept can’t be read', { cause: read.error });
  return read.data;
}

/**
 * The same for something kept as JSON.
 *
 * @throws Outdated
 */
export function keptJson<T>(schema: z.ZodType<T>, json: string): T {
  return kept(schema, readJson(json));
}

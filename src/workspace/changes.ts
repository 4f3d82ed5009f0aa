import type { z } from 'zod';
import { isLocalNumber, maskNumber } from '../kit/number.ts';

type Json = z.infer<ReturnType<typeof z.json>>;

/** A changed setting, as the audit log stores it. */
export type SettingChange = { field: string; from: Json; to: Json };

/** The differences between two versions of the same fields; for a list only what was removed and added. Numbers are masked. */
export function changesBetween(before: Record<string, Json>, after: Record<string, Json>): SettingChange[] {
  return Object.keys(after).flatMap(field => {
    const [from = null, to = null] = [before[field], after[field]];
    if (JSON.stringify(from) === JSON.stringify(to)) return [];
    if (!Array.isArray(from) || !Array.isArray(to)) return [{ field, from: masked(from), to: masked(to) }];
    const [left, came] = [without(from, to), without(to, from)];
    return left.length + came.length > 0 ? [{ field, from: masked(left), to: masked(came) }] : [];
  });
}

function without(list: Json[], others: Json[]): Json[] {
  const known = new Set(others.map(one => JSON.stringify(one)));
  return list.filter(one => !known.has(JSON.stringify(one)));
}

function masked(value: Json): Json {
  if (Array.isArray(value)) return value.map(masked);
  return typeof value === 'string' && isLocalNumber(value) ? maskNumber(value) : value;
}

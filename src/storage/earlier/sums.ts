import { z } from 'zod';
import { parseCredits } from '../../domain/credits.ts';
import { momentOf } from '../../domain/day.ts';
import type { Write } from '../records.ts';
import { remembered, sameIdOf } from '../rules/plan.ts';
import { EVERYBODY, unused, used } from '../rules/usage.ts';
import type { TextRecord } from '../tables/text.ts';
import { SAME, type SameRecord, USAGE, type UsageRecord, WORKSPACES } from '../tables/usage.ts';
import type { EarlierRow } from './rows.ts';
import { written } from './writes.ts';

/** What we only know after seeing everything: what everybody used in a day, which workspaces there are, what was texted just now. */
export type Sums = {
  text(text: TextRecord): void;
  /** One person's use. */
  usage(row: EarlierRow): Write[];
  /** `cost`, `parts`: of its last text whose cost is known. */
  workspace(row: EarlierRow): void;
  end(): Write[];
};

/** The same-text question looks back two minutes; we keep what it looks at a little longer. */
const SAME_KEPT_MS = 10 * 60_000;

const usageSchema = z.object({
  workspace: z.string(),
  day: z.int(),
  who: z.string().min(1),
  texts: z.int(),
  millionths: z.number(),
  open: z.int(),
});

/** @param now on the time line of the stored data */
export function createSums(now: number): Sums {
  const days = new Map<string, UsageRecord>();
  const workspaces = new Map<string, EarlierRow>();
  const lately: TextRecord[] = [];

  function same(): Write[] {
    const known = new Map<string, SameRecord>();
    for (const text of lately.toSorted((one, other) => one.createdAt - other.createdAt)) {
      const id = sameIdOf(text.workspace, text);
      known.set(id, remembered(known.get(id) ?? { id, texts: [] }, text));
    }
    return [...known.values()].map(record => written(SAME, record));
  }

  function workspaceOf([id, { cost, parts, warned_at }]: [string, EarlierRow]): Write {
    const amount = parseCredits(String(cost ?? ''));
    const past = amount === null || parts == null ? null : { cost: amount, parts: Number(parts) };
    return written(WORKSPACES, { id, past, warnedAt: warned_at == null ? null : Number(warned_at) });
  }

  return {
    text(text) {
      if (text.priority === 'people' && text.createdAt >= now - SAME_KEPT_MS) lately.push(text);
    },

    usage(row) {
      const read = usageSchema.safeParse(row);
      // A sum that can't be read would refuse everything that is still to come on that day.
      if (!read.success) return [];
      const { workspace, day, who, ...use } = read.data;
      const everybody = unused(workspace, momentOf(day), EVERYBODY);
      days.set(everybody.id, used(days.get(everybody.id) ?? everybody, use));
      return [written(USAGE, used(unused(workspace, momentOf(day), who), use))];
    },

    workspace(row) {
      const id = String(row.workspace);
      workspaces.set(id, { ...workspaces.get(id), ...row });
    },

    end: () => [
      ...[...days.values()].map(day => written(USAGE, day)),
      ...[...workspaces].map(workspaceOf),
      ...same(),
    ],
  };
}

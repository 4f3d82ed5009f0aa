import { z } from 'zod';
import { ASIDE_KINDS } from '../ports.ts';
import type { Write } from '../records.ts';
import { ASIDE } from '../tables/aside.ts';
import { addressOf, inboxId } from '../tables/inbox.ts';
import { REPORTS } from '../tables/report.ts';
import { type EarlierRow, reportOf } from './rows.ts';
import { type AsideNote, setAside, written } from './writes.ts';

/** What the earlier version had set aside. */
export type Asides = {
  /** Converts reports and events, which were kept with the note; for an intent or a text, the note waits for its row. */
  take(row: EarlierRow): Write[];
  /** The note about a row, if there is one. */
  noted(kind: 'intent' | 'text', id: unknown): AsideNote | null;
  /** Notes about things that no longer exist. */
  end(): Write[];
};

/** `report`, `letter`: the row as it was. */
const asideSchema = z.object({
  id: z.string(),
  /** An event used to be called a letter. */
  kind: z.preprocess(kind => (kind === 'letter' ? 'event' : kind), z.enum(ASIDE_KINDS)),
  workspace: z.string().nullable().catch(null),
  at: z.int(),
  why: z.string(),
  report: z.record(z.string(), z.unknown()).nullish(),
  letter: z.object({ kind: z.string(), workspace: z.string(), name: z.string(), body: z.string() }).nullish(),
});

export function createAsides(): Asides {
  const waiting = new Map<string, z.infer<typeof asideSchema>>();

  const bare = ({ id, kind, workspace, at, why }: z.infer<typeof asideSchema>) => ({
    ...{ id, kind, workspace, at, why },
    lists: [],
    counters: [],
    againAt: null,
    event: null,
  });

  return {
    take(row) {
      const read = asideSchema.safeParse(row);
      if (!read.success) return [];
      const { kind, id, at, why, workspace, report, letter } = read.data;
      if (letter) {
        const { body, ...whose } = letter;
        const address = addressOf(inboxId(whose as ReturnType<typeof addressOf>));
        return [written(ASIDE, { ...bare(read.data), event: { address, body } })];
      }
      if (report) {
        const again = reportOf({ ...report, id, due_at: at, leased: 0 });
        return setAside(kind, REPORTS, again, { at, why, workspace });
      }
      waiting.set(`${kind} ${id}`, read.data);
      return [];
    },

    noted(kind, id) {
      const found = waiting.get(`${kind} ${id}`);
      waiting.delete(`${kind} ${id}`);
      return found ? { at: found.at, why: found.why, workspace: found.workspace } : null;
    },

    end: () => [...waiting.values()].map(one => written(ASIDE, bare(one))),
  };
}

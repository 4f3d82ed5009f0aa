import { z } from 'zod';
import type { Log } from '../../log.ts';
import { ASIDE_KINDS, type Aside, type AsideKind, type SetAside } from '../ports.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';
import type { Scripts } from './scripts.ts';

/** A row that can't be read. `tell`: so much can that its people are to be told. */
type UnreadableRow = { id: string; why: string } & (
  | { kind: 'intent'; tell: boolean }
  | { kind: 'text'; claim: string }
  | { kind: 'report'; tell: boolean; intent: string; report: string }
);

export type Asides = {
  /** Sets rows aside; false when that failed: then they come again, and who has the others goes on with those. */
  put(rows: readonly UnreadableRow[], now: number): Promise<boolean>;
};

export function createAsides(scripts: Scripts, log: Log): Asides {
  return {
    async put(rows, now) {
      if (rows.length === 0) return true;
      try {
        await scripts.run('set-aside', { rows, now });
        return true;
      } catch (error) {
        log.warn({ err: error }, 'rows that can’t be read could not be set aside; it is tried again');
        return false;
      }
    },
  };
}

const notedSchema = z.object({ workspace: z.string().nullish(), at: z.number(), why: z.string() });

const keyOf = (kind: AsideKind): string => `${PREFIX}aside:${kind}`;

/** What was set aside, and how it has its turn again. */
export function createAside({ ask }: Connection, scripts: Scripts): Aside {
  async function of(kind: AsideKind): Promise<SetAside[]> {
    const noted = Object.entries(await ask(client => client.hGetAll(keyOf(kind))));
    return noted.map(([id, json]) => {
      const { workspace = null, at, why } = notedSchema.parse(JSON.parse(json));
      return { kind, id, workspace, at, why };
    });
  }
  const countOf = (kind: AsideKind): Promise<number> => ask(client => client.hLen(keyOf(kind)));
  const list = async (): Promise<SetAside[]> =>
    (await Promise.all(ASIDE_KINDS.map(of))).flat().toSorted((a, b) => a.at - b.at);
  return {
    list,
    async counts() {
      const [intent, text, report, letter] = await Promise.all([
        countOf('intent'),
        countOf('text'),
        countOf('report'),
        countOf('letter'),
      ]);
      return { intent, text, report, letter };
    },
    async retry(ids, now) {
      const retried: string[] = [];
      for (const { kind, id } of await list()) {
        if (ids !== null && !ids.includes(id)) continue;
        if ((await scripts.run('retry-aside', { kind, id, now })) === 1) retried.push(id);
      }
      return retried;
    },
  };
}

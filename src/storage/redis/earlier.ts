import { resumed } from '../../domain/timeline.ts';
import { createMove, type EarlierKind, KINDS } from '../earlier/move.ts';
import { type EarlierRow, parsed } from '../earlier/rows.ts';
import type { Connection } from './connection.ts';
import {
  asideRows,
  hashes,
  inChunks,
  intentRows,
  keyRows,
  reportRows,
  rowOf,
  slotRows,
  textRows,
} from './earlier-rows.ts';
import type { Leading, RedisMigration } from './leading.ts';
import { PREFIX } from './prefix.ts';
import { scanFor } from './scan.ts';

/** Keys of the earlier version that this version doesn't need. */
const EARLIER = [
  /^(intent|identity|texts_of|reports_of|text|queue|waiting|key|slots|history|intents|husks|workspace|usage|aside):/,
  /^(aside_of|same|mailbox|mailboxes_of|letters|letter|mail|audit):/,
  /^(open|expiry|untold|counts|held|ready|served|flights|workspaces|reports|leases|departures|proof)$/,
  /^(text_seq|report_seq)$/,
];
/** Most of the keys are like these; lists of the earlier version lead to them. */
const LISTED = /^(intent|text|texts_of|reports_of|same):/;

/** Few at a time, because each may be large. */
const LETTERS = 10;

const isEarlier = (name: string): boolean => EARLIER.some(pattern => pattern.test(name));

/** Converts what the earlier version kept in hashes and lists to records. Nothing of it changes meanwhile. */
export const MOVE_TO_RECORDS: RedisMigration = {
  isMade: name => /^(record:|list:|counters$)/.test(name),
  isLeftOver: isEarlier,
  async lead({ connection, write }: Leading): Promise<Record<string, number>> {
    const names = await scanFor(connection, name => isEarlier(name) && !LISTED.test(name));
    const rows = rowsOf(connection, names);
    const now = await timeOf(connection);
    const move = createMove(now);
    for (const kind of KINDS)
      for await (const some of rows[kind](now)) await write(some.flatMap(row => move.take(kind, row)));
    const rest = move.end();
    await inChunks(rest, async some => {
      await write(some);
      return [];
    });
    return move.counts();
  },
};

/** The current position of the time line that all stored times are on. */
async function timeOf({ ask }: Connection): Promise<number> {
  const [[seconds, micros], [line, wall]] = await ask(client =>
    Promise.all([client.sendCommand<string[]>(['TIME']), client.hmGet(`${PREFIX}server`, ['line', 'wall'])]),
  );
  const mark = line && wall ? { line: Number(line), wall: Number(wall) } : null;
  return Math.floor(resumed(mark, Number(seconds) * 1000 + Number(micros) / 1000));
}

/** The rows of each kind, in chunks. */
function rowsOf(
  { ask }: Connection,
  names: readonly string[],
): Record<EarlierKind, (now: number) => AsyncGenerator<EarlierRow[]>> {
  const key = (name: string): string => PREFIX + name;
  const named = (kind: string): string[] =>
    names.flatMap(name => (name.startsWith(`${kind}:`) ? name.slice(kind.length + 1) : []));
  // With another colon after that, it is one person's.
  const workspaces = (kind: string): string[] => named(kind).filter(name => !name.includes(':'));

  return {
    async *aside() {
      yield await asideRows(ask);
    },
    async *text() {
      for (const workspace of workspaces('history')) yield* textRows(ask, workspace);
    },
    async *slot() {
      yield await slotRows(ask, named('slots'));
    },
    async *key() {
      yield await keyRows(ask, named('key'));
    },
    async *intent() {
      for (const list of ['intents', 'husks'])
        for (const workspace of named(list)) yield* intentRows(ask, list, workspace);
    },
    async *usage() {
      for (const name of named('usage')) {
        const colon = name.lastIndexOf(':');
        const [workspace, day] = [name.slice(0, colon), Number(name.slice(colon + 1))];
        const used = Object.entries(await ask(client => client.hGetAll(key(`usage:${name}`))));
        // Everybody's is the sum.
        yield used.flatMap(([who, counts]) => {
          const [texts, millionths, open] = counts.split(' ').map(Number);
          return who === '' ? [] : [{ workspace, day, who, texts, millionths, open }];
        });
      }
    },
    async *workspace() {
      const asked = await ask(client => client.sMembers(key('workspaces')));
      const all = [...new Set([...asked, ...named('workspace')])];
      const found = await inChunks(all, some =>
        hashes(
          ask,
          some.map(workspace => `workspace:${workspace}`),
        ),
      );
      yield all.map((workspace, at) => ({ ...rowOf(found[at] ?? {}), workspace }));
    },
    async *report() {
      yield* reportRows(ask);
    },
    async *mailbox() {
      const ids = named('mailbox');
      const found = await inChunks(ids, some =>
        hashes(
          ask,
          some.map(id => `mailbox:${id}`),
        ),
      );
      for (const [at, id] of ids.entries()) {
        const box = boxOf(id);
        const due_at = await ask(client => client.zScore(key(`mail:${box.kind}`), id));
        yield [{ ...rowOf(found[at] ?? {}), ...box, due_at }];
      }
    },
    async *letter() {
      for (const id of named('letters'))
        for (let at = 0; ; at += LETTERS) {
          const bodies = await ask(client => client.lRange(key(`letters:${id}`), at, at + LETTERS - 1));
          if (bodies.length === 0) break;
          yield bodies.map((body, index) => ({ ...boxOf(id), id: at + index, body }));
        }
    },
    async *letter_identity(now) {
      const all = named('letter');
      for (let at = 0; at < all.length; at += 200) {
        const some = all.slice(at, at + 200);
        const found = await ask(client =>
          Promise.all(
            some.map(name =>
              Promise.all([client.get(key(`letter:${name}`)), client.pTTL(key(`letter:${name}`))]),
            ),
          ),
        );
        yield some.flatMap((name, index) => {
          const [json, left = 0] = found[index] ?? [];
          return json == null || left <= 0 ? [] : [identityOf(name, json, now + left)];
        });
      }
    },
    async *departure() {
      const due = await ask(client => client.zRangeWithScores(key('departures'), 0, -1));
      yield due.map(({ value: workspace, score: forget_at }) => ({ workspace, forget_at }));
    },
    async *audit() {
      for (const workspace of named('audit')) {
        const entries = await ask(client => client.lRange(key(`audit:${workspace}`), 0, -1));
        yield entries.toReversed().map((entry, id) => ({ id, workspace, entry }));
      }
    },
  };
}

/** A mailbox from its id, which is JSON. */
function boxOf(id: string): EarlierRow {
  const box = parsed(id);
  const [kind, workspace, name] = Array.isArray(box) ? box : [];
  return { kind, workspace, name };
}

function identityOf(name: string, json: string, until: number): EarlierRow {
  const colon = name.indexOf(':');
  const says = parsed(json);
  const { id: letter, digest } = (typeof says === 'object' && says !== null ? says : {}) as EarlierRow;
  return { workspace: name.slice(0, colon), identity: name.slice(colon + 1), letter, digest, until };
}

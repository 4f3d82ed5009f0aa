import { z } from 'zod';
import { addMillionths, parseCredits } from '../../domain/credits.ts';
import { dayOf } from '../../domain/day.ts';
import type { Usage } from '../../domain/limits.ts';
import { HOLDING_CODES } from '../../domain/problem.ts';
import { type HistoryEntry, type Outbox, WARN_AGAIN_MS } from '../ports.ts';
import { readEach } from '../reading.ts';
import { toOutcome } from '../report-rows.ts';
import { toText } from '../rows.ts';
import type { Connection } from './connection.ts';
import { toRow } from './hashes.ts';
import { PREFIX } from './prefix.ts';
import type { Scripts } from './scripts.ts';

type History = Pick<
  Outbox,
  | 'text'
  | 'outcome'
  | 'history'
  | 'balance'
  | 'costPerPart'
  | 'usage'
  | 'warnLow'
  | 'usageByActor'
  | 'waiting'
  | 'counts'
  | 'workspaces'
  | 'sweep'
>;

/** A hash as a script returns it: name, value, name, value … */
const flat = z.array(z.string());
const fieldOf = (hash: string[], name: string): string | undefined =>
  hash.find((_value, index) => index % 2 === 1 && hash[index - 1] === name);
const outcomeSchema = z.tuple([flat, z.array(z.tuple([z.string(), flat]))]);

export function createHistory(connection: Connection, scripts: Scripts): History {
  const ask = connection.ask;

  const hashOf = async (id: string): Promise<unknown[]> =>
    Object.entries(await ask(client => client.hGetAll(`${PREFIX}text:${id}`))).flat();

  function read(hash: unknown[]): HistoryEntry | null {
    const row = toRow(hash);
    return row ? { ...toText(row), actor: String(row.actor) } : null;
  }

  return {
    async text(workspace, id) {
      const entry = read(await hashOf(id));
      if (entry?.workspace !== workspace) return null;
      const { actor: _actor, ...text } = entry;
      return text;
    },
    async outcome(workspace, id) {
      const [intent, texts] = outcomeSchema.parse(await scripts.run('outcome', { id }));
      const row = toRow(intent);
      if (row?.workspace !== workspace || !row.body) return null;
      const rows = texts.map(([textId, hash]) => ({ id: textId, state: fieldOf(hash, 'state'), hash }));
      return toOutcome({ ...row, id }, rows, ({ hash }) => toText(toRow(hash)));
    },
    async history(workspace, actor, limit) {
      const key = `${PREFIX}history:${workspace}${actor === null ? '' : `:${actor}`}`;
      const members = await ask(client => client.zRange(key, 0, limit - 1, { REV: true }));
      const hashes = await Promise.all(members.map(member => hashOf(member.slice(member.indexOf(':') + 1))));
      return readEach(hashes, read).values.filter(entry => entry !== null);
    },
    async balance(fingerprint) {
      const [written, at] = await ask(client =>
        client.hmGet(`${PREFIX}key:${fingerprint}`, ['balance', 'balance_at']),
      );
      const balance = parseCredits(written ?? '');
      return balance === null ? null : { balance, at: Number(at) };
    },
    async costPerPart(workspace) {
      const [written, parts] = await ask(client =>
        client.hmGet(`${PREFIX}workspace:${workspace}`, ['cost', 'parts']),
      );
      const cost = parseCredits(written ?? '');
      return cost === null ? null : { cost, parts: Number(parts) };
    },
    async usage(workspace, actor, at) {
      const key = `${PREFIX}usage:${workspace}:${dayOf(at)}`;
      return toUsage(await ask(client => client.hGet(key, actor ?? '')));
    },
    async usageByActor(workspace, from, to) {
      const days = Array.from({ length: dayOf(to) - dayOf(from) + 1 }, (_, index) => dayOf(from) + index);
      const counters = await Promise.all(
        days.map(day => ask(client => client.hGetAll(`${PREFIX}usage:${workspace}:${day}`))),
      );
      return sumByActor(counters);
    },
    async warnLow({ id, workspace }, { fingerprint, below, readers }, now) {
      const given = { id, workspace, fingerprint, below, readers, againMs: WARN_AGAIN_MS, now };
      return (await scripts.run('warn-low', given)) === 1;
    },
    async waiting(workspace, fingerprint) {
      const [held, texts] = await Promise.all([
        ask(client => client.hGet(`${PREFIX}held`, fingerprint)),
        ask(client => client.zCard(`${PREFIX}waiting:${workspace}`)),
      ]);
      return { held: HOLDING_CODES.find(code => code === held) ?? null, texts };
    },
    async counts() {
      const [queued, flights, ended] = await Promise.all([
        ask(client => client.zCard(`${PREFIX}expiry`)),
        ask(client => client.hVals(`${PREFIX}flights`)),
        ask(client => client.hGetAll(`${PREFIX}counts`)),
      ]);
      const sending = flights.filter(flight => JSON.parse(flight).text !== undefined).length;
      const stored = Object.entries({ ...ended, queued, sending }).map(([state, count]) => [
        state,
        Number(count),
      ]);
      return Object.fromEntries(stored.filter(([, count]) => Number(count) > 0));
    },
    workspaces: () => ask(client => client.sMembers(`${PREFIX}workspaces`)),
    sweep: async (workspace, before, limit) =>
      z.int().parse(await scripts.run('sweep', { workspace, ...before, limit })),
  };
}

/** As scripts count: texts, millionths of credits, parts without a told cost. */
function toUsage(stored: string | null | undefined): Usage {
  const [texts = 0, millionths = 0, open = 0] = (stored ?? '').split(' ').map(Number);
  return { texts, millionths, open };
}

/** Sums what was counted for each person over days; that of the whole workspace is nobody's and is left out. */
function sumByActor(days: Record<string, string>[]): (Usage & { actor: string })[] {
  const sums = new Map<string, Usage & { actor: string }>();
  for (const [actor, stored] of days.flatMap(day => Object.entries(day))) {
    if (actor === '') continue;
    const sum = sums.get(actor) ?? { actor, texts: 0, millionths: 0, open: 0 };
    const { texts, millionths, open } = toUsage(stored);
    sum.texts += texts;
    sum.millionths = addMillionths(sum.millionths, millionths);
    sum.open += open;
    sums.set(actor, sum);
  }
  return [...sums.values()];
}

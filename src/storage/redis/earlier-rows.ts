import { type EarlierRow, parsed } from '../earlier/rows.ts';
import type { RedisClient } from './new-client.ts';
import { PREFIX } from './prefix.ts';

/* What the earlier version kept in hashes and lists, as rows with the names of SQLite's columns. */

/** How many are requested at a time. */
const CHUNK = 200;

const key = (name: string): string => PREFIX + name;

/** Numeric fields, which Redis stores as strings. */
const NUMBERS = [
  ...['not_before', 'settled_at', 'posts', 'told', 'version', 'leased_until', 'trial', 'last_bulk'],
  ...['blocked_until', 'slow_until', 'balance_at', 'unanswered', 'parts', 'warned_at', 'unattended'],
];

/** A hash as a row; null if there is none. */
export function rowOf(hash: Record<string, string>): EarlierRow | null {
  if (Object.keys(hash).length === 0) return null;
  const row: Record<string, unknown> = { ...hash };
  for (const name of NUMBERS) if (hash[name] !== undefined) row[name] = Number(hash[name]);
  return row;
}

const isRow = (value: unknown): value is EarlierRow => typeof value === 'object' && value !== null;
const record = (json: unknown): EarlierRow => {
  const value = parsed(json);
  return isRow(value) ? value : {};
};

type AskRedis = <T>(command: (client: RedisClient) => Promise<T>) => Promise<T>;
type Scored = { value: string; score: number };

/** Whether no person is behind an intent, as a number; null if there is no such intent. */
async function unattendedOf(
  ask: AskRedis,
  intents: readonly unknown[],
): Promise<Map<unknown, number | null>> {
  const ids = [...new Set(intents)];
  const found = await ask(client =>
    Promise.all(ids.map(id => client.hmGet(key(`intent:${id}`), ['workspace', 'unattended']))),
  );
  return new Map(ids.map((id, at) => [id, found[at]?.[0] ? Number(found[at]?.[1] ?? 0) : null]));
}

/** All of a sorted set, in chunks. */
async function* scored(ask: AskRedis, name: string): AsyncGenerator<Scored[]> {
  for (let at = 0; ; at += CHUNK) {
    const some = await ask(client => client.zRangeWithScores(key(name), at, at + CHUNK - 1));
    if (some.length > 0) yield some;
    if (some.length < CHUNK) return;
  }
}

export const hashes = (ask: AskRedis, names: readonly string[]): Promise<Record<string, string>[]> =>
  ask(client => Promise.all(names.map(name => client.hGetAll(key(name)))));

export async function* textRows(ask: AskRedis, workspace: string): AsyncGenerator<EarlierRow[]> {
  for await (const members of scored(ask, `history:${workspace}`)) {
    const ids = members.map(({ value }) => value.slice(value.indexOf(':') + 1));
    const found = await hashes(
      ask,
      ids.map(id => `text:${id}`),
    );
    const rows = found.flatMap((hash, at) => {
      const row = rowOf(hash);
      // The part that never changes; if something in it can't be read, it is kept as it is in place of a number.
      const about = row && parsed(row.about);
      return row ? [{ ...row, ...(isRow(about) ? about : { number: about }), id: ids[at] }] : [];
    });
    const unattended = await unattendedOf(
      ask,
      rows.flatMap(row => ('intent_id' in row ? row.intent_id : [])),
    );
    // If it doesn't name its intent, we can't know that the intent is gone.
    yield rows.map(row => ({
      ...row,
      unattended: 'intent_id' in row ? (unattended.get(row.intent_id) ?? null) : 0,
    }));
  }
}

/** @param list `intents`, or `husks`, which have no words any more */
export async function* intentRows(
  ask: AskRedis,
  list: string,
  workspace: string,
): AsyncGenerator<EarlierRow[]> {
  for await (const members of scored(ask, `${list}:${workspace}`)) {
    const ids = members.map(({ value }) => value);
    const found = await hashes(
      ask,
      ids.map(id => `intent:${id}`),
    );
    const due = await ask(client => Promise.all(ids.map(id => client.zScore(key('open'), id))));
    yield found.flatMap((hash, at) => {
      const row = rowOf(hash);
      const created_at = members[at]?.score;
      return row ? [{ ...row, id: ids[at], created_at, due_at: due[at] ?? created_at }] : [];
    });
  }
}

export async function* reportRows(ask: AskRedis): AsyncGenerator<EarlierRow[]> {
  const leases = await ask(client => client.hGetAll(key('leases')));
  for await (const members of scored(ask, 'reports')) {
    const ids = members.map(({ value }) => [value.slice(0, 16), value.slice(17)] as const);
    const found = await ask(client =>
      Promise.all(ids.map(([id, intent]) => client.hGet(key(`reports_of:${intent}`), id))),
    );
    const unattended = await unattendedOf(
      ask,
      ids.map(([, intent]) => intent),
    );
    yield members.map(({ value, score }, at) => {
      const [id, intent_id] = ids[at] ?? [];
      const says = reportOf(found[at]);
      const leased = leases[value] === undefined ? 0 : 1;
      return { ...says, id, intent_id, due_at: score, leased, unattended: unattended.get(intent_id) };
    });
  }
}

function reportOf(json: unknown): EarlierRow {
  const says = parsed(json);
  return isRow(says) ? { ...says, text_id: says.text ?? null } : { detail: says };
}

/** The slots of one key, and requests without a slot. */
export async function slotRows(ask: AskRedis, fingerprints: readonly string[]): Promise<EarlierRow[]> {
  const flights = Object.entries(await ask(client => client.hGetAll(key('flights')))).map(
    ([id, json]) => [id, record(json)] as const,
  );
  const takenAt = new Map(flights.map(([id, { at }]) => [id, at]));
  const rows: EarlierRow[] = [];
  for (const fingerprint of fingerprints)
    for await (const members of scored(ask, `slots:${fingerprint}`))
      for (const { value, score } of members) {
        const id = value.slice(2);
        const free_at = Number.isFinite(score) ? score : null;
        rows.push({ id, fingerprint, lane: value.slice(0, 1), free_at, taken_at: takenAt.get(id) });
      }
  const known = new Set(rows.map(({ id }) => id));
  for (const [id, { fingerprint, lane, at }] of flights)
    if (!known.has(id) && fingerprint) rows.push({ id, fingerprint, lane, free_at: null, taken_at: at });
  return rows;
}

/** @param fingerprints the keys with a hash of their own */
export async function keyRows(ask: AskRedis, fingerprints: readonly string[]): Promise<EarlierRow[]> {
  const [held, served, ready] = await ask(client =>
    Promise.all([
      client.hGetAll(key('held')),
      client.hGetAll(key('served')),
      client.zRangeWithScores(key('ready'), 0, -1),
    ]),
  );
  const readyAt = new Map(ready.map(({ value, score }) => [value, score]));
  const all = [
    ...new Set([...fingerprints, ...Object.keys(held), ...Object.keys(served), ...readyAt.keys()]),
  ];
  const found = await inChunks(all, some =>
    hashes(
      ask,
      some.map(fingerprint => `key:${fingerprint}`),
    ),
  );
  return all.map((fingerprint, at) => ({
    ...rowOf(found[at] ?? {}),
    fingerprint,
    held: held[fingerprint],
    ready_at: readyAt.get(fingerprint),
    served_at: Number(served[fingerprint] ?? 0),
  }));
}

export async function asideRows(ask: AskRedis): Promise<EarlierRow[]> {
  const kinds = ['intent', 'text', 'report', 'letter'];
  const noted = await hashes(
    ask,
    kinds.map(kind => `aside:${kind}`),
  );
  return noted.flatMap((hash, at) =>
    Object.entries(hash).map(([id, json]) => {
      const { kept, ...says } = record(json);
      return { workspace: null, ...says, ...keptOf(kinds[at], record(kept)), id, kind: kinds[at] };
    }),
  );
}

function keptOf(kind: string | undefined, kept: EarlierRow): EarlierRow {
  if (kind === 'letter') return { letter: { ...record(kept.box), body: kept.body } };
  return kind === 'report' ? { report: { ...reportOf(kept.says), intent_id: kept.intent } } : {};
}

/** Asks for many things, in chunks. */
export async function inChunks<Item, Answer>(
  items: readonly Item[],
  ask: (some: Item[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let at = 0; at < items.length; at += CHUNK) answers.push(...(await ask(items.slice(at, at + CHUNK))));
  return answers;
}

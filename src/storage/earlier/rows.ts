import { PRIORITIES } from '../../domain/text.ts';
import { type addressOf, inboxId } from '../tables/inbox.ts';
import { reportId } from '../tables/report.ts';

/*
 * What the earlier version kept, and the record into which it is converted. Rows have the names of SQLite's columns, on both
 * engines. The results still have to be checked by their table's schema, which decides whether they can be read.
 */

/** A row of the earlier version. On Redis, fields without a value may be missing. */
export type EarlierRow = Readonly<Record<string, unknown>>;

/** What will be a record, if it can be read. */
export type Candidate = { id: string } & Readonly<Record<string, unknown>>;

/** The owner of everything that was leased or claimed when the earlier version stopped: a process that is gone. */
export const GONE = 'earlier';

/** Ids for numbered rows, which keep their order when sorted as strings. */
const numbered = (row: EarlierRow): string => `moved ${String(row.id).padStart(16, '0')}`;

/** The value of JSON; anything else stays as it is, and can't be read. */
export function parsed(json: unknown): unknown {
  try {
    return typeof json === 'string' ? JSON.parse(json) : json;
  } catch {
    return json;
  }
}

const orNull = (value: unknown): unknown => value ?? null;

/** The claim of a text that was being sent; if it has none, it gets one, so that it is found like the others. */
function claimOf({ id, state, claim }: EarlierRow): unknown {
  return claim ?? (state === 'sending' ? `moved ${id}` : null);
}

export const textOf = (row: EarlierRow): Candidate => ({
  id: String(row.id),
  intentId: row.intent_id,
  workspace: row.workspace,
  actor: row.actor,
  unattended: Boolean(row.unattended),
  fingerprint: row.fingerprint,
  priority: PRIORITIES[Number(row.lane)],
  number: row.number,
  message: row.message,
  parts: row.parts,
  state: row.state === 'aside' ? 'queued' : row.state,
  createdAt: row.created_at,
  madeAt: row.made_at ?? row.created_at,
  notBefore: row.not_before,
  expiresAt: row.expires_at,
  told: Boolean(row.told),
  again: orNull(row.again),
  claim: claimOf(row),
  settledAt: orNull(row.settled_at),
  logId: orNull(row.log_id),
  cost: orNull(row.cost),
  balance: orNull(row.balance),
  problem: orNull(parsed(row.problem)),
  uncertain: orNull(row.uncertain),
});

/** An intent's body: two of its fields used to have other names. */
function bodyOf(body: unknown): unknown {
  const says = parsed(body);
  if (typeof says !== 'object' || says === null) return says;
  const { lane: priority, answer: replyTo, ...rest } = says as EarlierRow;
  return { ...rest, priority, replyTo };
}

/** @param pending how many of its texts are waiting or being sent, if it is an unattended intent */
export function intentOf(row: EarlierRow, pending: number): Candidate {
  const isOpen = row.state === 'open' || row.state === 'aside';
  return {
    id: String(row.id),
    workspace: row.workspace,
    intent: bodyOf(row.body),
    state: isOpen ? 'open' : row.state,
    dueAt: row.due_at ?? row.created_at,
    // We don't always know whether somebody has leased it. The lease of a process that is gone is found, and then it is due.
    leasedBy: isOpen ? GONE : null,
    told: Boolean(row.told),
    posts: row.posts ?? 0,
    pending,
    createdAt: row.created_at,
    ...concluded(row),
  };
}

/** Why it was refused, and who was left out; if part of that can't be read, the rest still can. */
function concluded({ id, conclusion }: EarlierRow): { problem: unknown; omitted: unknown } {
  const says = parsed(conclusion ?? '{}');
  if (typeof says !== 'object' || says === null)
    return { problem: { kind: 'RESULT_UNREADABLE', id: String(id) }, omitted: [] };
  return { problem: null, omitted: [], ...says };
}

export const identityOf = ({ id, workspace, identity, created_at: createdAt }: EarlierRow): Candidate => ({
  id: `${workspace} ${identity}`,
  workspace,
  intent: id,
  createdAt,
});

export function reportOf(row: EarlierRow): Candidate {
  const intentId = String(row.intent_id);
  const detail = parsed(row.detail ?? '{}');
  const says = typeof detail === 'object' && detail !== null ? (detail as EarlierRow) : { problem: detail };
  const follower = row.follower ?? says.follower ?? null;
  return {
    // A report to a follower has an id of its own (see `follow`).
    id: reportId(follower === null ? numbered(row) : `follower ${follower}`, intentId),
    kind: row.kind,
    intentId,
    textId: orNull(row.text_id),
    problem: orNull(says.problem),
    waiting: orNull(says.waiting),
    earlier: orNull(says.earlier),
    follower,
    reader: orNull(says.reader),
    dueAt: row.due_at,
    leasedBy: row.leased ? GONE : null,
    attempts: row.attempts,
    createdAt: row.created_at,
  };
}

/** @param slots the requests of its last minute */
export const keyOf = (row: EarlierRow, slots: readonly unknown[]): Candidate => ({
  id: String(row.fingerprint),
  held: orNull(row.held),
  trial: orNull(row.trial),
  readyAt: orNull(row.ready_at),
  unanswered: Boolean(row.unanswered),
  servedAt: row.served_at || null,
  lastBulk: orNull(row.last_bulk),
  blockedUntil: row.blocked_until ?? 0,
  slowUntil: row.slow_until ?? 0,
  balance: orNull(row.balance),
  balanceAt: orNull(row.balance_at),
  slots,
});

/** Its state is stored separately. Whoever had leased it is gone, so it is due. */
export function inboxOf(row: EarlierRow): Candidate {
  const address = { kind: row.kind, workspace: row.workspace, name: row.name } as ReturnType<
    typeof addressOf
  >;
  const isLeased = Number(row.leased_until ?? 0) > 0;
  return {
    id: inboxId(address),
    ...address,
    version: row.version ?? 0,
    dueAt: isLeased ? 0 : orNull(row.due_at),
    leasedBy: null,
    leasedUntil: 0,
  };
}

/** Sorts before everything that comes from now on. */
export function eventOf(row: EarlierRow): Candidate {
  const inbox = inboxOf(row).id;
  return { id: `${numbered(row)} ${inbox}`, inbox, at: 0, body: row.body };
}

export const eventIdentityOf = ({ workspace, identity, letter, digest, until }: EarlierRow): Candidate => ({
  id: `${workspace} ${identity}`,
  workspace,
  event: letter,
  digest: orNull(digest),
  until,
});

export const departureOf = (row: EarlierRow): Candidate => ({
  id: String(row.workspace),
  forgetAt: row.forget_at,
});

export const auditOf = (row: EarlierRow): Candidate => ({
  id: `${numbered(row)} ${row.workspace}`,
  workspace: row.workspace,
  entry: parsed(row.entry),
});

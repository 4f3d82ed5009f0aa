import { PRIORITIES } from '../../domain/text.ts';
import { type addressOf, inboxId } from '../tables/inbox.ts';
import { reportId } from '../tables/report.ts';

/*
 * What the earlier version kept, and as which record this one keeps it. Rows have the names of SQLite's columns, on
 * both engines; what comes out is still to be checked by its table's schema, which is what says whether it can be read.
 */

/** A row of the earlier version. Of Redis what is not there may be missing. */
export type EarlierRow = Readonly<Record<string, unknown>>;

/** What a record is to be, if it can be read. */
export type Candidate = { id: string } & Readonly<Record<string, unknown>>;

/** Who had leased or claimed something when the earlier version was stopped: nobody who is still there. */
export const GONE = 'earlier';

/** Numbered rows, in their order also where they are sorted as words. */
const numbered = (row: EarlierRow): string => `moved ${String(row.id).padStart(16, '0')}`;

/** What JSON says; what is none stays as it is, and is not readable. */
export function parsed(json: unknown): unknown {
  try {
    return typeof json === 'string' ? JSON.parse(json) : json;
  } catch {
    return json;
  }
}

const orNull = (value: unknown): unknown => value ?? null;

/** Of a text that was being sent, its claim; one that has none gets one, so that it is found like the others. */
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

/** An intent's body: two of its fields had other names. */
function bodyOf(body: unknown): unknown {
  const says = parsed(body);
  if (typeof says !== 'object' || says === null) return says;
  const { lane: priority, answer: replyTo, ...rest } = says as EarlierRow;
  return { ...rest, priority, replyTo };
}

/** @param pending how many of its texts wait or are being sent, if it is an unattended one */
export function intentOf(row: EarlierRow, pending: number): Candidate {
  const isOpen = row.state === 'open' || row.state === 'aside';
  return {
    id: String(row.id),
    workspace: row.workspace,
    intent: bodyOf(row.body),
    state: isOpen ? 'open' : row.state,
    dueAt: row.due_at ?? row.created_at,
    // Whether somebody has it is not known everywhere. Who is gone is found, and then it is due.
    leasedBy: isOpen ? GONE : null,
    told: Boolean(row.told),
    posts: row.posts ?? 0,
    pending,
    createdAt: row.created_at,
    ...concluded(row),
  };
}

/** Why it was refused, and who was left out; what can't be read of that makes nothing else unreadable. */
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
    // One who follows is known by an id of its own (see `follow`).
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

/** Its state is apart. Whoever had it is gone: it is due. */
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

/** Before all that comes from now on. */
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

import { z } from 'zod';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { pack, unpack } from '../../kit/inbox/reading.ts';
import { countSchema } from '../../kit/json.ts';
import { compact, factsSchema, matchSchema, responderSchema, SEVERITIES } from '../alert.ts';
import { watchSchema } from './calls/heartbeat.ts';
import { heldSchema } from './channel/channel-update.ts';
import {
  type AlertState,
  BLOCKS,
  groupKeyOf,
  HOLD_REASONS,
  INCIDENT_KINDS,
  type Incident,
  type Notified,
  type PendingCall,
  REASONS,
  TROUBLES,
  type TrackedAlert,
} from './incidents/state.ts';

/*
 * A stored state has one packed piece on each line, so that no piece takes long to write or to read. Lists that many incidents share
 * (recipients, numbers, notified entries) are written once, and incidents refer to them by number.
 */

const change = z.int();
const listNumber = z.int();

const alertSchema = z.object({
  /** The index of its incident among the stored incidents. */
  in: z.int(),
  fingerprint: z.string(),
  match: matchSchema.nullable().default(null),
  name: z.string().default(''),
  place: z.string().default(''),
  labels: z.record(z.string(), z.string()).default({}),
  facts: factsSchema.nullable().default(null),
  severity: z.enum(SEVERITIES),
  startsAt: z.number().nullable().default(null),
  heardAt: z.number(),
  endedAt: z.number().nullable().default(null),
  isEndHeard: z.boolean().default(false),
  count: countSchema.default(1),
  mutedBy: z.string().nullable().default(null),
  firstChange: change.default(0),
  change: change.default(0),
  endChange: change.default(0),
});

const holdSchema = z.object({ until: z.number(), why: z.enum(HOLD_REASONS).nullable() }).nullable();

const incidentSchema = z.object({
  id: z.int(),
  hook: z.string(),
  group: z.string(),
  policy: z.string().nullable(),
  kind: z.enum(INCIDENT_KINDS),
  post: z.int(),
  since: z.number(),
  endedAt: z.number().nullable(),
  resolvedBy: responderSchema.nullable(),
  acknowledged: z
    .object({
      by: responderSchema,
      at: z.number(),
      until: z.number().nullable(),
      givenFor: change,
      upTo: change,
      rotas: z.array(z.string()),
      handedOver: z.boolean(),
      numbers: z.array(z.string()),
    })
    .nullable(),
  overdue: z.object({ by: responderSchema, since: z.number() }).nullable(),
  escalation: z.object({ turn: z.int(), dueAt: z.number().nullable(), texts: z.array(z.int()) }).nullable(),
  unresolved: z.array(
    z.object({
      reason: z.enum(REASONS),
      to: listNumber,
      remind: z.boolean(),
      since: z.number(),
      waitsSince: z.number(),
      held: holdSchema,
    }),
  ),
  added: listNumber,
  named: listNumber.nullable(),
  notified: z.int(),
  calls: listNumber,
  endsHeld: holdSchema,
  trouble: z.enum(TROUBLES).nullable(),
});

const notifiedSchema = z.array(
  z.object({
    numbers: listNumber,
    firingUpTo: change,
    endedUpTo: change,
    before: z.tuple([change, change]),
    at: z.number(),
    text: z.int(),
  }),
);

const callsSchema = z.array(z.object({ userId: z.string(), place: z.int(), dueAt: z.number() }));

const muteSchema = z.object({
  id: z.string(),
  hook: z.string().nullable(),
  groups: z.array(z.string()).nullable(),
  called: z.string(),
  labels: z.array(z.object({ name: z.string(), isEqual: z.boolean(), value: z.string() })),
  by: responderSchema,
  reason: z.string(),
  since: z.number(),
  until: z.number(),
  covered: z.record(z.string(), countSchema),
});

/** The first piece: everything but incidents and alerts, and the lists that these share. */
const headSchema = z.object({
  pieces: z.int(),
  lastChange: change,
  lists: z.array(z.array(z.string())),
  notified: z.array(notifiedSchema),
  calls: z.array(callsSchema),
  /** Numbers that were texted at the same times. */
  numbers: z.array(
    z.object({ numbers: z.array(z.string()), sent: z.array(z.number()), urgentAt: z.number().nullable() }),
  ),
  texts: z.array(
    z.object({
      id: z.int(),
      at: z.number(),
      incidents: z.array(z.int()),
      intents: z.array(z.string()),
      isOnlyFiring: z.boolean(),
      isForAll: z.boolean(),
      isCancelled: z.boolean(),
      pending: listNumber,
      sent: z.int(),
    }),
  ),
  mutes: z.array(muteSchema),
  used: z.record(z.string(), z.object({ day: z.int(), texts: z.int(), parts: z.int(), isSaid: z.boolean() })),
  held: z.record(z.string(), heldSchema),
  blocked: z
    .object({ why: z.enum(BLOCKS), since: z.number(), saidAt: z.record(z.string(), z.number()) })
    .nullable(),
  fullSaidAt: z.number().nullable(),
  watch: watchSchema,
});

const pieceSchema = z.union([
  z.object({ incidents: z.array(incidentSchema) }),
  z.object({ alerts: z.array(alertSchema) }),
]);
type StoredPiece = z.input<typeof pieceSchema>;

/** The most incidents or alerts in a piece. */
const PIECE_SIZE = 100;

/** Assigns a number to each list, the same one to equal lists. */
function createLists<T>(): {
  of: (list: readonly T[], write: (list: readonly T[]) => unknown) => number;
  all: unknown[];
} {
  const all: unknown[] = [];
  const byList = new Map<readonly T[], number>();
  const byText = new Map<string, number>();
  return {
    all,
    of(list, write) {
      const before = byList.get(list);
      if (before !== undefined) return before;
      const written = write(list);
      const text = JSON.stringify(written);
      const number = byText.get(text) ?? all.push(written) - 1;
      byText.set(text, number);
      byList.set(list, number);
      return number;
    },
  };
}

/** The fields of an alert that aren't its schema's defaults. */
function alertRow({ facts, ...alert }: TrackedAlert, place: number): z.input<typeof alertSchema> {
  const isSet = (value: unknown): boolean =>
    value !== null &&
    value !== 0 &&
    value !== '' &&
    value !== false &&
    !(typeof value === 'object' && Object.keys(value).length === 0);
  const fields = Object.fromEntries(Object.entries(alert).filter(([, value]) => isSet(value)));
  const row = { ...fields, in: place, heardAt: alert.heardAt, fingerprint: alert.fingerprint };
  return { ...row, severity: alert.severity, ...(facts && { facts: compact(facts) }) };
}

export function* writeState(state: AlertState): CooperativeTask<string> {
  const words = createLists<string>();
  const entries = createLists<Notified>();
  const calls = createLists<PendingCall>();
  const list = (of: readonly string[]): number => words.of(of, each => each);
  const pieces: string[] = [];
  const write = (piece: StoredPiece): number => pieces.push(pack(JSON.stringify(piece)));
  let incidents: z.input<typeof incidentSchema>[] = [];
  let alerts: z.input<typeof alertSchema>[] = [];
  let place = 0;
  for (const { alerts: tracked, ...incident } of state.incidents.values()) {
    const { acknowledged, escalation, unresolved, added, named, notified } = incident;
    incidents.push({
      ...incident,
      acknowledged: acknowledged && {
        ...acknowledged,
        rotas: [...acknowledged.rotas],
        numbers: [...acknowledged.numbers],
      },
      escalation: escalation && { ...escalation, texts: [...escalation.texts] },
      unresolved: unresolved.map(entry => ({ ...entry, to: list(entry.to) })),
      added: list(added),
      named: named && list(named),
      notified: entries.of(notified, all => all.map(entry => ({ ...entry, numbers: list(entry.numbers) }))),
      calls: calls.of(incident.calls, all => [...all]),
    });
    for (const alert of tracked) {
      alerts.push(alertRow(alert, place));
      if (alerts.length < PIECE_SIZE) continue;
      write({ alerts });
      alerts = [];
      yield;
    }
    place += 1;
    if (incidents.length < PIECE_SIZE) continue;
    write({ incidents });
    incidents = [];
    yield;
  }
  if (alerts.length > 0) write({ alerts });
  if (incidents.length > 0) write({ incidents });
  yield;
  const head = headOf(state, list);
  yield;
  const lists = { pieces: pieces.length, lists: words.all, notified: entries.all, calls: calls.all };
  return [pack(JSON.stringify({ ...head, ...lists })), ...pieces].join('\n');
}

function headOf(
  { lastChange, numbers, texts, mutes, used, held, blocked, fullSaidAt, watch }: AlertState,
  list: (of: readonly string[]) => number,
): Omit<z.input<typeof headSchema>, 'pieces' | 'lists' | 'notified' | 'calls'> {
  const alike = Map.groupBy(numbers, ([, { sent, urgentAt }]) => `${urgentAt} ${sent.join()}`);
  return {
    lastChange,
    numbers: [...alike.values()].flatMap(same => {
      const [, use] = same[0] ?? [];
      if (!use) return [];
      return { numbers: same.map(([number]) => number), sent: [...use.sent], urgentAt: use.urgentAt };
    }),
    texts: [...texts].map(([id, text]) => ({
      ...text,
      id,
      incidents: [...text.incidents],
      intents: [...text.intents],
      pending: list(text.pending),
    })),
    mutes: mutes.map(({ groups, labels, covered, ...mute }) => ({
      ...mute,
      groups: groups && [...groups],
      labels: [...labels],
      covered: { ...covered },
    })),
    used: Object.fromEntries(used),
    held: Object.fromEntries(held),
    blocked: blocked && { ...blocked, saidAt: { ...blocked.saidAt } },
    fullSaidAt,
    watch,
  };
}

/**
 * Reads what `writeState` wrote.
 *
 * @throws if `stored` is anything else
 */
export function* readState(stored: string): CooperativeTask<AlertState> {
  const [first = '', ...lines] = stored.split('\n');
  const head = headSchema.parse(JSON.parse(unpack(first)));
  if (head.pieces !== lines.length) throw new RangeError('A stored state of alerts lacks pieces');
  yield;
  const at = <T>(all: readonly T[], number: number): T => {
    const list = all[number];
    if (list === undefined) throw new RangeError('A stored state of alerts names a list that is not in it');
    return list;
  };
  const list = (number: number): readonly string[] => at(head.lists, number);
  const notified = head.notified.map(entries =>
    entries.map((entry): Notified => ({ ...entry, numbers: list(entry.numbers) })),
  );
  const alertsIn: TrackedAlert[][] = [];
  const rows: z.output<typeof incidentSchema>[] = [];
  for (const line of lines) {
    const piece = pieceSchema.parse(JSON.parse(unpack(line)));
    if ('incidents' in piece) rows.push(...piece.incidents);
    else {
      for (const { in: place, ...alert } of piece.alerts) {
        const alerts = alertsIn[place];
        if (alerts) alerts.push(alert);
        else alertsIn[place] = [alert];
      }
    }
    yield;
  }
  const incidents = new Map<string, Incident>();
  for (const [place, row] of rows.entries()) {
    incidents.set(groupKeyOf(row), {
      ...row,
      alerts: alertsIn[place] ?? [],
      unresolved: row.unresolved.map(entry => ({ ...entry, to: list(entry.to) })),
      added: list(row.added),
      named: row.named === null ? null : list(row.named),
      notified: at(notified, row.notified),
      calls: at(head.calls, row.calls),
    });
    if (place % PIECE_SIZE === 0) yield;
  }
  const { lastChange, numbers, texts, mutes, used, held, blocked, fullSaidAt, watch } = head;
  return {
    lastChange,
    mutes,
    blocked,
    fullSaidAt,
    watch,
    incidents,
    numbers: new Map(
      numbers.flatMap(({ numbers: alike, sent, urgentAt }) =>
        alike.map(number => [number, { sent, urgentAt }] as const),
      ),
    ),
    texts: new Map(texts.map(({ id, pending, ...text }) => [id, { ...text, pending: list(pending) }])),
    used: new Map(Object.entries(used)),
    held: new Map(Object.entries(held)),
  };
}

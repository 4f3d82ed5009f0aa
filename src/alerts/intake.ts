import type { Clock } from '../kit/clock.ts';
import type { CooperativeTask, FairScheduler } from '../kit/fair-scheduler.ts';
import { pack } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { parseRecipients } from '../texts/parse/recipient-list.ts';
import { MAX_RECIPIENTS, type Recipient } from '../texts/recipient.ts';
import { type Alert, compact, toKey } from './alert.ts';
import { keepUsedFacts } from './alert-fields.ts';
import { alertsOf, lookAtAlerts, tellAlerts } from './alert-inbox.ts';
import { listFor } from './call-lists.ts';
import { fieldsIn } from './hook-words.ts';
import type { Hook } from './hooks.ts';
import { masked } from './payloads/masking.ts';
import type { HookPayload, PayloadProblem } from './payloads/payload.ts';
import { readCall } from './payloads/read.ts';
import type { Sender } from './payloads/senders/names.ts';
import type { Heartbeat } from './policy/calls/heartbeat.ts';
import type { StoredEvent } from './policy/events.ts';
import type { Understood } from './recent-calls.ts';
import type { FindCalled } from './recipient-lookup.ts';

/** The result of a permitted call, and the program that sent it; null if the program is unknown. */
export type IntakeResult = CallResult & { sender: Sender | null };

type CallResult =
  /** The call is stored, now or by an earlier delivery. `ids`, one for each alert, are the same each time. */
  | { kind: 'accepted'; isNew: boolean; ids: string[]; understood: Understood[] }
  /** Its idempotency key was used before, for another call. */
  | { kind: 'conflict' }
  /** It tells of no alert that fires or ends. `why`: a sentence that says so. */
  | { kind: 'nothing'; why: string; subscription?: { topic: string; url: string } }
  /** It has nothing that could be texted. */
  | { kind: 'not_understood'; problem: PayloadProblem }
  /** Its `to` is unreadable, names too many recipients, or names none who can be texted. */
  | { kind: 'nobody'; problem: PayloadProblem };

export type Intake = (
  workspace: string,
  hook: Hook,
  /** Each of `values` is read by itself. */
  body: { values: readonly unknown[]; idempotencyKey: string | null },
) => Promise<IntakeResult>;

/**
 * Accepts calls. Each is stored once, durably, before it is answered.
 *
 * @param stored called after something new was stored, because a decision is due
 */
export function createIntake(deps: {
  inboxes: Inboxes;
  runFairly: FairScheduler;
  lookUp: FindCalled;
  clock: Clock;
  newId: () => string;
  stored: () => void;
}): Intake {
  const { inboxes, runFairly, lookUp, clock, newId, stored: onStored } = deps;
  return async (workspace, hook, { values, idempotencyKey }) => {
    const id = newId();
    const read = await runFairly(workspace, readCall(values, { idempotencyKey, callId: id }));
    const outcome =
      read.kind === 'read'
        ? await storeAll(workspace, hook, id, read.payloads)
        : read.kind === 'nothing'
          ? read
          : { kind: 'not_understood' as const, problem: read.problem };
    return { ...outcome, sender: read.sender };
  };

  /** Stores payloads one after another, so that an alert's firing comes before its end. */
  async function storeAll(
    workspace: string,
    hook: Hook,
    id: string,
    payloads: readonly HookPayload[],
  ): Promise<CallResult> {
    const ids: string[] = [];
    const understood: Understood[] = [];
    let isNew = false;
    for (const [index, payload] of payloads.entries()) {
      const stored = await store(workspace, hook, index === 0 ? id : newId(), payload);
      if (stored.kind !== 'accepted') return stored;
      isNew ||= stored.isNew;
      ids.push(...stored.ids);
      understood.push(...stored.understood.slice(0, MAX_UNDERSTOOD - understood.length));
    }
    return { kind: 'accepted', isNew, ids, understood };
  }

  /** True if these recipients stand for nobody who can be called, such as an unknown name. */
  async function isNobody(workspace: string, recipients: readonly Recipient[]): Promise<boolean> {
    const lookups = await lookUp(workspace, recipients.map(toKey));
    return [...lookups.values()].every(({ numbers, called, silent }) =>
      [numbers, called, silent].every(({ length }) => length === 0),
    );
  }

  async function store(workspace: string, hook: Hook, id: string, payload: HookPayload): Promise<CallResult> {
    const now = clock.now();
    const { group, alerts, leftOut, single, test, to, dedupe } = payload;
    const recipients = to === null ? null : parseRecipients(to, MAX_RECIPIENTS);
    if (recipients && recipients.length > MAX_RECIPIENTS) return { kind: 'nobody', problem: TOO_MANY };
    const isUnclear = recipients?.length === 0 || recipients?.some(({ kind }) => kind === 'unreadable');
    if (isUnclear) return { kind: 'nobody', problem: UNCLEAR };
    if (recipients && !textsSomeAlert(hook) && (await isNobody(workspace, recipients)))
      return { kind: 'nobody', problem: NOBODY };
    const event = written(hook, alerts, {
      id,
      hook: hook.id,
      group,
      leftOut,
      single,
      test,
      to: recipients?.map(toKey) ?? null,
      receivedAt: now,
    });
    const put = await inboxes.put(
      {
        id,
        address: alertsOf(workspace),
        body: await runFairly(workspace, event),
        dedupe: dedupe && {
          ...dedupe,
          key: `${hook.id} ${dedupe.key}`,
          ends: dedupe.ends.map(key => `${hook.id} ${key}`),
        },
      },
      now,
    );
    if (put.kind === 'conflict') return { kind: 'conflict' };
    if (put.kind === 'added') onStored();
    const ids = alerts.map((_alert, index) => `${put.id}-${index + 1}`);
    const understood = alerts.slice(0, MAX_UNDERSTOOD).map(alert => understoodOf(hook, alert, payload));
    return { kind: 'accepted', isNew: put.kind === 'added', ids, understood };
  }
}

/** The most alerts of a call in the list of recent calls. */
const MAX_UNDERSTOOD = 3;

/** An alert of a call as the list of recent calls shows it. */
function understoodOf(
  hook: Hook,
  { name, place, status, severity, facts: { labels } }: Alert,
  { test, to }: Pick<HookPayload, 'test' | 'to'>,
): Understood {
  const state = test ? 'test' : status;
  const list = listFor(hook, labels);
  const isTexted = test || (list.recipients.length > 0 && hook.severities.includes(severity));
  const firingTexts = to !== null ? 'named' : isTexted ? 'people' : 'nobody';
  return {
    name: masked(name),
    place: masked(place),
    state,
    labels: labelsToShow(hook, labels),
    texted: state === 'resolved' ? (hook.resolved ? 'told' : 'nobody') : firingTexts,
  };
}

const textsSomeAlert = ({ severities, recipients, routed }: Hook): boolean =>
  severities.length > 0 && (recipients.length > 0 || routed.size > 0);

/** The most labels of an alert in the list of recent calls, and the most characters of one. */
const MAX_SHOWN_LABELS = 10;
const MAX_SHOWN_LABEL = 100;

/** The labels from which a hook's form shows where an alert would go: those that routes name now, then others. */
function labelsToShow({ routes }: Hook, labels: Alert['facts']['labels']): Understood['labels'] {
  const named = new Set(routes.flatMap(route => route.labels.map(({ name }) => name)));
  const short = Object.entries(labels).filter(
    ([name, value]) => name.length + value.length <= MAX_SHOWN_LABEL,
  );
  const needOf = ([name]: [string, string]): number => (named.has(name) ? 0 : 1);
  const sorted = short.toSorted((one, other) => needOf(one) - needOf(other));
  return Object.fromEntries(
    sorted.slice(0, MAX_SHOWN_LABELS).map(([name, value]) => [masked(name), masked(value)]),
  );
}

type StoredCall = Extract<StoredEvent, { kind: 'call' }>;

/** The stored form of a call. Each alert has only the facts that the hook's texts can use, and the labels that mutes compare. */
function* written(
  hook: Hook,
  sent: readonly Alert[],
  about: Omit<StoredCall, 'kind' | 'alerts'>,
): CooperativeTask<string> {
  const keep = keepUsedFacts(fieldsIn(hook.templates), hook.template !== null);
  const alerts: StoredCall['alerts'] = [];
  for (const alert of sent) {
    alerts.push(storedAlert(alert, compact(keep(alert.facts))));
    yield;
  }
  const call: StoredCall = { ...about, kind: 'call', alerts };
  return pack(JSON.stringify(call));
}

/** A form has no room for longer labels to mute, or for more. */
const MAX_LABEL = 200;
const MAX_LABELS = 50;

const shortLabels = (labels: Alert['facts']['labels']): Alert['facts']['labels'] =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([name, value]) => name.length + value.length <= MAX_LABEL)
      .slice(0, MAX_LABELS),
  );

/** The stored form of an alert. */
export function storedAlert(
  {
    status,
    fingerprint,
    severity,
    name,
    place,
    startsAt: start,
    endsAt,
    match,
    occursOnce,
    facts: { labels },
  }: Alert,
  facts: ReturnType<typeof compact>,
): StoredCall['alerts'][number] {
  // Programs write an unknown time as one in the year 1, or as 0.
  const startsAt = start !== null && start > 0 ? start : null;
  return status === 'firing'
    ? {
        status,
        fingerprint,
        match,
        ...(occursOnce && { occursOnce }),
        severity,
        name,
        place,
        labels: shortLabels(labels),
        startsAt,
        facts,
      }
    : {
        status: 'ended',
        fingerprint,
        match,
        startsAt,
        endsAt,
        name,
        place,
        facts,
      };
}

const TOO_MANY: PayloadProblem = {
  field: 'to',
  error: `to should name ${MAX_RECIPIENTS} recipients at most.`,
};

const NOBODY: PayloadProblem = {
  field: 'to',
  error: 'to should name somebody who can be texted: this hook texts nobody else.',
};

const UNCLEAR: PayloadProblem = {
  field: 'to',
  error:
    'to should name Bangladesh mobiles (01712345678), people or user groups of Slack (U…, <!subteam^S…>), or lists that the workspace keeps.',
};

/** Hooks that programs call regularly. */
export type Heartbeats = {
  /** Stores a call before it resolves. */
  beat(workspace: string, hookId: string): Promise<void>;
  /** The heartbeats that were called at least once, by hook. */
  all(workspace: string): Promise<ReadonlyMap<string, Heartbeat>>;
};

/** @param stored called after a call was stored */
export function createHeartbeats(deps: {
  inboxes: Pick<Inboxes, 'put' | 'look'>;
  runFairly: FairScheduler;
  clock: Clock;
  newId: () => string;
  stored: () => void;
}): Heartbeats {
  const { clock, stored } = deps;
  return {
    async beat(workspace, hookId) {
      await tellAlerts(deps, workspace, { kind: 'ping', hook: hookId, at: clock.now() });
      stored();
    },
    async all(workspace) {
      const { watch } = await lookAtAlerts(deps, workspace);
      return new Map(watch.heartbeats.map(heartbeat => [heartbeat.hook, heartbeat]));
    },
  };
}

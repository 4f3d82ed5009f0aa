import type { Clock } from '../kit/clock.ts';
import type { CooperativeTask, FairScheduler } from '../kit/fair-scheduler.ts';
import { pack } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { parseRecipients } from '../texts/parse/recipient-list.ts';
import { MAX_RECIPIENTS, type Recipient } from '../texts/recipient.ts';
import type { FindEach } from '../texts/sending/find-recipients.ts';
import { type Alert, compact, toKey } from './alert.ts';
import { keeping } from './alert-fields.ts';
import { alertsOf, lookAtAlerts, tellAlerts } from './alert-inbox.ts';
import { fieldsIn } from './hook-words.ts';
import type { Hook } from './hooks.ts';
import { masked } from './payloads/masking.ts';
import type { HookPayload, PayloadProblem } from './payloads/payload.ts';
import { readCall } from './payloads/read.ts';
import type { Heartbeat } from './policy/calls/heartbeat.ts';
import type { StoredEvent } from './policy/events.ts';
import type { Sender, Understood } from './recent-calls.ts';

/** What became of a call that was allowed, and who sent it; null: nobody whom we know. */
export type Taken = TakenAs & { sender: Sender | null };

type TakenAs =
  /** It is stored, by this call or an earlier one: `ids`, one for each alert, are the same every time. */
  | { kind: 'accepted'; isNew: boolean; ids: string[]; understood: Understood[] }
  /** Its key was used before, for something else. */
  | { kind: 'conflict' }
  /** It is about nothing that fires or is over; one sentence says why. */
  | { kind: 'nothing'; why: string; subscription?: { topic: string; url: string } }
  /** It has content, but nothing that could be texted; or `to` names nobody. */
  | { kind: 'not_understood'; problem: PayloadProblem }
  | { kind: 'nobody'; problem: PayloadProblem };

export type Intake = (
  workspace: string,
  hook: Hook,
  /** Each of `values` is read by itself. */
  sent: { values: readonly unknown[]; idempotencyKey: string | null },
) => Promise<Taken>;

/**
 * Accepts calls: each is stored once, durably, before we answer.
 *
 * @param taken is called after something new was stored: there is something to decide
 */
export function createIntake(deps: {
  inboxes: Inboxes;
  runFairly: FairScheduler;
  findEach: FindEach;
  clock: Clock;
  newId: () => string;
  taken: () => void;
}): Intake {
  const { inboxes, runFairly, findEach, clock, newId, taken } = deps;
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

  /** One after another: what fires comes before its end. */
  async function storeAll(
    workspace: string,
    hook: Hook,
    id: string,
    payloads: readonly HookPayload[],
  ): Promise<TakenAs> {
    const ids: string[] = [];
    const understood: Understood[] = [];
    let isNew = false;
    for (const [index, payload] of payloads.entries()) {
      const stored = await store(workspace, hook, index === 0 ? id : newId(), payload);
      if (stored.kind !== 'accepted') return stored;
      isNew ||= stored.isNew;
      ids.push(...stored.ids);
      understood.push(...stored.understood.slice(0, MOST_SHOWN - understood.length));
    }
    return { kind: 'accepted', isNew, ids, understood };
  }

  /** Whether these stand for nobody at all, as a name does that nothing here has. */
  async function isNobody(workspace: string, recipients: readonly Recipient[]): Promise<boolean> {
    const found = await findEach(workspace, recipients);
    return found.every(({ numbers, unavailable }) => numbers.length === 0 && unavailable.length === 0);
  }

  async function store(workspace: string, hook: Hook, id: string, payload: HookPayload): Promise<TakenAs> {
    const now = clock.now();
    const { group, alerts, leftOut, single, test, to, dedupe } = payload;
    const recipients = to === null ? null : parseRecipients(to, MAX_RECIPIENTS);
    if (recipients && recipients.length > MAX_RECIPIENTS) return { kind: 'nobody', problem: TOO_MANY };
    const isUnclear = recipients?.length === 0 || recipients?.some(({ kind }) => kind === 'unreadable');
    if (isUnclear) return { kind: 'nobody', problem: UNCLEAR };
    if (recipients && !textsAnybody(hook) && (await isNobody(workspace, recipients)))
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
    if (put.kind === 'added') taken();
    const ids = alerts.map((_alert, index) => `${put.id}-${index + 1}`);
    const understood = alerts.slice(0, MOST_SHOWN).map(alert => understoodOf(hook, alert, payload));
    return { kind: 'accepted', isNew: put.kind === 'added', ids, understood };
  }
}

/** How many alerts of a call are shown later. */
const MOST_SHOWN = 3;

/** What admins see later of an alert in a call. */
function understoodOf(
  hook: Hook,
  { name, place, status, severity }: Alert,
  { test, to }: Pick<HookPayload, 'test' | 'to'>,
): Understood {
  const state = test ? 'test' : status;
  const isTexted = test || (textsAnybody(hook) && hook.severities.includes(severity));
  const whom = to !== null ? 'named' : isTexted ? 'people' : 'nobody';
  return {
    name: masked(name),
    place: masked(place),
    state,
    texted: state === 'resolved' ? (hook.resolved ? 'told' : 'nobody') : whom,
  };
}

const textsAnybody = ({ severities, recipients }: Hook): boolean =>
  severities.length > 0 && recipients.length > 0;

type StoredCall = Extract<StoredEvent, { kind: 'call' }>;

/** A call as we store it: for each alert, only what the hook's texts can use, and what mutes compare. */
function* written(
  hook: Hook,
  sent: readonly Alert[],
  about: Omit<StoredCall, 'kind' | 'alerts'>,
): CooperativeTask<string> {
  const keep = keeping(fieldsIn(hook.templates), hook.template !== null);
  const alerts: StoredCall['alerts'] = [];
  for (const alert of sent) {
    alerts.push(storedAlert(alert, compact(keep(alert.facts))));
    yield;
  }
  const call: StoredCall = { ...about, kind: 'call', alerts };
  return pack(JSON.stringify(call));
}

/** Nobody types longer ones into a form, or so many. */
const MAX_LABEL = 200;
const MAX_LABELS = 50;

const shortLabels = (labels: Alert['facts']['labels']): Alert['facts']['labels'] =>
  Object.fromEntries(
    Object.entries(labels)
      .filter(([name, value]) => name.length + value.length <= MAX_LABEL)
      .slice(0, MAX_LABELS),
  );

/** An alert as decisions need it. */
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
  // Programs write a time that they don't know as one of the year 1, or as 0.
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

/** Hooks that should be called regularly. */
export type Heartbeats = {
  /** Notes a call: it is stored before this resolves. */
  beat(workspace: string, hookId: string): Promise<void>;
  /** Those that were called at least once, by their hooks. */
  all(workspace: string): Promise<ReadonlyMap<string, Heartbeat>>;
};

/** @param taken is called after a call was stored */
export function createHeartbeats(deps: {
  inboxes: Pick<Inboxes, 'put' | 'look'>;
  runFairly: FairScheduler;
  clock: Clock;
  newId: () => string;
  taken: () => void;
}): Heartbeats {
  const { clock, taken } = deps;
  return {
    async beat(workspace, hookId) {
      await tellAlerts(deps, workspace, { kind: 'ping', hook: hookId, at: clock.now() });
      taken();
    },
    async all(workspace) {
      const { watch } = await lookAtAlerts(deps, workspace);
      return new Map(watch.heartbeats.map(heartbeat => [heartbeat.hook, heartbeat]));
    },
  };
}

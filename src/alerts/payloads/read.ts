import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { guessFields } from './guess-fields.ts';
import { digestOf } from './identity.ts';
import { type CallContext, type CallReading, type HookPayload, nothing, type ReadCall } from './payload.ts';
import { unknownBody } from './schema.ts';
import { isGroup, readGroup } from './senders/groups.ts';
import { senderOf } from './senders/index.ts';

/** Further bodies of a call are only counted. */
const MAX_BODIES = 200;

/** Names of lists of alerts, in a body that says nothing by itself. */
const LISTS = ['alerts', 'events', 'incidents', 'items', 'records', 'notifications', 'problems', 'messages'];

type BodyReading = { reading: CallReading; sender: ReadCall['sender'] };

/** Recognises the sender of each value by its shape, and translates it into our terms. */
export function* readCall(values: readonly unknown[], context: CallContext): CooperativeTask<ReadCall> {
  const bodies: unknown[] = [];
  for (const value of values.slice(0, MAX_BODIES)) {
    for (const body of bodiesIn(value)) bodies.push(body);
    yield;
  }
  const leftOut = Math.max(0, values.length - MAX_BODIES) + Math.max(0, bodies.length - MAX_BODIES);
  const results: BodyReading[] = [];
  for (const [index, body] of bodies.slice(0, MAX_BODIES).entries()) {
    results.push(...(yield* readBody(body, bodies.length > 1 ? contextOf(index, context) : context)));
    yield;
  }
  const payloads = results.flatMap(({ reading }) => (reading.kind === 'read' ? [reading.payload] : []));
  const [first = { reading: wrong(values), sender: null }] = results;
  const last = payloads.at(-1);
  if (last) {
    last.leftOut += leftOut;
    const sender = results.find(({ reading }) => reading.kind === 'read')?.sender ?? first.sender;
    return { kind: 'read', payloads: payloads.map(payload => withTest(payload, context)), sender };
  }
  const unread = results.flatMap(({ reading }) => (reading.kind === 'read' ? [] : [reading]));
  const answer = unread.find(({ kind }) => kind === 'nothing') ?? unread[0] ?? wrong(values);
  return { ...answer, sender: first.sender };
}

const wrong = (body: unknown) => ({ kind: 'wrong' as const, problem: unknownBody(body) });

/** The context of one body of several: each gets its own id and idempotency key. */
const contextOf = (index: number, { callId, idempotencyKey }: CallContext): CallContext => ({
  callId: `${callId} ${index}`,
  idempotencyKey: idempotencyKey === null ? null : `${idempotencyKey} ${index}`,
});

function* readBody(body: unknown, context: CallContext): CooperativeTask<BodyReading[]> {
  if (typeof body !== 'object' || body === null) return [{ reading: wrong(body), sender: null }];
  if (isGroup(body)) {
    const { payloads, sender } = yield* readGroup(body);
    const texted = payloads.flatMap(withoutAlwaysFiring);
    if (texted.length > 0) return texted.map(payload => ({ reading: { kind: 'read', payload }, sender }));
    return [{ reading: payloads.length > 0 ? ALWAYS_FIRING : guessFields(body, context), sender }];
  }
  const match = senderOf(body);
  const reading = match?.read(body, context);
  if (reading && reading.kind !== 'wrong') return [{ reading, sender: match?.sender ?? null }];
  // If a known sender's body doesn't match its schema, other fields may still say enough.
  const guess = guessFields(body, context);
  return [{ reading: guess.kind === 'wrong' ? (reading ?? guess) : guess, sender: match?.sender ?? null }];
}

/**
 * The items of a list of several alerts, each with the values around the list; otherwise the body itself. If those values are an alert
 * themselves, only `alerts` counts as a list.
 */
function bodiesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || isGroup(value) || senderOf(value)) return [value];
  for (const name of LISTS) {
    const list: unknown = Reflect.get(value, name);
    const items: object[] = Array.isArray(list)
      ? list.filter(item => typeof item === 'object' && item !== null)
      : [];
    if (items.length < 2) continue;
    const around = Object.fromEntries(
      Object.entries(value).filter(([key, inner]) => key !== name && typeof inner !== 'object'),
    );
    const guess = guessFields(around, { callId: '', idempotencyKey: null });
    if (name !== 'alerts' && guess.kind === 'read') continue;
    return items.map(item => ({ ...around, ...item }));
  }
  return [value];
}

/** Each call of a test button is an alert of its own, which fires and never ends. */
function withTest(payload: HookPayload, { callId }: CallContext): HookPayload {
  if (!payload.test) return payload;
  const alerts = payload.alerts.map((alert, index) => ({
    ...alert,
    status: 'firing' as const,
    fingerprint: digestOf('test', callId, String(index)),
    match: null,
  }));
  return { ...payload, alerts, group: digestOf('test', callId), single: true };
}

const ALWAYS_FIRING = nothing(
  'Alerts with "severity: none" always fire, so nobody is texted: send them to a heartbeat hook.',
);

/** Drops alerts whose rules say `severity: none`, because they fire all the time, to show that alerting works. */
function withoutAlwaysFiring(payload: HookPayload): HookPayload[] {
  const alerts = payload.alerts.filter(({ facts }) => facts.labels.severity !== 'none');
  return alerts.length > 0 ? [{ ...payload, alerts }] : [];
}

import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { guessFields } from './guess-fields.ts';
import { digestOf } from './identity.ts';
import {
  type CallAbout,
  type CallReading,
  type HookPayload,
  nothing,
  type ReadCall,
  type SenderReader,
} from './payload.ts';
import { unknownBody } from './schema.ts';
import { isGroup, readGroup } from './senders/groups.ts';
import { SENDERS } from './senders/index.ts';

/** More of a list are counted only. */
const MOST_IN_LIST = 200;

/** Lists of alerts under a name, in a body that says nothing by itself. */
const LISTS = ['alerts', 'events', 'incidents', 'items', 'records', 'notifications', 'problems', 'messages'];

/** Recognises what was sent by its shape, and translates it into our terms; each of `values` by itself. */
export function* readCall(values: readonly unknown[], about: CallAbout): CooperativeTask<ReadCall> {
  const each: { reading: CallReading; sender: ReadCall['sender'] }[] = [];
  // Each of these may be a list by itself.
  const all: unknown[] = [];
  for (const value of values.slice(0, MOST_IN_LIST)) {
    for (const one of listIn(value)) all.push(one);
    yield;
  }
  const beyond = Math.max(0, values.length - MOST_IN_LIST) + Math.max(0, all.length - MOST_IN_LIST);
  for (const [index, value] of all.slice(0, MOST_IN_LIST).entries()) {
    const own = all.length > 1 ? `${index}` : '';
    each.push(
      ...(yield* readOne(value, {
        callId: own === '' ? about.callId : `${about.callId} ${own}`,
        idempotencyKey:
          about.idempotencyKey !== null && own !== ''
            ? `${about.idempotencyKey} ${own}`
            : about.idempotencyKey,
      })),
    );
    yield;
  }
  const payloads = each.flatMap(({ reading }) => (reading.kind === 'read' ? [reading.payload] : []));
  const [first = { reading: { kind: 'wrong' as const, problem: unknownBody(values) }, sender: null }] = each;
  const sender = each.find(one => one.reading.kind === 'read')?.sender ?? first.sender;
  const last = payloads.at(-1);
  if (last) last.leftOut += beyond;
  if (payloads.length > 0)
    return { kind: 'read', payloads: payloads.map(one => withTest(one, about)), sender };
  const other = each.find(({ reading }) => reading.kind === 'nothing')?.reading ?? first.reading;
  return other.kind === 'read' ? { kind: 'read', payloads: [other.payload], sender } : { ...other, sender };
}

type Read = { reading: CallReading; sender: ReadCall['sender'] };

function* readOne(value: unknown, about: CallAbout): CooperativeTask<Read[]> {
  if (typeof value !== 'object' || value === null)
    return [{ reading: { kind: 'wrong', problem: unknownBody(value) }, sender: null }];
  if (isGroup(value)) {
    const { payloads, sender } = yield* readGroup(value);
    const texted = payloads.flatMap(withoutAlwaysFiring);
    if (texted.length > 0) return texted.map(payload => ({ reading: { kind: 'read', payload }, sender }));
    if (payloads.length > 0) return [{ reading: ALWAYS_FIRING, sender }];
    return [{ reading: guessFields(value, about), sender }];
  }
  const known = SENDERS.find(({ fits }) => fits(value));
  return [
    {
      reading: known ? readKnown(known, value, about) : guessFields(value, about),
      sender: known?.sender ?? null,
    },
  ];
}

/** What one field of a known sender says otherwise than expected, the others still say. */
function readKnown(known: SenderReader, value: object, about: CallAbout): CallReading {
  const reading = known.read(value, about);
  if (reading.kind !== 'wrong') return reading;
  const guessed = guessFields(value, about);
  return guessed.kind === 'wrong' ? reading : guessed;
}

/** Each of a list that is all that a body has to say, with what is said around it. */
function listIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || isGroup(value)) return [value];
  if (SENDERS.some(({ fits }) => fits(value))) return [value];
  for (const name of LISTS) {
    const given: unknown = Reflect.get(value, name);
    const within: unknown[] = Array.isArray(given)
      ? given.filter(one => typeof one === 'object' && one !== null)
      : [];
    if (within.length < 2) continue;
    const { [name]: _list, ...around } = value as Record<string, unknown>;
    const plainAround = Object.fromEntries(
      Object.entries(around).filter(([, one]) => typeof one !== 'object'),
    );
    const says = guessFields(plainAround, { callId: '', idempotencyKey: null });
    if (name !== 'alerts' && says.kind === 'read') continue;
    return within.map(one => ({ ...plainAround, ...(one as object) }));
  }
  return [value];
}

/** What a test button sends is an alert of its own, each time: it fires, and nothing ends it. */
function withTest(payload: HookPayload, { callId }: CallAbout): HookPayload {
  if (!payload.test) return payload;
  const alerts = payload.alerts.map((alert, index) => ({
    ...alert,
    status: 'firing' as const,
    fingerprint: digestOf('test', callId, String(index)),
    match: null,
  }));
  return { ...payload, alerts, group: digestOf('test', callId), single: true, test: true };
}

const ALWAYS_FIRING = nothing(
  'Alerts with "severity: none" always fire, so nobody is texted: send them to a heartbeat hook.',
);

/** Some fire all the time, to show that alerting works: their rules say `severity: none`. */
function withoutAlwaysFiring(payload: HookPayload): HookPayload[] {
  const alerts = payload.alerts.filter(({ facts }) => facts.labels.severity !== 'none');
  return alerts.length > 0 ? [{ ...payload, alerts }] : [];
}

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import pino from 'pino';
import { expect, test } from 'vitest';
import type { Hook } from '../../../src/alerts/hooks.ts';
import { hooksRoute } from '../../../src/alerts/http/hook-route.ts';
import { createIntake } from '../../../src/alerts/intake.ts';
import { type IncomingCall, incomingCallSchema } from '../../../src/alerts/policy/events.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { unpack } from '../../../src/kit/inbox/reading.ts';
import { serve } from '../../sim/http.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/*
 * Any body sent through a hook's route with its token: the answer is never a 500, no text has braces and
 * quotes, and each refusal has its reason.
 */

const FOLDER = 'test/samples/alerts';
const SAMPLES = readdirSync(FOLDER)
  .filter(name => name.endsWith('.json'))
  .map(name => readFileSync(`${FOLDER}/${name}`));

const hook = {
  id: 'hook',
  templates: { firing: null, resolved: null },
  severities: ['critical'],
  recipients: [1],
  heartbeat: null,
  routes: [],
  routed: new Map(),
} as unknown as Hook;

/** Posts a body to the hook; returns the answer and the stored call. */
async function called(body: Buffer, type: string) {
  const stored: IncomingCall[] = [];
  let ids = 0;
  const newId = () => `call-${++ids}`;
  const put = async ({ id, body: packed }: { id: string; body: string }) => {
    stored.push(incomingCallSchema.parse(JSON.parse(unpack(packed))));
    return { kind: 'added' as const, id };
  };
  const runFairly = async <T>(_workspace: string, work: Generator<void, T, void>) => runToEnd(work);
  const route = hooksRoute({
    callerOf: async () => ({ kind: 'admitted', workspace: 'T1', hook, body }),
    intake: createIntake({
      inboxes: { put } as never,
      runFairly,
      lookUp: async () => new Map(),
      clock: createManualClock(),
      newId,
      stored: () => undefined,
    }),
    beat: async () => undefined,
    readBody: async () => body,
    runFairly,
    waitFor: () => 0,
    logSparingly: (_level, { err }: { err?: unknown }) => {
      throw err;
    },
    answered: () => undefined,
    calls: { note: () => undefined, noteRefused: () => undefined },
    refusedCalls: { note: async () => undefined },
    subscribe: async () => undefined,
    unlessStalled: () => (_body, read) => read(),
    log: pino({ level: 'silent' }),
  });
  const answer = await serve(route, {
    method: 'POST',
    url: '/hooks/hook',
    headers: { 'content-type': type },
    body: '',
  });
  return {
    status: answer.status,
    answer: JSON.parse(answer.body) as { error?: string; why?: string },
    stored,
  };
}

/** JSON that leaked into a text. */
const UNREADABLE = /[{[]\s*["{[]|["}\]]\s*[}\]]|"\s*:\s*["{[\d]/;

async function judge(body: Buffer, type: string): Promise<void> {
  const { status, answer, stored } = await called(body, type);
  expect([202, 400, 413, 415]).toContain(status);
  // Every call that isn't stored is answered with a sentence.
  if (stored.length === 0) expect(answer.error ?? answer.why).toMatch(/^\S.*[.]$/s);
  for (const { alerts } of stored)
    for (const { name, place, status, facts } of alerts) {
      if (status === 'firing') expect(`${name}${facts?.summary}${facts?.message}`).toMatch(/[\p{L}\p{N}]/u);
      if (facts?.composed) continue;
      expect(name).not.toMatch(UNREADABLE);
      expect(place).not.toMatch(UNREADABLE);
    }
}

const types = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'application/octet-stream',
  '',
);

test('random bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), types, (bytes, type) =>
      judge(Buffer.from(bytes), type),
    ),
  );
});

test('random JSON', async () => {
  await fc.assert(fc.asyncProperty(fc.json(), types, (json, type) => judge(Buffer.from(json), type)));
});

test('samples cut at any place, with anything in between', async () => {
  const sample = fc.constantFrom(...SAMPLES);
  await fc.assert(
    fc.asyncProperty(
      sample,
      fc.nat(),
      fc.nat(),
      fc.string({ maxLength: 5 }),
      types,
      (bytes, at, seed, odd, type) => {
        const cut = bytes.subarray(0, 1 + (at % bytes.length));
        const place = seed % cut.length;
        const broken = Buffer.concat([cut.subarray(0, place), Buffer.from(odd), cut.subarray(place)]);
        return judge(seed % 2 === 0 ? cut : broken, type);
      },
    ),
    { numRuns: 400 },
  );
});

test('names of known fields with anything in them', async () => {
  const names = fc.constantFrom(
    'title',
    'message',
    'status',
    'host',
    'id',
    'alerts',
    'labels',
    'data',
    'severity',
    'to',
    'text',
  );
  await fc.assert(
    fc.asyncProperty(fc.dictionary(names, fc.jsonValue()), body =>
      judge(Buffer.from(JSON.stringify(body)), 'application/json'),
    ),
  );
});

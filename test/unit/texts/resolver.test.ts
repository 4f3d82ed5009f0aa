import pino from 'pino';
import { expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import { createResolver } from '../../../src/texts/sending/resolver.ts';
import type { Plan } from '../../../src/texts/store/model.ts';
import { createManualClock } from '../../support/manual-clock.ts';

/* A backlog of intents by alerts and workflows: many, each for many people. */

const clock = createManualClock();
const intentFor = (people: number, id: string): Intent => ({
  id,
  workspace: 'T1',
  source: { feature: 'alerts', kind: 'alert', data: { hooks: ['hook'] } },
  resendOf: null,
  actor: 'hook',
  to: Array.from({ length: people }, (_, n) => ({
    kind: 'number',
    number: `017${String(n).padStart(8, '0')}` as LocalNumber,
  })),
  message: 'hello',
  priority: 'alert',
  confirmed: true,
  replyTo: null,
  language: 'en',
  acceptedAt: clock.now(),
});

const planOf = ({ to }: Intent): Plan => ({
  kind: 'texts',
  fingerprint: 'key',
  texts: to.flatMap(recipient =>
    recipient.kind === 'number'
      ? {
          number: recipient.number,
          message: 'hello',
          parts: 1,
          priority: 'alert',
          expiresAt: clock.now() + 1000,
        }
      : [],
  ),
  askIfSentSince: null,
  limits: null,
  omitted: [],
  retryAt: null,
});

/** A resolver of these intents; `write` finishes the write of a plan. */
function resolverOf(intents: Intent[]) {
  const seen: string[] = [];
  const sizes: number[] = [];
  const writing = new Map<string, () => void>();
  const resolver = createResolver({
    intents: {
      async leaseOpen(_now: number, _until: number, limit: number) {
        sizes.push(limit);
        return intents.splice(0, limit);
      },
      nextOpen: async () => null,
      plan: (id: string, _plan: Plan) =>
        new Promise<void>(resolve => {
          seen.push(id);
          writing.set(id, resolve);
        }),
    } as never,
    planner: { plan: async intent => planOf(intent) },
    clock,
    log: pino({ level: 'silent' }),
    wake: () => undefined,
  });
  return { resolver, seen, sizes, write: (id: string) => writing.get(id)?.() };
}

test('plans for many people are written one by one, and a small one does not wait for them', async () => {
  const { resolver, seen, write } = resolverOf([
    intentFor(200, 'many 1'),
    intentFor(200, 'many 2'),
    intentFor(200, 'many 3'),
    intentFor(1, 'one'),
  ]);
  resolver.wake();
  await expect.poll(() => seen).toEqual(['many 1', 'one']);
  write('many 1');
  await expect.poll(() => seen).toEqual(['many 1', 'one', 'many 2']);
  write('many 2');
  await expect.poll(() => seen).toEqual(['many 1', 'one', 'many 2', 'many 3']);
  for (const id of seen) write(id);
  await resolver.stop();
});

test('reads a few at once and resolves all of them, and other work gets the event loop in between', async () => {
  const { resolver, seen, sizes, write } = resolverOf(
    Array.from({ length: 12 }, (_, n) => intentFor(1, `${n}`)),
  );
  const everybodyElse = (): void => {
    seen.push('others');
    if (!seen.includes('11')) setImmediate(everybodyElse);
  };
  setImmediate(everybodyElse);
  resolver.wake();
  await expect.poll(() => seen.includes('11')).toBe(true);
  expect(seen.join(' ')).toMatch(/\b0( others)+ 1( others)+ 2( others)+ 3/);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
  for (const id of seen) write(id);
  await resolver.stop();
});

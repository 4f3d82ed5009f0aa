import { expect, test } from 'vitest';
import { createIncidentActions } from '../../../src/alerts/incident-actions.ts';
import { giveBackAlerts, takeAlerts } from '../../../src/alerts/slack/incident-buttons.ts';
import { aboutAlertsForm } from '../../../src/alerts/slack/text.ts';
import { wordingIn } from '../../../src/features.ts';
import type { RegisteredHandler } from '../../../src/kit/slack/press-queue.ts';
import { createManualClock } from '../../support/manual-clock.ts';

test('an action has the time of the press, not of the permission check', async () => {
  const acts: { action: string; at: number }[] = [];
  const served = new Map<string, RegisteredHandler>();
  const services = {
    presses: { register: (handler: string, doing: RegisteredHandler) => served.set(handler, doing) },
    permissionFacts: { withCachedOrLiveFacts: () => ({}) },
    words: { of: async () => wordingIn('en') },
    clock: createManualClock(),
    responding: {
      identities: async (_workspace: string, by: unknown) => [by],
      note: async (_workspace: string, act: (typeof acts)[number]) => {
        acts.push(act);
        return async () => [];
      },
    },
  } as never;
  takeAlerts(services);
  giveBackAlerts(services);
  const press = {
    workspace: 'T1',
    userId: 'U1',
    idempotencyKey: 'x',
    value: '{"hook":"h","post":1,"upTo":2}',
    at: 7,
  };
  for (const doing of served.values()) await doing.handle(press as never, {} as never);
  expect(acts).toMatchObject([
    { action: 'acknowledge', which: { post: 1, upTo: 2 }, at: 7 },
    { action: 'give_back', at: 7 },
  ]);
});

test('a waiting action polls only its turn; the state, which may be large, is read once at the end', async () => {
  const clock = createManualClock();
  const waiting = Array.from({ length: 5 }, () => ['before', 'mine']);
  let states = 0;
  const { act } = createIncidentActions({
    inboxes: {
      put: async () => ({ kind: 'added', id: 'mine' }),
      waiting: async () => {
        setImmediate(() => void clock.advance(50));
        return waiting.shift() ?? [];
      },
      look: async () => {
        states += 1;
        return null;
      },
    },
    rotasOf: async () => [],
    teammates: { numbers: async () => new Map() },
    runFairly: async () => expect.fail(),
    clock,
    newId: () => 'mine',
    wake: () => undefined,
  });
  const by = { kind: 'person', userId: 'U1' } as const;
  await act('T1', { action: 'acknowledge', hook: 'h', which: { post: 1, upTo: 2 }, by, at: 0 });
  expect([waiting, states]).toEqual([[], 1]);
});

test('“Text someone else” names alerts that were only counted', async () => {
  const statement = {
    occasion: 'firing',
    severity: 'critical',
    name: '',
    place: '',
    facts: null,
    still: 0,
    follows: false,
    kinds: [{ severity: 'critical', occasion: 'firing', called: '', alerts: 12 }],
  };
  const hook = {
    id: 'h',
    name: 'Ops',
    language: 'en',
    template: null,
    templates: { firing: null, resolved: null },
  };
  const services = {
    hooksAndPages: { list: async () => [hook] },
    responding: { statement: async () => statement },
    words: { in: () => wordingIn('en') },
    alertLinks: { isPossible: () => false },
  } as never;
  const loaded = await aboutAlertsForm.load(
    services,
    { workspace: 'T1', userId: 'U1' },
    { hook: 'h', post: 1, upTo: 2 },
    wordingIn('en'),
  );
  expect(loaded).toEqual({ current: { message: 'CRITICAL further alerts (+11 more)' } });
});

import { describe, expect, it } from 'vitest';
import { jsonObject } from '../../src/sms-service/carriers/http.ts';
import { createSmsService } from '../../src/sms-service/testing/service.ts';
import { BANGLADESH_MS, startIsms, startSmsNetBd } from '../support/http-carriers.ts';
import { startLeavingService } from '../support/leaving-service.ts';

const LONG = 'ক'.repeat(1_001);

it('an answer that is nested deeper than any real one counts as none', () => {
  const nested = (levels: number) => `{"error":0,"more":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(jsonObject(nested(50))).toMatchObject({ error: 0 });
  for (const levels of [101, 100_000]) expect(jsonObject(nested(levels))).toBeNull();
});

describe('by sms.net.bd', () => {
  it('posts the form, and the carrier’s 0 makes the text submitted', async () => {
    const carrier = await startSmsNetBd();
    const { send, becomes, progress } = await startLeavingService([carrier.route()]);
    const logId = await send('আমি & you = 100% +\n');
    await becomes(logId, 'submitted');
    expect(carrier.texts).toEqual([{ msg: 'আমি & you = 100% +\n', to: '8801712345678' }]);
    expect(progress(logId)).toMatchObject({ route: 'netbd', reason: null, endedAt: null });
  });

  it.each([400, 414, 415, 416, 420, 421])(
    '%i is about the text: it fails, and the next one goes out',
    async code => {
      const carrier = await startSmsNetBd();
      const { send, becomes, progress, balance } = await startLeavingService([carrier.route()], {
        creditBackFailed: true,
      });
      carrier.refuse(code);
      const refused = await send();
      await becomes(refused, 'failed');
      expect(progress(refused).reason).toContain(`sms.net.bd ${code}`);
      expect(balance()).toBe('100');
      carrier.refuse(null);
      await becomes(await send(), 'submitted');
    },
  );

  it.each([403, 405, 410, 413, 417])(
    '%i is about the account: the text waits, and the operator reads why',
    async code => {
      const carrier = await startSmsNetBd();
      const { send, becomes, progress, passing, service } = await startLeavingService([carrier.route()]);
      carrier.refuse(code);
      const logId = await send();
      await expect
        .poll(() => service().delivery.routes()[0]?.health)
        .toMatchObject({ healthy: false, why: expect.stringContaining(String(code)) });
      expect(progress(logId).state).toBe('accepted');
      // The text is retried with growing pauses, one request at a time.
      await passing(10_000, carrier.requests).toBeGreaterThan(2);
      expect(service().delivery.backlog().waiting).toBe(1);
      carrier.refuse(null);
      await passing(10_000, () => progress(logId).state).toBe('submitted');
      await becomes(logId, 'submitted');
      expect(service().delivery.routes()[0]?.health).toEqual({ healthy: true });
      expect(carrier.texts).toHaveLength(1);
    },
  );

  it.each(['cut-after', 'html-500-after'] as const)(
    '%s: the text is unknown, and never sent again',
    async trouble => {
      const carrier = await startSmsNetBd();
      const { send, becomes, clock, passing } = await startLeavingService([carrier.route()]);
      carrier.trouble(trouble);
      const logId = await send('one');
      await becomes(logId, 'unknown');
      await clock.advance(48 * 3_600_000);
      const next = await send('two');
      await passing(1_000, () => carrier.texts.length).toBe(2);
      await becomes(next, 'submitted');
      await becomes(logId, 'unknown');
      expect(carrier.texts.map(it => it.msg)).toEqual(['one', 'two']);
    },
  );

  it.each(['', false, '0x0'])('%j is no code, so the text is unknown, not sent', async code => {
    const carrier = await startSmsNetBd();
    const { send, becomes, progress } = await startLeavingService([carrier.route()]);
    carrier.refuse(code);
    const logId = await send();
    await becomes(logId, 'unknown');
    expect(progress(logId).reason).toBe('sms.net.bd answered 200');
  });

  it('409, which doesn’t say whether the text was sent, makes it unknown', async () => {
    const carrier = await startSmsNetBd();
    const { send, becomes } = await startLeavingService([carrier.route()]);
    carrier.refuse(409);
    await becomes(await send(), 'unknown');
  });

  it('a text that never left waits for the carrier, or goes by the next route', async () => {
    const [carrier, second] = [await startSmsNetBd(), await startSmsNetBd()];
    const { send, becomes, progress, passing } = await startLeavingService([
      carrier.route(),
      second.route({ name: 'second' }),
    ]);
    await carrier.away();
    const logId = await send('one');
    await becomes(logId, 'submitted');
    expect(progress(logId).route).toBe('second');
    await second.away();
    const two = await send('two');
    await expect.poll(() => progress(two).reason).toBe('The connection was refused');
    expect(progress(two).state).toBe('accepted');
    await carrier.back();
    await passing(20_000, () => progress(two).state).toBe('submitted');
    await becomes(two, 'submitted');
    expect([carrier.texts.length, second.texts.length]).toEqual([1, 1]);
  });
});

describe('by SSL Wireless', () => {
  async function start(change: Record<string, unknown> = {}) {
    let now = () => 0;
    const carrier = await startIsms(() => now());
    const leaving = await startLeavingService([carrier.route(change)], { creditBackFailed: true });
    now = leaving.clock.now;
    return { carrier, ...leaving };
  }

  it('posts JSON with a unique name for each message', async () => {
    const { carrier, send, becomes } = await start();
    await becomes(await send('one'), 'submitted');
    await becomes(await send('one'), 'submitted');
    expect(carrier.texts).toEqual([
      { sms: 'one', msisdn: '8801712345678', csms_id: expect.stringMatching(/^[A-Z0-9]{20}$/) },
      { sms: 'one', msisdn: '8801712345678', csms_id: expect.stringMatching(/^[A-Z0-9]{20}$/) },
    ]);
    expect(new Set(carrier.texts.map(it => it.csms_id)).size).toBe(2);
  });

  it.each(['cut-after', 'html-500-after'] as const)(
    '%s: submits it again under the same name on the same day, and the carrier has it once',
    async trouble => {
      const { carrier, send, becomes, passing, progress } = await start();
      carrier.trouble(trouble, trouble);
      const logId = await send();
      await passing(5_000, () => progress(logId).state).toBe('submitted');
      await becomes(logId, 'submitted');
      expect(carrier.requests()).toBe(3);
      expect(carrier.texts).toHaveLength(1);
    },
  );

  it('does not submit it again if the day has passed meanwhile: unknown', async () => {
    const { carrier, clock, send, becomes, progress } = await start();
    const untilMidnight = 86_400_000 - ((clock.now() + BANGLADESH_MS) % 86_400_000);
    await clock.advance(untilMidnight - 6 * 60_000);
    carrier.trouble('cut-after');
    const logId = await send();
    await expect.poll(() => progress(logId).reason).not.toBeNull();
    expect(progress(logId).state).toBe('accepted');
    await carrier.away();
    await clock.advance(90_000);
    await becomes(logId, 'unknown');
    await carrier.back();
    await clock.advance(86_400_000);
    expect(carrier.texts).toHaveLength(1);
    expect(carrier.requests()).toBe(1);
  });

  it('waits if the carrier has too many requests', async () => {
    const { carrier, clock, send, becomes, progress, service } = await start();
    carrier.refuse(4031);
    const logId = await send();
    await expect.poll(() => progress(logId).reason).toContain('4031');
    expect(service().delivery.routes()[0]?.health).toEqual({ healthy: true });
    carrier.refuse(null);
    await clock.advance(1_000);
    await becomes(logId, 'submitted');
  });

  it.each([4001, 4002, 4003])('%i is about the account: the text waits', async code => {
    const { carrier, send, service, progress } = await start();
    carrier.refuse(code);
    const logId = await send();
    await expect.poll(() => service().delivery.routes()[0]?.health.healthy).toBe(false);
    expect(progress(logId).state).toBe('accepted');
  });

  it.each([4025, 4026])('%i is about the text: it fails and is credited back', async code => {
    const { carrier, send, becomes, balance } = await start();
    carrier.refuse(code);
    await becomes(await send(), 'failed');
    expect(balance()).toBe('100');
  });

  it('isn’t offered a text that it can’t carry: the next route gets it', async () => {
    const netBd = await startSmsNetBd();
    const isms = await startIsms(Date.now);
    const { send, becomes, progress } = await startLeavingService([isms.route(), netBd.route()]);
    const logId = await send(LONG);
    await becomes(logId, 'submitted');
    expect(progress(logId).route).toBe('netbd');
    expect(isms.requests()).toBe(0);
    expect(netBd.texts[0]?.msg).toBe(LONG);
  });
});

it.each([
  [{ routes: [] }, /routes/],
  [{ routes: [{ kind: 'pigeon' }] }, /kind/],
  [{ routes: [{ kind: 'none' }, { kind: 'none', name: 'other' }] }, /alone/],
  [{ routes: [{ kind: 'sms.net.bd', name: 'a', apiKey: 'k', url: 'http://api.sms.net.bd' }] }, /https/],
  [{ routes: [{ kind: 'sms.net.bd', name: 'a b', apiKey: 'k' }] }, /letters, digits and hyphens/],
  [
    {
      routes: [
        { kind: 'sms.net.bd', name: 'a', apiKey: 'k' },
        { kind: 'sms.net.bd', name: 'a', apiKey: 'l' },
      ],
    },
    /same name/,
  ],
])('invalid routes are an error that one sentence explains: %j', async (routes, words) => {
  const options = { routes } as unknown as Parameters<typeof createSmsService>[0];
  await expect(createSmsService(options)).rejects.toThrow(words);
});

it('texts don’t leave by the route none, which is the default', async () => {
  const { send, progress, service } = await startLeavingService([{ kind: 'none' }]);
  const logId = await send();
  expect(progress(logId).state).toBe('accepted');
  expect(service().delivery.backlog()).toEqual({ waiting: 0, oldest: null });
  expect(service().delivery.routes()).toEqual([
    { name: 'none', kind: 'none', health: { healthy: true }, underway: 0 },
  ]);
});

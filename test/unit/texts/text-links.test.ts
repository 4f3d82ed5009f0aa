import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import type { TextLink } from '../../../src/texts/store/links.ts';
import { createAlertLinks, createStopLinks } from '../../../src/texts/text-links.ts';
import { createSealer } from '../../../src/workspace/sealing.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const NUMBER = '01712345678' as LocalNumber;
const DAY = 24 * 3_600_000;

/** Both kinds of links, on one store. */
function linksOf({ address = 'https://sms.example.com' as string | null, key = 1 } = {}) {
  const stored = new Map<string, TextLink>();
  const lasting: number[] = [];
  const parts = {
    links: {
      async keep(
        about: Omit<TextLink, 'number'>,
        all: readonly { hash: string; number: LocalNumber }[],
        until: number,
        now: number,
      ) {
        lasting.push((until - now) / DAY);
        for (const { hash, number } of all) stored.set(hash, { ...about, number });
      },
      find: async (hash: string) => stored.get(hash) ?? null,
    },
    sealer: createSealer([Buffer.alloc(32, key)]),
    address: () => address,
    clock: createManualClock(),
  };
  const [stop, alert] = [createStopLinks(parts), createAlertLinks(parts)];
  return {
    stop,
    alert,
    stored,
    lasting,
    stopOf: async (workspace: string, number = NUMBER) =>
      (await stop.keep(workspace, [number], null)).get(number) ?? '',
    alertOf: async (workspace: string, intent = 'i1', number = NUMBER) =>
      (await alert.keep(workspace, [number], intent)).get(number) ?? '',
  };
}
const tokenIn = (link: string): string => link.slice(link.lastIndexOf('/') + 1);

test('a number of a workspace has one link to stop texts, which only its key can make, and only its hash is kept', async () => {
  const { stop, stored, lasting, stopOf } = linksOf();
  const link = await stopOf('T1');
  expect(link).toMatch(/^https:\/\/sms\.example\.com\/stop\/[0-9A-Za-z]{12}$/);
  expect(lasting).toEqual([365]);
  expect(stop.sample()).toHaveLength(link.length);
  expect(await stopOf('T1')).toBe(link);
  expect(await stopOf('T2')).not.toBe(link);
  expect(await stopOf('T1', '01812345678' as LocalNumber)).not.toBe(link);
  expect(await linksOf({ key: 2 }).stopOf('T1')).not.toBe(link);
  expect([...stored.keys()].join()).not.toContain(tokenIn(link));
  expect(await stop.find(tokenIn(link))).toEqual({ workspace: 'T1', number: NUMBER, intent: null });
});

describe('a link to acknowledge an alert', () => {
  test('is the same however often its intent is resolved, and differs for every number, intent and workspace', async () => {
    const { alert, stored, lasting, alertOf } = linksOf();
    const link = await alertOf('T1');
    expect(link).toMatch(/^https:\/\/sms\.example\.com\/a\/[0-9A-Za-z]{10}$/);
    expect(lasting).toEqual([7]);
    expect(alert.sample()).toHaveLength(link.length);
    expect(await alertOf('T1')).toBe(link);
    const different = [
      await alertOf('T2'),
      await alertOf('T1', 'i2'),
      await alertOf('T1', 'i1', '01812345678' as LocalNumber),
      await linksOf({ key: 2 }).alertOf('T1'),
    ];
    expect(new Set([link, ...different]).size).toBe(5);
    expect([...stored.keys()].join()).not.toContain(tokenIn(link));
    expect(await alert.find(tokenIn(link))).toEqual({ workspace: 'T1', number: NUMBER, intent: 'i1' });
  });

  test('stops no texts, and a link that stops texts acknowledges nothing', async () => {
    const { stop, alert, stored, stopOf, alertOf } = linksOf();
    const [toStop, toTake] = [tokenIn(await stopOf('T1')), tokenIn(await alertOf('T1'))];
    expect(await alert.find(toStop)).toBeNull();
    expect(await stop.find(toTake)).toBeNull();
    // Even if tokens of both kinds had the same length.
    const [first, second] = [...stored];
    for (const [hash] of [...stored]) {
      const otherTarget = hash === first?.[0] ? second?.[1] : first?.[1];
      if (otherTarget) stored.set(hash, otherTarget);
    }
    expect([await stop.find(toStop), await alert.find(toTake)]).toEqual([null, null]);
  });
});

test.each(['', 'x'.repeat(12), 'x'.repeat(10), '../../../../x', 'x'.repeat(11), `${'x'.repeat(12)}\n`])(
  '%j belongs to nobody',
  async token => {
    const { stop, alert, stopOf, alertOf } = linksOf();
    await stopOf('T1');
    await alertOf('T1');
    expect([await stop.find(token), await alert.find(token)]).toEqual([null, null]);
  },
);

test('links are all different, and use all letters and digits', async () => {
  const { stop } = linksOf();
  const numbers = Array.from(
    { length: 2000 },
    (_, index) => `017${String(index).padStart(8, '0')}` as LocalNumber,
  );
  const all = [...(await stop.keep('T1', numbers, null)).values()];
  expect(new Set(all).size).toBe(2000);
  expect(new Set(all.join('').replaceAll('https://sms.example.com/stop/', '')).size).toBe(62);
});

test('without a public address there are none', () => {
  expect(linksOf().alert.isPossible()).toBe(true);
  expect(linksOf({ address: null }).alert.isPossible()).toBe(false);
});

import { expect, test } from 'vitest';
import type { LocalNumber } from '../../src/domain/number.ts';
import type { StopLink } from '../../src/storage/ports.ts';
import { createSealer } from '../../src/workspaces/sealing.ts';
import { createStopLinks } from '../../src/workspaces/stop-links.ts';
import { createManualClock } from '../support/manual-clock.ts';

const NUMBER = '01712345678' as LocalNumber;

function stopLinks({ address = 'https://sms.example.com' as string | null, key = 1 } = {}) {
  const stored = new Map<string, StopLink>();
  const links = createStopLinks({
    links: {
      async keep(workspace, all, until, now) {
        expect(until - now).toBe(365 * 24 * 3_600_000);
        for (const { hash, number } of all) stored.set(hash, { workspace, number });
      },
      find: async hash => stored.get(hash) ?? null,
    },
    sealer: createSealer([Buffer.alloc(32, key)]),
    address: () => address,
    clock: createManualClock(),
  });
  return {
    links,
    stored,
    of: async (workspace: string, number = NUMBER) =>
      (await links.keep(workspace, [number])).get(number) ?? '',
  };
}

test('a number of a workspace has one link, which only its key can make, and only its hash is kept', async () => {
  const { links, stored, of } = stopLinks();
  const link = await of('T1');
  expect(link).toMatch(/^https:\/\/sms\.example\.com\/stop\/[0-9A-Za-z]{12}$/);
  expect(links.sample()).toHaveLength(link.length);
  expect(await of('T1')).toBe(link);
  expect(await of('T2')).not.toBe(link);
  expect(await of('T1', '01812345678' as LocalNumber)).not.toBe(link);
  expect(await stopLinks({ key: 2 }).of('T1')).not.toBe(link);
  const token = link.slice(-12);
  expect([...stored.keys()].join()).not.toContain(token);
  expect(await links.find(token)).toEqual({ workspace: 'T1', number: NUMBER });
});

test.each(['', 'x'.repeat(12), '../../../../x', 'x'.repeat(11), `${'x'.repeat(12)}\n`])(
  '%j is nobody’s',
  async token => {
    const { links, of } = stopLinks();
    await of('T1');
    expect(await links.find(token)).toBeNull();
  },
);

test('links are all different, and use all letters and digits', async () => {
  const { links } = stopLinks();
  const numbers = Array.from(
    { length: 2000 },
    (_, index) => `017${String(index).padStart(8, '0')}` as LocalNumber,
  );
  const all = [...(await links.keep('T1', numbers)).values()];
  expect(new Set(all).size).toBe(2000);
  expect(new Set(all.join('').replaceAll('https://sms.example.com/stop/', '')).size).toBe(62);
});

test('where no phone reaches the app there are none', () => {
  expect(stopLinks().links.isPossible()).toBe(true);
  expect(stopLinks({ address: null }).links.isPossible()).toBe(false);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PACE, roomAt, type Window } from '../../../src/texts/pace.ts';
import { PRIORITIES } from '../../../src/texts/text.ts';

const NOW = 1_000_000;
const idle: Window = {
  slotsTaken: 0,
  alertsTaken: 0,
  bulkTaken: 0,
  inFlight: 0,
  nextFree: null,
  lastTaken: null,
  lastBulk: null,
  blockedUntil: 0,
  slowUntil: 0,
  peopleWait: false,
  bulkWaits: false,
  onTrial: false,
};
const past = fc.option(fc.integer({ min: NOW - 70_000, max: NOW }));
/** Any possible window: slots without a reply are in flight, the others become free within the minute. */
const windows = fc
  .record({
    free: fc.nat(60),
    inFlight: fc.nat(PACE.maxInFlight),
    alertShare: fc.double({ min: 0, max: 1, noNaN: true }),
    bulkShare: fc.double({ min: 0, max: 1, noNaN: true }),
    nextFree: fc.integer({ min: NOW + 1, max: NOW + PACE.slotMs }),
    lastTaken: past,
    lastBulk: past,
    blockedUntil: fc.constantFrom(0, NOW + 7000),
    slowUntil: fc.constantFrom(0, NOW + 600_000),
    peopleWait: fc.boolean(),
    bulkWaits: fc.boolean(),
    onTrial: fc.boolean(),
  })
  .map(({ free, alertShare, bulkShare, nextFree, ...rest }): Window => {
    const used = Math.min(60, free + rest.inFlight);
    const alertsTaken = Math.floor(used * alertShare);
    const bulkTaken = Math.floor((used - alertsTaken) * bulkShare);
    const replied = used > rest.inFlight;
    return { ...rest, slotsTaken: used, alertsTaken, bulkTaken, nextFree: replied ? nextFree : null };
  });

describe('room in the minute', () => {
  test('is there at once for any text on a quiet key', () => {
    for (const priority of PRIORITIES) expect(roomAt(priority, idle, NOW)).toBeLessThanOrEqual(NOW);
  });

  test('is at most sixty, 58 without alerts, 20 without a reply, or one on trial', () => {
    fc.assert(
      fc.property(windows, fc.constantFrom(...PRIORITIES), (window, priority) => {
        if (roomAt(priority, window, NOW) > NOW) return;
        expect(window.slotsTaken).toBeLessThan(priority === 'alert' ? 60 : 58);
        expect(window.inFlight).toBeLessThan(window.onTrial ? 1 : 20);
        expect(window.blockedUntil).toBeLessThanOrEqual(NOW);
        if (window.slowUntil > NOW) expect(NOW - (window.lastTaken ?? 0)).toBeGreaterThanOrEqual(1000);
        if (priority === 'bulk') expect(NOW - (window.lastBulk ?? 0)).toBeGreaterThanOrEqual(1000);
      }),
    );
  });

  test('if the less urgent may go, so may the more urgent', () => {
    fc.assert(
      fc.property(windows, window => {
        const [alert, people, bulk] = PRIORITIES.map(priority => roomAt(priority, window, NOW) <= NOW);
        // People and bulk have their own shares, and may go while more urgent texts that have had enough are
        // waiting.
        if ((people || bulk) && window.alertsTaken < 58 - 2 * PACE.share) expect(alert).toBe(true);
        if (bulk && window.bulkTaken >= PACE.share) expect(people).toBe(true);
      }),
    );
  });

  test('at the time that it names, something may go or has changed', () => {
    fc.assert(
      fc.property(windows, fc.constantFrom(...PRIORITIES), (window, priority) => {
        const at = roomAt(priority, window, NOW);
        if (at <= NOW || at === Number.POSITIVE_INFINITY) return;
        expect(at).toBeGreaterThan(NOW);
        const freed = window.nextFree !== null && at >= window.nextFree;
        if (!freed) expect(roomAt(priority, window, at)).toBeLessThanOrEqual(at);
      }),
    );
  });

  test('names no time while no reply has come', () => {
    const full = { ...idle, slotsTaken: PACE.maxInFlight, inFlight: PACE.maxInFlight };
    for (const priority of PRIORITIES) expect(roomAt(priority, full, NOW)).toBe(Number.POSITIVE_INFINITY);
  });

  test('bulk takes the last slots only as others come free', () => {
    const nextFree = NOW + 9000;
    const window = { ...idle, slotsTaken: 54, bulkTaken: 54, nextFree, bulkWaits: true };
    expect(roomAt('bulk', window, NOW)).toBe(nextFree - 4 * PACE.maxPersonWaitMs);
    expect(roomAt('bulk', { ...window, slotsTaken: 57 }, NOW)).toBe(nextFree - PACE.maxPersonWaitMs);
    expect(roomAt('bulk', { ...window, bulkTaken: 5 }, NOW)).toBeLessThanOrEqual(NOW);
    expect(roomAt('people', window, NOW)).toBeLessThanOrEqual(NOW);
  });

  test('a few alerts go at once while others wait, and a flood leaves the others their shares', () => {
    const full = {
      ...idle,
      slotsTaken: 58,
      alertsTaken: 7,
      nextFree: NOW + 9000,
      peopleWait: true,
      bulkWaits: true,
    };
    expect(roomAt('alert', full, NOW)).toBeLessThanOrEqual(NOW);
    const flood = { ...idle, slotsTaken: 52, alertsTaken: 52, nextFree: NOW + 9000 };
    expect(roomAt('alert', flood, NOW)).toBeLessThanOrEqual(NOW);
    expect(roomAt('alert', { ...flood, peopleWait: true }, NOW)).toBe(NOW + 9000);
    expect(
      roomAt('alert', { ...flood, slotsTaken: 46, alertsTaken: 46, peopleWait: true }, NOW),
    ).toBeLessThanOrEqual(NOW);
    const both = { ...flood, slotsTaken: 46, alertsTaken: 46, peopleWait: true, bulkWaits: true };
    expect(roomAt('alert', both, NOW)).toBe(NOW + 9000);
    for (const priority of ['people', 'bulk'] as const)
      expect(roomAt(priority, both, NOW)).toBeLessThanOrEqual(NOW);
  });

  test('people’s texts leave bulk its share while bulk waits', () => {
    const window = { ...idle, slotsTaken: 52, nextFree: NOW + 9000 };
    expect(roomAt('people', window, NOW)).toBeLessThanOrEqual(NOW);
    expect(roomAt('people', { ...window, bulkWaits: true }, NOW)).toBe(NOW + 9000);
    expect(roomAt('people', { ...window, bulkWaits: true, bulkTaken: 1 }, NOW)).toBeLessThanOrEqual(NOW);
  });
});

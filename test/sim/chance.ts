import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import type { Dice } from './dice.ts';

/**
 * Runs a story whose randomness comes from dice and whose time of day comes from its clock, in libraries and in code that
 * makes tokens too. It replaces globals of the process, so stories run one after the other.
 */
export async function withChance<T>(dice: Dice, wall: () => number, story: () => Promise<T>): Promise<T> {
  const before = { ...pick(crypto), random: Math.random, now: Date.now };
  const { observe } = PerformanceObserver.prototype;
  // An observer would keep every app that the process ever created.
  PerformanceObserver.prototype.observe = () => undefined;
  const bytes = (size: number): Buffer => Buffer.from(Array.from({ length: size }, () => dice.below(256)));
  const uuid = (): `${string}-${string}-${string}-${string}-${string}` => {
    const hex = bytes(16).toString('hex');
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  Object.assign(crypto, {
    randomBytes: bytes,
    randomUUID: uuid,
    randomInt: (low: number, high?: number) =>
      high === undefined ? dice.below(low) : low + dice.below(high - low),
  });
  Math.random = () => dice.below(2 ** 32) / 2 ** 32;
  Date.now = wall;
  syncBuiltinESMExports();
  try {
    return await story();
  } finally {
    const { random, now, ...functions } = before;
    Object.assign(crypto, functions);
    PerformanceObserver.prototype.observe = observe;
    Math.random = random;
    Date.now = now;
    syncBuiltinESMExports();
  }
}

const pick = ({ randomBytes, randomUUID, randomInt }: typeof crypto) => ({
  randomBytes,
  randomUUID,
  randomInt,
});

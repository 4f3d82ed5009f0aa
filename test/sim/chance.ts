import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { PerformanceObserver } from 'node:perf_hooks';
import type { Dice } from './dice.ts';

/**
 * Runs a story in which everything that is random comes from dice, and the time of day from its clock: also in libraries, and in
 * what makes tokens, which nobody hands a clock or chance to. Stories of a process run one after the other.
 */
export async function withChance<T>(dice: Dice, wall: () => number, story: () => Promise<T>): Promise<T> {
  const before = { ...pick(crypto), random: Math.random, now: Date.now };
  const { observe } = PerformanceObserver.prototype;
  // What watches the machine would keep each app that was ever made.
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

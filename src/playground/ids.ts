import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/**
 * Ids in Slack's format. Those of interactions are random, not counted: an app may remember them for days, longer than
 * a playground lives.
 */
export interface Ids {
  /** For example `V0K2JX81QZP`. */
  of(prefix: string): string;
  /** A message timestamp, later than all before it: `1763692800.000100`. */
  ts(): string;
  triggerId(): string;
  hash(): string;
  secret(): string;
}

export function makeIds(clock: Clock): Ids {
  let lastTsUs = 0;
  return {
    of: prefix =>
      `${prefix}0${Array.from({ length: 9 }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`,
    ts() {
      lastTsUs = Math.max(Math.floor(clock.now()) * 1000, lastTsUs + 100);
      return `${Math.floor(lastTsUs / 1e6)}.${String(lastTsUs % 1e6).padStart(6, '0')}`;
    },
    triggerId: () =>
      `${clock.now()}${randomInt(1000)}.${randomInt(1e9, 1e10)}.${randomBytes(16).toString('hex')}`,
    hash: () => `${Math.floor(clock.now() / 1000)}.${randomBytes(4).toString('hex')}`,
    secret: () => randomBytes(12).toString('hex'),
  };
}

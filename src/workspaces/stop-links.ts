import { createHash } from 'node:crypto';
import type { Clock } from '../domain/clock.ts';
import type { LocalNumber } from '../domain/number.ts';
import type { KeptStopLinks, StopLink } from '../storage/ports.ts';
import type { Sealer } from './sealing.ts';

export const STOP_PATH = '/stop/';
/** Since its last use in a text. */
const LASTS_MS = 365 * 24 * 3_600_000;

/** Only letters and digits: a phone may not count a `-` or `_` at the end as part of a link. */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/**
 * 71 bits. With a million links in use, somebody who tries a thousand a second, far more than the page answers, finds
 * one in a hundred thousand years. What they find is a masked number that they can stop, which can be undone.
 */
const LENGTH = 12;
const TOKEN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/**
 * Links in texts that let their readers stop getting texts. Each number of a workspace has one, the same in all its
 * texts.
 */
export type StopLinks = {
  /** Whether a link would lead here from wherever it is read. */
  isPossible(): boolean;
  /** One that is as long as all others, and leads nowhere. */
  sample(): string;
  /**
   * Returns the links of these numbers, which work for a year from now on. Pass few at a time: it is one step in the
   * store.
   */
  keep(workspace: string, numbers: readonly LocalNumber[]): Promise<ReadonlyMap<LocalNumber, string>>;
  /** The person a link is for, by its last part; null: nobody any more. */
  find(token: string): Promise<StopLink | null>;
};

export function createStopLinks(parts: {
  links: KeptStopLinks;
  sealer: Pick<Sealer, 'tagOf'>;
  /** Where everybody's browsers reach the app, without a trailing slash; null: nowhere. */
  address: () => string | null;
  clock: Clock;
}): StopLinks {
  const { links, sealer, address, clock } = parts;
  const linkOf = (token: string): string => `${address() ?? ''}${STOP_PATH}${token}`;
  const tokenOf = (workspace: string, number: LocalNumber): string =>
    spelled(sealer.tagOf(`stop ${workspace} ${number}`));
  return {
    isPossible: () => address() !== null,
    sample: () => linkOf('x'.repeat(LENGTH)),
    async keep(workspace, numbers) {
      const tokens = numbers.map(number => ({ number, token: tokenOf(workspace, number) }));
      const now = clock.now();
      const kept = tokens.map(({ number, token }) => ({ number, hash: hashOf(token) }));
      await links.keep(workspace, kept, now + LASTS_MS, now);
      return new Map(tokens.map(({ number, token }) => [number, linkOf(token)]));
    },
    find: async token => (TOKEN.test(token) ? links.find(hashOf(token), clock.now()) : null),
  };
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

function spelled(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  const base = BigInt(ALPHABET.length);
  return Array.from({ length: LENGTH }, () => {
    const letter = ALPHABET[Number(rest % base)];
    rest /= base;
    return letter;
  }).join('');
}

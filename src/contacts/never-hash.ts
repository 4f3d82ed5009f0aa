import { createHmac } from 'node:crypto';
import type { LocalNumber } from '../kit/number.ts';
import { type Documents, documentAt, type Revisions } from '../kit/store/documents.ts';
import type { Tx } from '../kit/store/store.ts';
import type { NeverInStep } from '../texts/people.ts';
import { createSealedKey } from '../workspace/sealed-key.ts';
import type { Sealer } from '../workspace/sealing.ts';
import { isNever, neverAt } from './store/store.ts';

/** The document with the key of a workspace's hashes. */
export const NEVER_KEY = {
  document: 'never-text-key',
  contextOf: (workspace: string): string => `hashes of ${workspace}`,
} as const;

/** The hash of a number with the workspace's own key; without that key, trying all numbers leads nowhere. */
export type HashNumber = (number: LocalNumber) => string;

/**
 * Hashes of numbers that we must not store, but must recognise: those of people who asked for no more texts and were
 * forgotten.
 */
export type NeverHash = {
  /**
   * Null: the workspace has never stored one.
   *
   * @throws UnreadableError if its key can't be opened: then nobody knows who must not be texted
   */
  known(workspace: string): Promise<HashNumber | null>;
  /** The same as part of a step; `at`: what it reads, for `Tx.load`. */
  knownIn(tx: Tx, workspace: string, now: number): HashNumber | null;
  at(workspace: string): ReturnType<typeof documentAt>;
  /** The same, for storing one: makes the workspace's key if there is none. */
  toKeep(workspace: string): Promise<HashNumber>;
};

export function createNeverHash(parts: {
  documents: Documents;
  revisions: Revisions;
  sealer: Sealer;
}): NeverHash {
  const keys = createSealedKey(parts, { ...NEVER_KEY, ifLost: 'refuse' });
  const hashing =
    (key: Buffer): HashNumber =>
    number =>
      createHmac('sha256', key).update(number).digest('base64url');
  return {
    async known(workspace) {
      const key = await keys.known(workspace);
      return key && hashing(key);
    },
    at: workspace => documentAt(workspace, NEVER_KEY.document),
    knownIn(tx, workspace, now) {
      const key = keys.knownIn(tx, workspace, now);
      return key && hashing(key);
    },
    toKeep: async workspace => hashing(await keys.toKeep(workspace)),
  };
}

/** Who must not be texted, as part of a step. */
export const createNeverInStep = (neverHash: Pick<NeverHash, 'at' | 'knownIn'>): NeverInStep => ({
  at: (workspace, numbers) => [neverHash.at(workspace), ...neverAt(workspace, numbers, [])],
  of(tx, workspace, numbers, now) {
    const hash = neverHash.knownIn(tx, workspace, now);
    const hashes = new Map(hash ? numbers.map(number => [number, hash(number)]) : []);
    tx.load(neverAt(workspace, numbers, [...hashes.values()]));
    return number => isNever(tx, workspace, number, hashes.get(number) ?? null);
  },
});

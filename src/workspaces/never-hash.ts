import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { LocalNumber } from '../domain/number.ts';
import { UnreadableError } from '../storage/errors.ts';
import type { Documents, Revisions } from '../storage/ports.ts';
import type { Sealer } from './sealing.ts';

/** The document with the key of a workspace's hashes. */
export const NEVER_KEY = {
  document: 'never-text-key',
  contextOf: (workspace: string): string => `hashes of ${workspace}`,
} as const;

const KEY_BYTES = 32;
const keySchema = z.object({ sealed: z.string() });

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
  /** The same, for storing one: makes the workspace's key if there is none. */
  toKeep(workspace: string): Promise<HashNumber>;
};

export function createNeverHash(parts: {
  documents: Documents;
  revisions: Revisions;
  sealer: Sealer;
}): NeverHash {
  const { documents, revisions, sealer } = parts;

  function hashing(workspace: string, { sealed }: z.infer<typeof keySchema>): HashNumber {
    const secret = sealer.open(sealed, NEVER_KEY.contextOf(workspace));
    if (secret === null) throw new UnreadableError(`The document ${NEVER_KEY.document}`, 'no key opens it');
    const key = Buffer.from(secret, 'base64');
    return number => createHmac('sha256', key).update(number).digest('base64url');
  }

  return {
    async known(workspace) {
      const stored = await documents.get(workspace, NEVER_KEY.document, keySchema);
      return stored ? hashing(workspace, stored) : null;
    },
    async toKeep(workspace) {
      const stored = await revisions.update(workspace, NEVER_KEY.document, keySchema, current => {
        if (current) return current;
        const secret = randomBytes(KEY_BYTES).toString('base64');
        return { sealed: sealer.seal(secret, NEVER_KEY.contextOf(workspace)) };
      });
      return hashing(workspace, stored);
    },
  };
}

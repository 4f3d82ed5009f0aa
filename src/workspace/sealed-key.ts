import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Documents, documentIn, type Revisions } from '../kit/store/documents.ts';
import { UnreadableError } from '../kit/store/errors.ts';
import type { Tx } from '../kit/store/store.ts';
import type { Sealer } from './sealing.ts';

/** A random key of each workspace, encrypted in a document of its own. */
export type SealedKey = {
  /**
   * Null: the workspace has none.
   *
   * @throws UnreadableError if it can't be opened
   */
  known(workspace: string): Promise<Buffer | null>;
  /** The same as part of a step. */
  knownIn(tx: Tx, workspace: string, now: number): Buffer | null;
  /** The same, and makes one if there is none. */
  toKeep(workspace: string): Promise<Buffer>;
};

const KEY_BYTES = 32;
const keySchema = z.object({ sealed: z.string() });

/** @param of `ifLost`: whether a key that can't be opened is replaced by a new one when one is needed */
export function createSealedKey(
  parts: { documents: Documents; revisions: Revisions; sealer: Sealer },
  of: { document: string; contextOf: (workspace: string) => string; ifLost: 'refuse' | 'replace' },
): SealedKey {
  const { documents, revisions, sealer } = parts;
  const { document, contextOf, ifLost } = of;

  const secretIn = (workspace: string, { sealed }: z.infer<typeof keySchema>): string | null =>
    sealer.open(sealed, contextOf(workspace));

  function opened(workspace: string, stored: z.infer<typeof keySchema>): Buffer {
    const secret = secretIn(workspace, stored);
    if (secret === null) throw new UnreadableError(`The document ${document}`, 'no key opens it');
    return Buffer.from(secret, 'base64');
  }

  return {
    async known(workspace) {
      const stored = await documents.get(workspace, document, keySchema);
      return stored ? opened(workspace, stored) : null;
    },
    knownIn(tx, workspace, now) {
      const stored = documentIn(tx, workspace, document, keySchema, now);
      return stored ? opened(workspace, stored) : null;
    },
    async toKeep(workspace) {
      const stored = await revisions.update(workspace, document, keySchema, current => {
        const isLost = current !== undefined && secretIn(workspace, current) === null;
        if (current && !(isLost && ifLost === 'replace')) return current;
        return { sealed: sealer.seal(randomBytes(KEY_BYTES).toString('base64'), contextOf(workspace)) };
      });
      return opened(workspace, stored);
    },
  };
}

import { z } from 'zod';
import type { AnyFeature } from '../kit/feature.ts';
import type { Documents, EveryWorkspace } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { SealedDocument, Sealer } from './sealing.ts';

const sealedSchema = z.looseObject({ sealed: z.string() });

/** Every kind of document that contains an encrypted secret. */
export const sealedDocumentsOf = (features: readonly AnyFeature[]): SealedDocument[] =>
  features.flatMap(({ sealed }) => Object.values(sealed ?? {}));

/** The sealed documents that none of the sealer's keys opens. */
export async function unopenable(
  sealedDocuments: readonly SealedDocument[],
  { everyWorkspace, documents }: { everyWorkspace: EveryWorkspace; documents: Documents },
  sealer: Sealer,
): Promise<Resealed['unreadable']> {
  const unreadable: Resealed['unreadable'] = [];
  for (const { kind, document, contextOf } of sealedDocuments) {
    for (const workspace of await everyWorkspace.documentsCalled(document)) {
      const stored = await documents.get(workspace, document, sealedSchema).catch(ifUnreadable(undefined));
      if (!stored || sealer.open(stored.sealed, contextOf(workspace)) === null)
        unreadable.push({ kind, workspace });
    }
  }
  return unreadable;
}

export type Resealed = {
  /** How many were encrypted with an older key, and now are with the newest. */
  resealed: number;
  /** How many were already encrypted with the newest key. */
  already: number;
  /** Unchanged, because none of our keys decrypts them, or they can't be read at all. */
  unreadable: { kind: SealedDocument['kind']; workspace: string }[];
};

/**
 * Encrypts all secrets with the newest key. Safe while other processes run: a document that one of them changes meanwhile is read
 * again instead of overwritten.
 */
export async function resealAll(
  sealedDocuments: readonly SealedDocument[],
  everyWorkspace: EveryWorkspace,
  sealer: Sealer,
): Promise<Resealed> {
  const result: Resealed = { resealed: 0, already: 0, unreadable: [] };
  for (const { kind, document, contextOf } of sealedDocuments) {
    for (const workspace of await everyWorkspace.documentsCalled(document)) {
      const seen = { as: 'deleted' as 'deleted' | 'already' | 'unreadable' };
      const reseal = (value: unknown): unknown => {
        const { data: stored } = sealedSchema.safeParse(value);
        const secret = stored ? sealer.open(stored.sealed, contextOf(workspace)) : null;
        seen.as = secret === null ? 'unreadable' : 'already';
        if (!stored || secret === null || sealer.isNewest(stored.sealed)) return undefined;
        return { ...stored, sealed: sealer.seal(secret, contextOf(workspace)) };
      };
      const isChanged = await everyWorkspace.change(workspace, document, reseal).catch(error => {
        seen.as = ifUnreadable('unreadable' as const)(error);
        return false;
      });
      if (isChanged) result.resealed += 1;
      else if (seen.as === 'unreadable') result.unreadable.push({ kind, workspace });
      else if (seen.as === 'already') result.already += 1;
    }
  }
  return result;
}

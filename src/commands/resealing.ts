import { z } from 'zod';
import { HOOK_SECRETS_KEY } from '../alerts/http/hook-callers.ts';
import { DO_NOT_TEXT_KEY } from '../contacts/do-not-text.ts';
import type { EveryWorkspace } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import { INSTALLATION } from '../workspace/installations.ts';
import { LINKED_KEY } from '../workspace/linked-keys.ts';
import type { Sealer } from '../workspace/sealing.ts';

/** Every kind of document that contains an encrypted secret. */
const SEALED = {
  'linked key': LINKED_KEY,
  installation: INSTALLATION,
  'never-text key': DO_NOT_TEXT_KEY,
  'key of hook secrets': HOOK_SECRETS_KEY,
} as const;
export type SealedKind = keyof typeof SEALED;

const KINDS = Object.keys(SEALED) as SealedKind[];
const sealedSchema = z.looseObject({ sealed: z.string() });

export type Resealed = {
  /** Were encrypted with an older key, and now with the newest. */
  anew: number;
  /** Were already encrypted with the newest key. */
  already: number;
  /** None of our keys decrypts these, or they can't be read at all; they were left as they are. */
  unreadable: { kind: SealedKind; workspace: string }[];
};

/**
 * Encrypts all secrets with the newest key. Safe while other processes run: if one of them changes a document meanwhile, it is
 * read again instead of overwritten.
 */
export async function resealAll(everyWorkspace: EveryWorkspace, sealer: Sealer): Promise<Resealed> {
  const result: Resealed = { anew: 0, already: 0, unreadable: [] };
  for (const kind of KINDS) {
    const { document, contextOf } = SEALED[kind];
    for (const workspace of await everyWorkspace.documentsCalled(document)) {
      const seen = { as: 'gone' as 'gone' | 'already' | 'unreadable' };
      const reseal = (value: unknown): unknown => {
        const { data: stored } = sealedSchema.safeParse(value);
        const secret = stored ? sealer.open(stored.sealed, contextOf(workspace)) : null;
        seen.as = secret === null ? 'unreadable' : 'already';
        if (!stored || secret === null || sealer.isNewest(stored.sealed)) return undefined;
        return { ...stored, sealed: sealer.seal(secret, contextOf(workspace)) };
      };
      const changed = await everyWorkspace.change(workspace, document, reseal).catch(error => {
        seen.as = ifUnreadable('unreadable' as const)(error);
        return false;
      });
      if (changed) result.anew += 1;
      else if (seen.as === 'unreadable') result.unreadable.push({ kind, workspace });
      else if (seen.as === 'already') result.already += 1;
    }
  }
  return result;
}

import { createHmac } from 'node:crypto';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import { createSealedKey, type Sealer } from '../workspace/sealing.ts';

/** The document with the key that a workspace's hook secrets are made of. */
export const HOOK_SECRETS_KEY = {
  document: 'hook-secrets-key',
  contextOf: (workspace: string): string => `secrets of hooks of ${workspace}`,
} as const;

/**
 * The secret with which senders that can send no token sign their calls. It follows from the workspace's key and the hook's
 * id, so it needs no place of its own, and whoever reads the store can't make it (docs/decisions/0015-signed-calls.md).
 */
export type HookSecrets = {
  /** To show to whoever made the hook. */
  toShow(workspace: string, hookId: string): Promise<string>;
  /**
   * To check a signature with; null: this workspace was never shown one.
   *
   * @throws UnreadableError if the workspace's key can't be opened
   */
  known(workspace: string, hookId: string): Promise<string | null>;
};

export function createHookSecrets(parts: {
  documents: Documents;
  revisions: Revisions;
  sealer: Sealer;
}): HookSecrets {
  const keys = createSealedKey(parts, { ...HOOK_SECRETS_KEY, ifLost: 'replace' });
  const secretOf = (key: Buffer, hookId: string): string =>
    `smss_${createHmac('sha256', key).update(hookId).digest('base64url')}`;
  return {
    toShow: async (workspace, hookId) => secretOf(await keys.toKeep(workspace), hookId),
    async known(workspace, hookId) {
      const key = await keys.known(workspace);
      return key && secretOf(key, hookId);
    },
  };
}

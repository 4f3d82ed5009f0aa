import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { NoBody, ReadBody } from '../../kit/http/body.ts';
import type { Documents, Revisions } from '../../kit/store/documents.ts';
import { StorageError } from '../../kit/store/errors.ts';
import { createSealedKey, type SealedDocument, type Sealer } from '../../workspace/sealing.ts';
import type { Hook, Hooks } from '../hooks.ts';

/** The document with the key from which a workspace's hook secrets are derived. */
export const HOOK_SECRETS_KEY = {
  kind: 'key of hook secrets',
  document: 'hook-secrets-key',
  contextOf: (workspace: string): string => `secrets of hooks of ${workspace}`,
  remedy: 'an admin there makes a new hook, with a new secret, for each sender that signs its calls (GitHub)',
} as const satisfies SealedDocument;

declare module '../../workspace/sealing.ts' {
  interface SealedDocuments {
    alerts: 'key of hook secrets';
  }
}

/**
 * The secret with which a sender that can't send a token signs its calls. It is derived from the workspace's key and the hook's id, so
 * it isn't stored, and the store alone isn't enough to derive it (docs/decisions/0015-signed-calls.md).
 */
export type HookSecrets = {
  /** Creates the workspace's key if there is none. */
  toShow(workspace: string, hookId: string): Promise<string>;
  /**
   * The secret for checking a signature; null if this workspace was never shown one.
   *
   * @throws UnreadableError if the workspace's key can't be opened
   */
  known(workspace: string, hookId: string): Promise<string | null>;
};

export function createHookSecrets(deps: {
  documents: Documents;
  revisions: Revisions;
  sealer: Sealer;
}): HookSecrets {
  const keys = createSealedKey(deps, { ...HOOK_SECRETS_KEY, ifLost: 'replace' });
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

/** The result of checking a caller's token or signature. */
export type HookCaller =
  /** `body`: null if it wasn't read, because no signature had to be checked. */
  | { kind: 'admitted'; workspace: string; hook: Hook; body: Buffer | null }
  /** `existing`: null if there is no such hook. */
  | { kind: 'refused'; existing: { workspace: string; hookId: string } | null }
  | { kind: 'unread'; why: NoBody };

const BEARER = /^Bearer +(\S{1,200})$/i;
const BASIC = /^Basic +([\w+/=]{1,600})$/i;
const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/**
 * Checks callers. A caller is admitted by the hook's token: in the address after the hook's id, as `Bearer`, as the password of
 * `Basic`, or in `X-Gitlab-Token`. Without a token, it is admitted by GitHub's signature of the body's bytes in `X-Hub-Signature-256`.
 *
 * @param readBody reads bodies before their signature is checked, from memory of their own
 */
export function createHookCallers(deps: {
  hooks: Pick<Hooks, 'admit' | 'existing'>;
  /** The secret for a signature; null if the workspace was never shown one. */
  secretOf: (workspace: string, hookId: string) => Promise<string | null>;
  readBody: ReadBody;
  bounds: Parameters<ReadBody>[1];
}): (request: IncomingMessage, address: string) => Promise<HookCaller> {
  const { hooks, secretOf, readBody, bounds } = deps;

  async function byToken(hookId: string, token: string): Promise<HookCaller> {
    const admitted = await readStore(() => hooks.admit(hookId, token));
    if (admitted) return { kind: 'admitted', ...admitted, body: null };
    const existing = await readStore(() => hooks.existing(hookId));
    return { kind: 'refused', existing: existing && { workspace: existing.workspace, hookId } };
  }

  async function bySignature(
    request: IncomingMessage,
    hookId: string,
    signature: string,
  ): Promise<HookCaller> {
    // Reads bodies only for existing hooks.
    const existing = await readStore(() => hooks.existing(hookId));
    if (!existing) return { kind: 'refused', existing: null };
    const { workspace } = existing;
    const secret = await readStore(() => secretOf(workspace, hookId));
    if (secret === null) return { kind: 'refused', existing: { workspace, hookId } };
    const body = await readBody(request, bounds);
    if (typeof body === 'string') return { kind: 'unread', why: body };
    const expected = createHmac('sha256', secret).update(body).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
      return { kind: 'refused', existing: { workspace, hookId } };
    return { kind: 'admitted', workspace, hook: await readStore(existing.read), body };
  }

  return (request, address) => {
    const [hookId = '', ...rest] = address.split('/');
    const token = rest.length > 0 ? rest.join('/') : tokenIn(request.headers);
    const signed = SIGNATURE.exec(String(request.headers['x-hub-signature-256']))?.[1];
    return token === undefined && signed !== undefined
      ? bySignature(request, hookId, signed)
      : byToken(hookId, token ?? '');
  };
}

/** The token in a call's headers, unchecked; undefined if there is none. */
function tokenIn({ authorization, 'x-gitlab-token': gitlab }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return gitlab === undefined ? undefined : String(gitlab);
  const basic = BASIC.exec(authorization)?.[1];
  if (basic !== undefined) return /^[^:]*:(\S*)$/.exec(Buffer.from(basic, 'base64').toString())?.[1] ?? '';
  return BEARER.exec(authorization)?.[1] ?? '';
}

/** Turns a failed read into a StorageError that isn't unsure, because nothing was stored. */
async function readStore<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new StorageError('Can’t read the hooks.', { cause });
  }
}

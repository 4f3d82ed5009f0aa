import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { NoBody, ReadBody } from '../../kit/http/body.ts';
import type { Documents, Revisions } from '../../kit/store/documents.ts';
import { StorageError } from '../../kit/store/errors.ts';
import { createSealedKey, type SealedDocument, type Sealer } from '../../workspace/sealing.ts';
import type { Hook, Hooks } from '../hooks.ts';

/** The document with the key that a workspace's hook secrets are made of. */
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

/** Who calls a hook, as far as that is proven. */
export type HookCaller =
  /** `body`: as far as it had to be read to check a signature; null: not read yet. */
  | { kind: 'admitted'; workspace: string; hook: Hook; body: Buffer | null }
  /** `existing` null: there is no such hook. */
  | { kind: 'refused'; existing: { workspace: string; hookId: string } | null }
  | { kind: 'unread'; why: NoBody };

const BEARER = /^Bearer +(\S{1,200})$/i;
const BASIC = /^Basic +([\w+/=]{1,600})$/i;
const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/**
 * Callers prove that they may call a hook by its token: in the address, after the hook's id, as `Bearer`, as the password of
 * `Basic`, or in `X-Gitlab-Token`; or, if they send none, by a signature of the body's bytes with the hook's secret, in
 * `X-Hub-Signature-256` as GitHub makes it.
 *
 * @param readBody for bodies whose signature isn't checked yet: they have memory of their own
 */
export function createHookCallers(deps: {
  hooks: Pick<Hooks, 'admit' | 'existing'>;
  /** Null: nobody was ever shown one. */
  secretOf: (workspace: string, hookId: string) => Promise<string | null>;
  readBody: ReadBody;
  bounds: Parameters<ReadBody>[1];
}): (request: IncomingMessage, address: string) => Promise<HookCaller> {
  const { hooks, secretOf, readBody, bounds } = deps;

  async function byToken(hookId: string, token: string): Promise<HookCaller> {
    const admitted = await asked(() => hooks.admit(hookId, token));
    if (admitted) return { kind: 'admitted', ...admitted, body: null };
    const existing = await asked(() => hooks.existing(hookId));
    return { kind: 'refused', existing: existing && { workspace: existing.workspace, hookId } };
  }

  async function bySignature(
    request: IncomingMessage,
    hookId: string,
    signature: string,
  ): Promise<HookCaller> {
    // Only for a hook that exists is anything read.
    const existing = await asked(() => hooks.existing(hookId));
    if (!existing) return { kind: 'refused', existing: null };
    const { workspace } = existing;
    const secret = await asked(() => secretOf(workspace, hookId));
    if (secret === null) return { kind: 'refused', existing: { workspace, hookId } };
    const body = await readBody(request, bounds);
    if (typeof body === 'string') return { kind: 'unread', why: body };
    const expected = createHmac('sha256', secret).update(body).digest();
    if (!timingSafeEqual(expected, Buffer.from(signature, 'hex')))
      return { kind: 'refused', existing: { workspace, hookId } };
    return { kind: 'admitted', workspace, hook: await asked(async () => existing.read()), body };
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

/** The token in a call's headers, right or wrong; undefined: it has none. */
function tokenIn({ authorization, 'x-gitlab-token': gitlab }: IncomingHttpHeaders): string | undefined {
  if (authorization === undefined) return gitlab === undefined ? undefined : String(gitlab);
  const basic = BASIC.exec(authorization)?.[1];
  if (basic !== undefined) return /^[^:]*:(\S*)$/.exec(Buffer.from(basic, 'base64').toString())?.[1] ?? '';
  return BEARER.exec(authorization)?.[1] ?? '';
}

/** If a question to the store gets no answer, definitely nothing was stored. */
async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    throw new StorageError('Can’t read the hooks.', { cause });
  }
}

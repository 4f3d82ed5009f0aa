import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Hook, Hooks } from '../alerts/hooks.ts';
import { StorageError } from '../storage/errors.ts';
import type { NoBody, ReadBody } from './body.ts';

/** Who calls a hook, as far as that is proven. */
export type HookCaller =
  /** `body`: as far as it had to be read to check a signature; null: not read yet. */
  | { kind: 'admitted'; workspace: string; hook: Hook; body: Buffer | null }
  /** `existing` null: there is no such hook. */
  | { kind: 'refused'; existing: { workspace: string; hookId: string } | null }
  | { kind: 'unread'; why: NoBody };

const BEARER = /^Bearer +(\S{1,200})$/i;
const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/**
 * Callers prove that they may call a hook by its token; or, if they send no `Authorization`, by a signature of the body's bytes
 * with the hook's secret, in `X-Hub-Signature-256` as GitHub makes it.
 *
 * @param readBody for bodies whose signature isn't checked yet: they have memory of their own
 */
export function createHookCallers(parts: {
  hooks: Pick<Hooks, 'admit' | 'existing'>;
  /** Null: nobody was ever shown one. */
  secretOf: (workspace: string, hookId: string) => Promise<string | null>;
  readBody: ReadBody;
  bounds: Parameters<ReadBody>[1];
}): (request: IncomingMessage, hookId: string) => Promise<HookCaller> {
  const { hooks, secretOf, readBody, bounds } = parts;

  async function byToken(hookId: string, authorization: string): Promise<HookCaller> {
    const admitted = await asked(() => hooks.admit(hookId, BEARER.exec(authorization)?.[1] ?? ''));
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

  return (request, hookId) => {
    const { authorization, 'x-hub-signature-256': signature } = request.headers;
    const signed = authorization === undefined ? SIGNATURE.exec(String(signature))?.[1] : undefined;
    return signed === undefined ? byToken(hookId, authorization ?? '') : bySignature(request, hookId, signed);
  };
}

/** If a question to the store gets no answer, definitely nothing was stored. */
async function asked<T>(question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (cause) {
    throw new StorageError('Can’t read the hooks.', { cause });
  }
}

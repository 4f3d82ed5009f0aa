import { createHash, randomBytes } from 'node:crypto';

/** A secret that is shown once, and the hash that recognises it: it is long and random, so it can't be guessed. */
export function newSecret(prefix = ''): { secret: string; hash: string } {
  const secret = `${prefix}${randomBytes(24).toString('base64url')}`;
  return { secret, hash: hashOf(secret) };
}

/** The SHA-256 that we keep of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

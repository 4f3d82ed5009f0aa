import { createHash, randomBytes } from 'node:crypto';

/** A secret that is had once, and the hash by which it is known again: it is long and random, nothing to guess. */
export function newSecret(prefix = ''): { secret: string; hash: string } {
  const secret = `${prefix}${randomBytes(24).toString('base64url')}`;
  return { secret, hash: hashOf(secret) };
}

/** The SHA-256 under which a secret is kept. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

export type Sealer = {
  /** Encrypts ("seals") a secret so that only the same `context` (a workspace and what the secret is) can open it. */
  seal(secret: string, context: string): string;
  /** The secret; null if no key opens it: its key is gone, or it was moved or damaged. */
  open(sealed: string, context: string): string | null;
  /** 32 bytes that are always the same for these words while the newest key is; without the key nobody can tell them. */
  tagOf(words: string): Buffer;
  /** Whether it was sealed with the newest key. */
  isNewest(sealed: string): boolean;
};

/**
 * AES-256-GCM with the context as associated data, so a sealed secret copied to another workspace can't be opened.
 *
 * @param keys 32 bytes each, newest first: the first seals, all open
 */
export function createSealer(keys: readonly Buffer[]): Sealer {
  const [newest] = keys;
  if (!newest) throw new RangeError('A sealer needs at least one key');
  // As key objects: preparing the bytes again for each secret would cost more than opening it.
  const byId = new Map<string, KeyObject>(keys.map(key => [keyId(key), createSecretKey(key)]));
  const newestId = keyId(newest);
  const sealing = createSecretKey(newest);
  const tagging = createHmac('sha256', newest).update('sms-for-slack tags').digest();
  return {
    seal(secret, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealing, iv);
      cipher.setAAD(Buffer.from(context));
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return ['v1', newestId, Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')].join('.');
    },
    open(sealed, context) {
      const [version, id, data] = sealed.split('.');
      const key = byId.get(id ?? '');
      if (version !== 'v1' || !key || !data) return null;
      const bytes = Buffer.from(data, 'base64');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return (
          decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
        );
      } catch {
        return null; // The tag doesn't match: another context, or damage.
      }
    },
    tagOf: words => createHmac('sha256', tagging).update(words).digest(),
    isNewest: sealed => sealed.split('.')[1] === newestId,
  };
}

/** Identifies a key without revealing anything of it. */
function keyId(key: Buffer): string {
  return createHash('sha256').update('sms-for-slack key id').update(key).digest('hex').slice(0, 12);
}

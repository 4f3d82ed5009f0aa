import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { IN_MEMORY, sync } from './database.ts';

const ALGORITHM = 'aes-256-gcm';
const [KEY_BYTES, NONCE_BYTES, TAG_BYTES] = [32, 12, 16];

export type Sealing = ReturnType<typeof createSealing>;

/**
 * Seals secrets that have to be read again, so that neither the database nor a backup reveals them: their key is in a
 * file of its own, created with the first secret. `owner` binds a secret to its place; moved to another, it doesn't
 * open.
 */
export function createSealing(dataDir: string) {
  const path = join(dataDir, 'sealing.key');
  let key: Buffer | null = dataDir === IN_MEMORY ? randomBytes(KEY_BYTES) : null;

  return {
    /** Call it inside a transaction. */
    seal(secret: string, owner: string): string {
      if (key === null && !existsSync(path)) makeKey(path);
      key ??= readKey(path);
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner));
      const sealed = [nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64');
    },
    /** Throws if the key is missing, or isn't the one that sealed the secret. */
    open(sealed: string, owner: string): string {
      try {
        key ??= readKey(path);
        const bytes = Buffer.from(sealed, 'base64');
        const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(Buffer.from(owner))
          .setAuthTag(bytes.subarray(-TAG_BYTES));
        const secret = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
        return Buffer.concat([secret, decipher.final()]).toString('utf8');
      } catch (error) {
        const why = `What was sealed for ${owner} can't be opened: ${path} is missing, or is not the key of this data`;
        throw new Error(why, { cause: error });
      }
    },
  };
}

function readKey(path: string): Buffer {
  const key = Buffer.from(readFileSync(path, 'utf8'), 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`${path} doesn't contain a key`);
  return key;
}

/**
 * Creates the key's file, which is complete and on disk before it gets its name. The caller's transaction keeps other
 * processes from creating another key.
 */
function makeKey(path: string): void {
  const partial = `${path}.partial`;
  writeFileSync(partial, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600 });
  sync(partial);
  renameSync(partial, path);
  sync(dirname(path));
}

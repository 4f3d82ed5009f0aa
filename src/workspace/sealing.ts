import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
} from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { openDataDir, unusable } from '../kit/store/data-dir.ts';
import { type Documents, documentIn, type Revisions } from '../kit/store/documents.ts';
import { UnreadableError } from '../kit/store/errors.ts';
import type { Tx } from '../kit/store/store.ts';

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

/** The kinds of documents that contain an encrypted secret, by feature: each adds its own (`declare module`). */
export interface SealedDocuments {
  workspace: 'linked key' | 'installation';
}

/** A kind of document that contains a secret, encrypted under `sealed`. `npm run reseal` encrypts it with a newer key. */
export type SealedDocument = {
  kind: SealedDocuments[keyof SealedDocuments];
  /** Its key among a workspace's documents. */
  document: string;
  /** What the secret is bound to. */
  contextOf: (workspace: string) => string;
  /** For the operator: what has to be done, and by whom, if no key opens it. */
  remedy: string;
};

declare module '../kit/feature.ts' {
  interface AnyFeature {
    /** Its documents that contain an encrypted secret, by kind. */
    sealed?: Readonly<Record<string, SealedDocument>>;
  }
  interface Declared<Name extends string> {
    sealed: Name extends keyof SealedDocuments
      ? { readonly [Kind in SealedDocuments[Name]]: SealedDocument & { kind: Kind } }
      : never;
  }
}

/** A random key of each workspace, encrypted in a document of its own. */
type SealedKey = {
  /**
   * Null: the workspace has none.
   *
   * @throws UnreadableError if it can't be opened
   */
  known(workspace: string): Promise<Buffer | null>;
  /** The same as part of a step. */
  knownIn(tx: Tx, workspace: string, now: number): Buffer | null;
  /** The same, and makes one if there is none. */
  toKeep(workspace: string): Promise<Buffer>;
};

const KEY_BYTES = 32;
const keySchema = z.object({ sealed: z.string() });

/** @param of `ifLost`: whether a key that can't be opened is replaced by a new one when one is needed */
export function createSealedKey(
  deps: { documents: Documents; revisions: Revisions; sealer: Sealer },
  of: SealedDocument & { ifLost: 'refuse' | 'replace' },
): SealedKey {
  const { documents, revisions, sealer } = deps;
  const { document, contextOf, ifLost } = of;

  const secretIn = (workspace: string, { sealed }: z.infer<typeof keySchema>): string | null =>
    sealer.open(sealed, contextOf(workspace));

  function opened(workspace: string, stored: z.infer<typeof keySchema>): Buffer {
    const secret = secretIn(workspace, stored);
    if (secret === null) throw new UnreadableError(`The document ${document}`, 'no key opens it');
    return Buffer.from(secret, 'base64');
  }

  return {
    async known(workspace) {
      const stored = await documents.get(workspace, document, keySchema);
      return stored ? opened(workspace, stored) : null;
    },
    knownIn(tx, workspace, now) {
      const stored = documentIn(tx, workspace, document, keySchema, now);
      return stored ? opened(workspace, stored) : null;
    },
    async toKeep(workspace) {
      const stored = await revisions.update(workspace, document, keySchema, current => {
        const isLost = current !== undefined && secretIn(workspace, current) === null;
        if (current && !(isLost && ifLost === 'replace')) return current;
        return { sealed: sealer.seal(randomBytes(KEY_BYTES).toString('base64'), contextOf(workspace)) };
      });
      return opened(workspace, stored);
    },
  };
}

/** The file in `DATA_DIR` for the key that is made if the operator names none. */
export const ENCRYPTION_KEYS_FILE = 'encryption-keys';

/**
 * Reads `ENCRYPTION_KEYS`: comma-separated base64 of 32 bytes each, newest first. Null if it is malformed.
 */
export function parseEncryptionKeys(written: string): Buffer[] | null {
  const keys = written.split(',').map(part => part.trim());
  const buffers = keys.map(key => Buffer.from(key, 'base64'));
  const sound = keys.every(
    (key, index) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(key) && buffers[index]?.length === KEY_BYTES,
  );
  return sound ? buffers : null;
}

/** Whether a key may have been made by chance: one byte, or a few, over and over is what somebody typed. */
export const isRandom = (key: Buffer): boolean => new Set(key).size > KEY_BYTES / 4;

/**
 * The keys kept in `dataDir`, made once, readable only by their owner. If you lose this file, you have to link keys again.
 *
 * @throws StorageError if they can't be made, and Error if the file holds something else
 */
export function embeddedEncryptionKeys(dataDir: string): Buffer[] {
  openDataDir(dataDir);
  const path = join(dataDir, ENCRYPTION_KEYS_FILE);
  const keys = parseEncryptionKeys(readOrMake(path).trim());
  if (!keys)
    throw new Error(
      `${path} should hold base64 of ${KEY_BYTES} bytes: restore it, or remove it and link again.`,
    );
  return keys;
}

function readOrMake(path: string): string {
  try {
    if (!existsSync(path)) make(path);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unusable(`The file ${path}`, path, cause);
  }
}

/** All or nothing: a process that dies half-way leaves nothing under the name, and of two processes one wins. */
function make(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
}

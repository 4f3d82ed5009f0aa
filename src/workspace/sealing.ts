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
  /** Encrypts ("seals") a secret. Opening it takes the same `context`: the workspace and the kind of secret. */
  seal(secret: string, context: string): string;
  /** The secret; null if no key opens it, because its key is missing, or it was moved or damaged. */
  open(sealed: string, context: string): string | null;
  /** A keyed hash of the text: 32 bytes that can't be computed without the newest key. */
  tagOf(text: string): Buffer;
  /** True if the secret was sealed with the newest key. */
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
  // Key objects, because preparing a key's bytes for each secret costs more than opening the secret.
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
        return null; // The tag doesn't match: it is another context, or damaged.
      }
    },
    tagOf: text => createHmac('sha256', tagging).update(text).digest(),
    isNewest: sealed => sealed.split('.')[1] === newestId,
  };
}

/** Identifies a key without revealing it. */
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
  /** The key of the document. */
  document: string;
  /** The sealing context. */
  contextOf: (workspace: string) => string;
  /** For the operator: the remedy, and who has to do it, if no key opens the secret. */
  remedy: string;
};

declare module '../kit/feature.ts' {
  interface AnyFeature {
    /** The feature's documents that contain an encrypted secret, by kind. */
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
   * The workspace's key; null if it has none.
   *
   * @throws UnreadableError if no encryption key opens it
   */
  known(workspace: string): Promise<Buffer | null>;
  /** Like `known`, in a transaction. */
  knownIn(tx: Tx, workspace: string, now: number): Buffer | null;
  /** Like `known`, but creates a key if there is none. */
  toKeep(workspace: string): Promise<Buffer>;
};

const KEY_BYTES = 32;
const keySchema = z.object({ sealed: z.string() });

/** @param of `ifLost`: `replace` creates a new key if the stored one can't be opened */
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

/** The file in `DATA_DIR` with the generated key, if the operator sets none. */
export const ENCRYPTION_KEYS_FILE = 'encryption-keys';

/** Parses `ENCRYPTION_KEYS`: comma-separated base64 of 32 bytes each, newest first. Null if it is malformed. */
export function parseEncryptionKeys(written: string): Buffer[] | null {
  const keys = written.split(',').map(part => part.trim());
  const buffers = keys.map(key => Buffer.from(key, 'base64'));
  const isValid = keys.every(
    (key, index) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(key) && buffers[index]?.length === KEY_BYTES,
  );
  return isValid ? buffers : null;
}

/** False for a key of few different bytes, which a person has probably typed. */
export const isRandom = (key: Buffer): boolean => new Set(key).size > KEY_BYTES / 4;

/**
 * The generated keys in `dataDir`, readable only by their owner. If the file is lost, admins have to link their keys again.
 *
 * @throws StorageError if the file can't be created or read, and Error if its content is malformed
 */
export function embeddedEncryptionKeys(dataDir: string): Buffer[] {
  openDataDir(dataDir);
  const path = join(dataDir, ENCRYPTION_KEYS_FILE);
  const keys = parseEncryptionKeys(readOrCreate(path).trim());
  if (!keys)
    throw new Error(
      `${path} should hold base64 of ${KEY_BYTES} bytes: restore it, or remove it and link again.`,
    );
  return keys;
}

/** The encryption keys; null if there are none yet. Makes none. */
export const existingEncryptionKeys = (config: {
  encryptionKeys: Buffer[] | null;
  dataDir: string;
}): readonly Buffer[] | null =>
  config.encryptionKeys ??
  (existsSync(join(config.dataDir, ENCRYPTION_KEYS_FILE)) ? embeddedEncryptionKeys(config.dataDir) : null);

function readOrCreate(path: string): string {
  try {
    if (!existsSync(path)) create(path);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unusable(`The file ${path}`, path, cause);
  }
}

/** Creates the file atomically: a process that dies meanwhile leaves no file of that name, and of two processes one wins. */
function create(path: string): void {
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

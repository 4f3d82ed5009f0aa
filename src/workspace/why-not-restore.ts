import { randomBytes } from 'node:crypto';
import type { Examined } from '../kit/examination.ts';
import { sealedDocumentsOf, unopenable } from './resealing.ts';
import { createSealer, existingEncryptionKeys } from './sealing.ts';

/** A backup whose secrets can't be opened here would have everybody link their keys and install the app again. */
export async function whyNotRestore({
  config,
  features,
  storage,
}: Pick<Examined, 'config' | 'features' | 'storage'>): Promise<string | null> {
  const { encryptionKeys, dataDir } = config;
  const keys = existingEncryptionKeys(config) ?? [randomBytes(32)];
  const sealed = await unopenable(sealedDocumentsOf(features), storage, createSealer(keys));
  if (sealed.length === 0) return null;
  return (
    `The encryption keys here don't open what is sealed in the backup (keys or tokens: ${sealed.length}): ` +
    (encryptionKeys
      ? 'set ENCRYPTION_KEYS to those it was made with'
      : `put the file encryption-keys that belongs to it into ${dataDir}`) +
    ', or say --without-keys if they are lost.'
  );
}

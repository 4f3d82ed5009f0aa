import type { OperatorProgram } from '../kit/program.ts';
import { type Resealed, resealAll, sealedDocumentsOf } from './resealing.ts';
import { createSealer, embeddedEncryptionKeys, type SealedDocument } from './sealing.ts';

/*
 * `npm run reseal`: encrypts every stored secret with the newest encryption key, so that older ones can be removed.
 */

export const reseal: OperatorProgram = async (_args, open) => {
  const { config, features, openStorage, print } = open();
  const keys = config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir);
  const sealedDocuments = sealedDocumentsOf(features);
  const storage = await openStorage();
  const result = await resealAll(sealedDocuments, storage.everyWorkspace, createSealer(keys));
  await storage.close();
  print(report(sealedDocuments, result, keys.length - 1));
  return result.unreadable.length > 0 ? 1 : 0;
};

function report(
  sealedDocuments: readonly SealedDocument[],
  { resealed, already, unreadable }: Resealed,
  older: number,
): string[] {
  const remedyOf = new Map(sealedDocuments.map(({ kind, remedy }) => [kind, remedy]));
  const lines = [
    `Sealed anew with the newest encryption key: ${resealed}. Sealed with it already: ${already}. Can't be opened: ${unreadable.length}.`,
    ...unreadable.map(({ kind, workspace }) => `  ${kind} of ${workspace}: ${remedyOf.get(kind)}`),
  ];
  if (unreadable.length > 0) {
    lines.push(
      'If you still have the key that sealed these, add it to the end of the list and run this again.',
    );
  }
  if (older > 0) {
    lines.push(
      `The older ${older === 1 ? 'key opens' : `${older} keys open`} nothing any more and can be removed, once every process runs with this list.`,
    );
  }
  return lines;
}

import { ConfigError, readConfig, secretsOf } from '../config.ts';
import { systemTime } from '../kit/clock.ts';
import { StorageError } from '../kit/store/errors.ts';
import { createLog } from '../log.ts';
import { openStorage } from '../wiring/storage.ts';
import { createSealer, embeddedEncryptionKeys } from '../workspace/sealing.ts';
import { type Resealed, resealAll, type SealedKind } from './resealing.ts';
import { printError, printLines } from './terminal.ts';

/*
 * `npm run reseal`: encrypts every stored secret with the newest encryption key, so that older ones can be removed. With
 * SQLite, stop the app first; with Redis it may run.
 */

const REMEDY: Record<SealedKind, string> = {
  'linked key': 'an admin there links it again with /sms link',
  installation: 'an admin there installs the app again at PUBLIC_URL/slack/install',
  'never-text key':
    'nothing is texted there until the key that sealed it is back, since nobody knows any more who asked not to be texted',
  'key of hook secrets':
    'an admin there makes a new hook, with a new secret, for each sender that signs its calls (GitHub)',
};

try {
  const config = readConfig(process.env);
  const log = createLog({ level: 'warn', stream: process.stderr, secrets: secretsOf(config) });
  const keys = config.encryptionKeys ?? embeddedEncryptionKeys(config.dataDir);
  const storage = await openStorage(config.storage, {
    time: systemTime,
    newId: () => crypto.randomUUID(),
    log,
  });
  const resealed = await resealAll(storage.everyWorkspace, createSealer(keys));
  await storage.close();
  printLines(process.stdout, report(resealed, keys.length - 1));
  process.exit(resealed.unreadable.length > 0 ? 1 : 0);
} catch (error) {
  const known = error instanceof ConfigError || error instanceof StorageError;
  printError(process.stderr, String(known ? error.message : (error as Error).stack));
  process.exit(1);
}

function report({ anew, already, unreadable }: Resealed, older: number): string[] {
  const lines = [
    `Sealed anew with the newest encryption key: ${anew}. Sealed with it already: ${already}. Can't be opened: ${unreadable.length}.`,
    ...unreadable.map(({ kind, workspace }) => `  ${kind} of ${workspace}: ${REMEDY[kind]}`),
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

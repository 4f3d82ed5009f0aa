import { readFileSync } from 'node:fs';
import { Refusal } from '../kit/program.ts';
import { printError } from '../kit/terminal.ts';
import { manifestText, readManifestChoice } from './manifest-text.ts';

/* `npm run manifest`: prints the Slack app's manifest, ready to paste. It needs no environment. */

try {
  const choice = readManifestChoice(process.argv.slice(2));
  const source = readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8');
  process.stdout.write(manifestText(source, choice));
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  printError(process.stderr, error.message);
  process.exitCode = 1;
}

import { readFileSync } from 'node:fs';
import { getProtocol } from '@slack/cli-hooks/src/protocols.js';
import { manifestText, readManifestChoice } from '../src/commands/manifest-text.ts';

/*
 * What Slack's CLI calls by `.slack/hooks.json`: `slack run` makes an app by our manifest and starts this one, in Socket Mode.
 * Variables such as SMS_BASE_URL come from the shell or from `.env`, which the CLI reads.
 */

const [hook, ...args] = process.argv.slice(2);

if (hook === 'get-manifest') {
  const source = readFileSync(new URL('../manifest.yml', import.meta.url), 'utf8');
  const json = manifestText(source, readManifestChoice(['--socket', '--json']));
  getProtocol(args).respond(JSON.stringify(JSON.parse(json)));
} else if (hook === 'start') {
  // Older versions of the CLI give the tokens by these names only.
  const { SLACK_CLI_XAPP, SLACK_CLI_XOXB } = process.env;
  if (SLACK_CLI_XAPP) process.env.SLACK_APP_TOKEN ||= SLACK_CLI_XAPP;
  if (SLACK_CLI_XOXB) process.env.SLACK_BOT_TOKEN ||= SLACK_CLI_XOXB;
  await import('../src/main.ts');
} else {
  throw new Error(`There is no hook ${hook}; there are get-manifest and start`);
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createApp } from './app.ts';
import { readConfig, secretsOf } from './config.ts';
import { createLog } from './log.ts';
import { createPlayground, type Knob, type Manifest } from './playground/index.ts';
import { createSmsService, type SmsService } from './sms-service/index.ts';

/*
 * `npm run demo`: the SMS service, the app and a local Slack on this machine, with real HTTP between them. Nothing
 * is kept: each run begins with a fresh account in credit.
 */

const PAGE_PORT = 3900;
const CREDITS = '25';

/** What the page can do to the SMS service, as buttons and switches. */
function serviceKnobs(
  service: SmsService,
  account: { id: number },
  key: { id: number; key: string },
): Knob[] {
  const group = 'SMS service';
  const fault = (label: string, hint: string, add: () => () => void): Knob => {
    let off: (() => void) | null = null;
    return {
      id: label,
      label,
      group: 'What goes wrong there',
      hint,
      kind: 'toggle',
      run(value) {
        off?.();
        off = value ? add() : null;
      },
      state: () => off !== null,
    };
  };
  return [
    {
      id: 'api-key',
      label: 'API key',
      group,
      kind: 'button',
      hint: 'Paste it into the form that /sms link opens',
      run: () => key.key,
      state: () => key.key,
    },
    {
      id: 'balance',
      label: 'Top up 10 credits',
      group,
      kind: 'button',
      run: () => service.accounts.topUp(account.id, '10'),
      state: () => `Balance ${service.accounts.get(account.id).balance}`,
    },
    {
      id: 'suspended',
      label: 'Account suspended',
      group,
      kind: 'toggle',
      run: value => (value ? service.accounts.suspend(account.id) : service.accounts.activate(account.id)),
      state: () => service.accounts.get(account.id).state === 'suspended',
    },
    fault('No credits', 'Every request is refused: not enough credits', () =>
      service.faults.add({ kind: 'refuse', code: 'INSUFFICIENT_CREDITS' }),
    ),
    fault('Minute used up', 'Every request is refused: too many this minute', () =>
      service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }),
    ),
    fault('Connection breaks', 'The text is sent, but the answer never comes', () =>
      service.faults.add({ kind: 'reset', when: 'after' }),
    ),
    fault('Internal error', 'HTTP 500, with no word on whether the text was sent', () =>
      service.faults.add({ kind: 'html-500', when: 'after' }),
    ),
  ];
}

/** The commands that manifest.yml declares, as the page offers them. */
function readManifest(): Manifest {
  const manifest = parse(readFileSync(new URL('../manifest.yml', import.meta.url), 'utf8'));
  return {
    name: manifest.display_information.name,
    commands: manifest.features.slash_commands.map(
      (command: { command: string; description: string; usage_hint: string; should_escape: boolean }) => ({
        command: command.command,
        description: command.description,
        usageHint: command.usage_hint,
        shouldEscape: command.should_escape,
      }),
    ),
  };
}

const dataDir = mkdtempSync(join(tmpdir(), 'sms-demo-'));
const service = await createSmsService();
const account = service.accounts.create({ name: 'Demo', credits: CREDITS });
const key = service.keys.create(account.id);
const pageOptions = {
  manifest: readManifest(),
  phone: async () =>
    service.log.list().map(({ number, message, parts, sentAt }) => ({ number, message, parts, at: sentAt })),
  knobs: serviceKnobs(service, account, key),
};
const slack = await createPlayground({ ...pageOptions, port: PAGE_PORT }).catch(() =>
  createPlayground(pageOptions),
);
service.onText(slack.changed);

const config = readConfig({
  SMS_BASE_URL: service.url,
  SLACK_API_URL: slack.apiUrl,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  SLACK_BOT_TOKEN: slack.botToken,
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn',
  DEFAULT_LANGUAGE: process.env.DEFAULT_LANGUAGE,
});
const log = createLog({ level: config.logLevel, stream: process.stdout, secrets: secretsOf(config) });
const app = createApp(config, log);
const { port } = await app.start();
slack.connect(`http://127.0.0.1:${port}/slack/events`);

process.stdout.write(`
SMS for Slack, all on this machine.

  Open     ${slack.url}
  API key  ${key.key}

As the admin, type /sms link and paste the key; then /sms 01712345678 hello
Press Ctrl+C to end; nothing is kept.
`);

let ending = false;
async function end(): Promise<void> {
  if (ending) process.exit(1);
  ending = true;
  await service.close();
  await app.stop();
  await slack.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
}
process.on('SIGINT', end);
process.on('SIGTERM', end);

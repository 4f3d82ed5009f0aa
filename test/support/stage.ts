import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type App, createApp, type Overrides } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createPlayground, type Playground, type Post } from '../../src/playground/index.ts';
import { createSmsService, type SmsService, type SmsServiceOptions } from '../../src/sms-service/index.ts';

export type Stage = {
  slack: Playground;
  service: SmsService;
  /** A good API key of the service, and its account. */
  apiKey: string;
  accountId: number;
  dataDir: string;
  /** All that was logged, at the most talkative level. */
  logged(): string;
  /** Every byte in the data folder. */
  stored(): string;
  /** Links a key by the modal, as the admin; resolves with what the modal says in the end. */
  link(apiKey?: string, user?: string): Promise<string>;
  /** Types `/sms …` as a member (rafiq) in #general. */
  sms(text: string, who?: { user?: string; channel?: string }): ReturnType<Playground['command']>;
  /** The next post whose text fits, in any channel, to anyone. */
  post(fits: RegExp): Promise<Post>;
  /** Stops the app and starts it again on the same data. */
  restart(): Promise<void>;
};

export const MEMBER = 'rafiq';
export const ADMIN = 'nusrat';

/** The whole product on this machine: the app over real HTTP between the playground and the SMS service. */
export async function createStage(
  options: { service?: SmsServiceOptions; overrides?: Overrides; environment?: Record<string, string> } = {},
): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-stage-'));
  const service = await createSmsService(options.service);
  const slack = await createPlayground({ manifest: { commands: [{ command: '/sms', shouldEscape: true }] } });
  const account = service.accounts.create({ name: 'Padma', credits: '100' });
  const { key: apiKey } = service.keys.create(account.id);
  const lines: string[] = [];
  const environment = {
    SMS_BASE_URL: service.url,
    SLACK_API_URL: slack.apiUrl,
    SLACK_SIGNING_SECRET: slack.signingSecret,
    SLACK_BOT_TOKEN: slack.botToken,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: '0',
    LOG_LEVEL: 'trace',
    ...options.environment,
  };

  let app: App;
  async function start(): Promise<void> {
    const config = readConfig(environment);
    const secrets = [config.slack.signingSecret, config.slack.botToken];
    const log = createLog({
      level: config.logLevel,
      stream: { write: line => void lines.push(line) },
      secrets,
    });
    app = createApp(config, log, options.overrides);
    const { port } = await app.start();
    slack.connect(`http://127.0.0.1:${port}/slack/events`);
  }
  await start();

  onTestFinished(async () => {
    service.faults.clear();
    slack.faults.clear();
    await service.close();
    await app.stop();
    await slack.close();
    rmSync(dataDir, { recursive: true });
  });

  return {
    slack,
    service,
    apiKey,
    accountId: account.id,
    dataDir,
    logged: () => lines.join(''),
    stored: () =>
      readdirSync(dataDir)
        .map(file => readFileSync(join(dataDir, file), 'latin1'))
        .join(''),
    async link(key = apiKey, user = ADMIN) {
      await slack.command({ user, text: 'link' });
      const form = await slack.waitForView(user, view =>
        JSON.stringify(view.content).includes('plain_text_input'),
      );
      await slack.submit(form, { api_key: key });
      const said = () => JSON.stringify(form.content.blocks);
      await slack.waitFor(() => !said().includes('Asking the SMS service'), 'the modal’s last word');
      return said();
    },
    sms: (text, who = {}) => slack.command({ user: MEMBER, text, ...who }),
    post: fits => slack.waitForPost(post => fits.test(post.text), `a post like ${fits}`),
    async restart() {
      await app.stop();
      await start();
    },
  };
}

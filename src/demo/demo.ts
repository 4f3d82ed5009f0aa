import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type App, createApp } from '../app.ts';
import { readConfig, secretsOf } from '../config.ts';
import { createNewId } from '../kit/store/ids.ts';
import { createLog } from '../log.ts';
import { createPlayground, meghna, type Playground, padma } from '../playground/index.ts';
import { openStorage } from '../wiring/storage.ts';
import { benchPanel } from './bench/panel.ts';
import { createFastClock, type FastClock } from './fast-clock.ts';
import { firstHints } from './hints.ts';
import { appKnobs, clockKnob, type Running, serviceKnobs, startKnob } from './knobs.ts';
import { readManifest } from './manifest.ts';
import { ORDER } from './order.ts';
import { phonePanel } from './phone/panel.ts';
import { type HookAddress, seedStore } from './seed.ts';
import { createDemoService, type DemoService, type Routes } from './service.ts';

export interface DemoOptions {
  /** The page's port; by default any free port. */
  port?: number;
  /** Takes any free port if `port` is in use, instead of failing. */
  orAnyPort?: boolean;
  /** `en` or `bn`; English by default. */
  language?: string | undefined;
  /** Begins as a new workspace does: without a key, people, groups and rotas. */
  fromNothing?: boolean;
  logLevel?: string | undefined;
  /** The SMS service's routes; by default texts don't leave, and only the page's phone shows them. */
  routes?: Routes | undefined;
  /** The clock of the app and the SMS service. A knob on the page makes it run fast. */
  clock?: FastClock;
  log: { write(line: string): void };
}

export interface Demo {
  slack: Playground;
  service: DemoService;
  /** Stops everything and deletes its data. */
  close(): Promise<void>;
}

/** The SMS service, the app and a local Slack on this machine, with real HTTP between them. No data is kept. */
export async function createDemo(options: DemoOptions): Promise<Demo> {
  const newDataDir = () => mkdtempSync(join(tmpdir(), 'sms-demo-'));
  let dataDir = newDataDir();
  let fromNothing = options.fromNothing ?? false;
  let notifyPage = () => {};
  const clock = options.clock ?? createFastClock();
  const service = await createDemoService(() => notifyPage(), clock, options.routes);
  const running: Running = {
    language: options.language === 'bn' ? 'bn' : 'en',
    mode: 'http',
    port: 0,
  };
  const silent = createLog({ level: 'silent', stream: options.log, secrets: [] });
  const seed = () =>
    seedStore(dataDir, silent, fromNothing ? null : { apiKey: service.apiKey(), baseUrl: service.url });
  let hooks = await seed();
  const hookOf = ({ path, token }: HookAddress) => ({
    url: `http://127.0.0.1:${running.port}${path}`,
    token,
  });
  const page = {
    manifest: readManifest(),
    clock: { now: clock.wall, machine: Date.now, speed: clock.speed },
    knobs: [
      ...serviceKnobs(service),
      ...appKnobs(running, restart),
      startKnob(startFromNothing),
      clockKnob(clock),
    ],
    hints: firstHints(service, () => fromNothing),
    places: [{ id: 'dashboard', label: 'Dashboard', of: 'SMS service', enter: service.enterDashboard }],
    workspaces: [{ ...padma, posts: [ORDER] }, meghna],
    panels: [
      phonePanel(service.texts, clock.wall),
      benchPanel(
        { alerts: () => hookOf(hooks.alerts), heartbeat: () => hookOf(hooks.heartbeat) },
        clock,
        () => notifyPage(),
      ),
    ],
    installUrl: () => `http://localhost:${running.port}/slack/install`,
  };
  const stateSecret = randomBytes(32).toString('base64');
  const slack = await createPlayground({ ...page, port: options.port ?? 0 }).catch(async error => {
    if (options.orAnyPort) return createPlayground(page);
    await service.close();
    rmSync(dataDir, { recursive: true, force: true });
    throw error;
  });
  notifyPage = slack.changed;

  let app = await startApp();
  await installAsOwner(slack, `http://127.0.0.1:${running.port}`);
  async function startApp(): Promise<App> {
    const socket = running.mode === 'socket';
    const config = readConfig({
      SMS_BASE_URL: service.url,
      SLACK_API_URL: slack.apiUrl,
      ...(socket ? { SLACK_APP_TOKEN: slack.appToken } : { SLACK_SIGNING_SECRET: slack.signingSecret }),
      SLACK_CLIENT_ID: slack.oauth.clientId,
      SLACK_CLIENT_SECRET: slack.oauth.clientSecret,
      SLACK_STATE_SECRET: stateSecret,
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      // The same port after a restart, so that links in texts still open.
      PORT: String(running.port),
      LOG_LEVEL: options.logLevel ?? 'warn',
      DEFAULT_LANGUAGE: running.language,
    });
    const log = createLog({ level: config.logLevel, stream: options.log, secrets: secretsOf(config) });
    const newId = createNewId(Date.now);
    const storage = await openStorage(config.storage, { time: clock, newId, log });
    const startedApp = await createApp(config, log, {
      localLinks: true,
      newId,
      storage,
      // Only the app's own time runs fast. Slack's time limits stay real, because requests over the network take real
      // time.
      clock: { now: storage.now, wall: storage.wall, after: clock.after },
    });
    const { opened } = slack.sockets;
    const { port } = await startedApp.start();
    running.port = port;
    if (socket) await slack.waitFor(() => slack.sockets.opened > opened, 'a Socket Mode connection');
    else slack.connect(`http://127.0.0.1:${port}/slack/events`);
    return startedApp;
  }
  async function restart(): Promise<void> {
    await app.stop();
    app = await startApp();
  }
  /** Starts over as if the app had just been installed: without data, posts, texts on the phone, or keys. */
  async function startFromNothing(): Promise<void> {
    // Goes first: throws while the service is away, before anything else has changed.
    service.startOver();
    for (const { id } of [padma, meghna]) await slack.uninstall(id);
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
    dataDir = newDataDir();
    fromNothing = true;
    hooks = await seed();
    slack.startOver();
    app = await startApp();
    await installAsOwner(slack, `http://127.0.0.1:${running.port}`);
  }

  return {
    slack,
    service,
    async close() {
      await service.close();
      await app.stop();
      await slack.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Installs the app in the first workspace, as its owner would in a browser. */
async function installAsOwner(slack: Playground, appUrl: string): Promise<void> {
  const page = await fetch(`${appUrl}/slack/install`);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const links = [...(await page.text()).matchAll(/href="([^"]*)"/g)].map(([, href = '']) => href);
  const link = links.find(href => href.includes('oauth'))?.replaceAll('&amp;', '&') ?? '';
  const { pathname, search } = new URL(slack.consent(link));
  const installed = await fetch(appUrl + pathname + search, { headers: { cookie } });
  if (!installed.ok) throw new Error(`The app could not be installed: HTTP ${installed.status}`);
}

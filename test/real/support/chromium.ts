import { existsSync } from 'node:fs';
import { type Browser, type BrowserServer, chromium } from 'playwright-core';
import { inject } from 'vitest';

const PATH = '/usr/bin/chromium';

/** Debian's Chromium, headless, with a temporary profile, making no requests of its own. */
const OPTIONS = {
  executablePath: PATH,
  headless: true,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** Why browser tests can't run here, in one line; undefined if they can. With CI=true it throws instead. */
export function whyNoChromium(): string | undefined {
  if (existsSync(PATH)) return undefined;
  const sentence = `No ${PATH}: browser tests are skipped (apt-get install chromium).`;
  if (process.env.CI === 'true') throw new Error(sentence);
  return sentence;
}

/** A browser of its own, for programs. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch(OPTIONS);
}

/** One browser that several processes connect to. */
export function serveChromium(): Promise<BrowserServer> {
  return chromium.launchServer(OPTIONS);
}

/** The browser that all test files share; closing it only leaves it. */
export function sharedChromium(): Promise<Browser> {
  return chromium.connect(inject('chromium'));
}

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the shared browser accepts connections; empty if there is none. */
    chromium: string;
  }
}

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PATH = '/usr/bin/chromium';

/** Why browser tests cannot run here, in one line; undefined when they can. With CI=true it throws instead. */
export function whyNoChromium(): string | undefined {
  if (existsSync(PATH)) return undefined;
  const sentence = `No ${PATH}: browser tests are skipped (apt-get install chromium).`;
  if (process.env.CI === 'true') throw new Error(sentence);
  return sentence;
}

/** Debian's Chromium, headless, with a profile of its own that is thrown away, asking nobody for anything. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
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
  });
}

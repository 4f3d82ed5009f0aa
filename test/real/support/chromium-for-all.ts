import type { TestProject } from 'vitest/node';
import { serveChromium, whyNoChromium } from './chromium.ts';

/** Starts the one browser that the browser tests share, and ends it after them. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (whyNoChromium()) {
    project.provide('chromium', '');
    return undefined;
  }
  const server = await serveChromium();
  project.provide('chromium', server.wsEndpoint());
  return () => server.close();
}

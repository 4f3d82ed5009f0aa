import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { createDemo, type Demo, type DemoOptions } from '../../../src/demo/demo.ts';
import { sharedChromium } from './chromium.ts';
import { newTab, openSlackPage, type SlackPage } from './slack-page.ts';

/**
 * In a `describe`: each test has its own demo and page, in one tab for each file. Afterwards the page must have
 * reported no errors, and must have made no request except to the playground.
 *
 * @param use is given both before each test
 * @param optionsOf how texts leave, what clock the demo goes by, and whether it begins from nothing; asked before each test
 */
export function withDemoPage(
  use: (demo: Demo, slack: SlackPage) => void | Promise<void>,
  optionsOf: () => Promise<Pick<DemoOptions, 'routes' | 'clock' | 'fromNothing'>> = async () => ({}),
): void {
  let browser: Browser;
  let tab: Page;
  let demo: Demo;
  let slack: SlackPage;

  beforeAll(async () => {
    browser = await sharedChromium();
    tab = await newTab(browser);
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    demo = await createDemo({ ...(await optionsOf()), log: { write: () => undefined } });
    slack = await openSlackPage(tab, demo.slack.url);
    await use(demo, slack);
  });
  afterEach(async () => {
    const { complaints, strangers } = slack;
    await slack.leave();
    await demo.close();
    expect({ complaints, strangers }, 'the page is quiet, and asks nobody else').toEqual({
      complaints: [],
      strangers: [],
    });
  });
}

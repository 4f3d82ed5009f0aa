import type { Locator, Page } from 'playwright-core';
import { createDemo, type Demo } from '../src/demo/demo.ts';
import { launchChromium } from '../test/real/support/chromium.ts';

/** The demo and its page in a browser, for pictures of the product. */
export type Studio = {
  demo: Demo;
  page: Page;
  /** Changes one of the page's knobs. */
  knob(id: string, value: unknown): Promise<void>;
};

/**
 * Runs `work` in a studio, and closes it afterwards.
 *
 * @param person the handle of the person whose page it is
 */
export async function inStudio(person: string, work: (studio: Studio) => Promise<void>): Promise<void> {
  const demo = await createDemo({ log: { write: line => void process.stderr.write(line) } });
  const { slack } = demo;
  try {
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.addInitScript(`sessionStorage.setItem('playground.user', '${slack.person(person).id}');
        localStorage.setItem('playground.hints', 'off');`);
      await page.goto(slack.url);
      await work({ demo, page, knob: (id, value) => turn(slack.url, id, value) });
    } finally {
      await browser.close();
    }
  } finally {
    await demo.close();
  }
}

async function turn(url: string, id: string, value: unknown): Promise<void> {
  await fetch(`${url}/page/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ do: 'knob', id, value }),
  });
}

/** The path of a picture in docs/. */
export const pictureIn = (name: string): string => new URL(`../docs/${name}.png`, import.meta.url).pathname;

/**
 * Takes a picture of a visible element, with nothing hovered.
 *
 * @param from the element at the top of the picture, if `element` is too high to be shown whole
 */
export async function take(name: string, element: Locator, from = element): Promise<void> {
  const page = element.page();
  await page.mouse.move(0, 0);
  const [box, first] = await Promise.all([element.boundingBox(), from.boundingBox()]);
  if (!box || !first) throw new Error(`Nothing to see for ${name}`);
  const clip = { ...box, y: first.y, height: box.y + box.height - first.y };
  await page.screenshot({ path: pictureIn(name), caret: 'hide', clip });
}

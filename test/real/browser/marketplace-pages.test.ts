import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overflowing } from '../support/a11y.ts';
import { sharedChromium, whyNoChromium } from '../support/chromium.ts';

/* The pages for Slack's Marketplace, as `npm run pages` builds them, looked at on a desk and on a phone. */

const why = whyNoChromium();
const root = join(import.meta.dirname, '../../..');
const PAGES = ['/', '/privacy/', '/support/', '/security/'];

describe.skipIf(why)(`the pages for the Marketplace${why ? `: ${why}` : ''}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'sms-pages-'));
  let server: Server;
  let browser: Browser;
  let address = '';

  beforeAll(async () => {
    const args = ['tools/pages.ts', '--operator', 'Padma Logistics', '--contact', 'help@example.com'];
    execFileSync(process.execPath, [...args, '--out', folder], { cwd: root, stdio: 'pipe' });
    server = createServer((request, response) => {
      const file = join(folder, new URL(request.url ?? '/', 'http://x').pathname, 'index.html');
      if (!existsSync(file)) return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'text/html' }).end(readFileSync(file));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await sharedChromium();
  });

  afterAll(async () => {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
  });

  test.each([
    ['a desk', { width: 1400, height: 900 }],
    ['a phone', { width: 390, height: 844 }],
  ])('fit %s, load nothing from elsewhere, and say whose they are', async (_where, viewport) => {
    const page = await browser.newPage({ viewport });
    const requested: string[] = [];
    const faults: string[] = [];
    page.on('request', request => void requested.push(request.url()));
    page.on('pageerror', error => void faults.push(error.message));
    for (const path of PAGES) {
      await page.goto(address + path);
      expect.soft(await overflowing(page), path).toEqual([]);
      const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      expect.soft(wide, `${path} scrolls to the side`).toBeLessThanOrEqual(0);
      const words = await page.locator('body').innerText();
      expect.soft(words).toContain('Run by Padma Logistics');
      expect.soft(words, path).not.toMatch(/\[operator\]|\[contact\]|\]\(|\{\{/);
      expect.soft(await page.locator('h1').count(), path).toBe(1);
      const shots = process.env.PAGES_PICTURES;
      if (shots) {
        const name = `${path.replaceAll('/', '') || 'start'}-${viewport.width}.png`;
        await page.screenshot({ path: join(shots, name), fullPage: path !== '/security/' });
      }
    }
    expect(requested.filter(url => !url.startsWith(`${address}/`) && !url.startsWith('data:'))).toEqual([]);
    expect(faults).toEqual([]);
    await page.close();
  });

  test('every link leads somewhere', async () => {
    const page = await browser.newPage();
    const leads = new Set<string>();
    for (const path of PAGES) {
      await page.goto(address + path);
      const links = await page
        .locator('a')
        .evaluateAll(all => all.map(link => (link as { href?: string }).href ?? ''));
      for (const link of links) leads.add(link);
    }
    const outside = [...leads].filter(link => !link.startsWith(address));
    expect(outside).toEqual(['mailto:help@example.com']);
    const inside = [...leads].filter(link => link.startsWith(address));
    expect(inside.length).toBe(3);
    for (const link of inside) expect((await page.goto(link))?.status(), link).toBe(200);
    await page.close();
  });
});

import type { Playground } from '../playground/index.ts';

/** Installs the app in the first workspace, as its owner would in a browser. */
export async function installAsOwner(slack: Playground, appUrl: string): Promise<void> {
  const page = await fetch(`${appUrl}/slack/install`);
  const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
  const link = /href="([^"]+oauth[^"]+)"/.exec(await page.text())?.[1]?.replaceAll('&amp;', '&') ?? '';
  const { pathname, search } = new URL(slack.consent(link));
  const installed = await fetch(appUrl + pathname + search, { headers: { cookie } });
  if (!installed.ok) throw new Error(`The app could not be installed: HTTP ${installed.status}`);
}

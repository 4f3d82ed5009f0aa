import { meghna, padma, type View } from '../../src/playground/index.ts';
import { createStage, type Stage, type StageOptions } from './stage.ts';

export type Page = { status: number; html: string; headers: Headers };

/** A browser that goes through an installation, with its cookies. */
export function createVisitor(appUrl: () => string, language = 'en') {
  let cookie = '';
  async function open(path: string): Promise<Page> {
    const response = await fetch(appUrl() + path, {
      headers: { cookie, 'accept-language': language },
      redirect: 'manual',
    });
    const set = response.headers.get('set-cookie');
    if (set) cookie = set.split(';')[0] ?? '';
    return { status: response.status, html: await response.text(), headers: response.headers };
  }
  return {
    open,
    /** The link on the app's first page: Slack's consent page. */
    async begin(): Promise<string> {
      const { html } = await open('/slack/install');
      const link = /href="([^"]*\/oauth\/v2\/authorize[^"]*)"/.exec(html)?.[1];
      if (!link) throw new Error(`No way to Slack on the page:\n${html}`);
      return link.replaceAll('&amp;', '&');
    },
    /** Follows Slack's redirect after the consent page. */
    back(redirect: string): Promise<Page> {
      const { pathname, search } = new URL(redirect);
      return open(pathname + search);
    },
  };
}

/** Installs the app in a workspace; resolves with the last page. */
export async function install(
  stage: Stage,
  how: { team?: string; user?: string; orgWide?: boolean } = {},
): Promise<Page> {
  const visitor = createVisitor(() => stage.appUrl);
  return visitor.back(stage.slack.consent(await visitor.begin(), how));
}

/** A stage with two workspaces that have the app but no key. */
export async function twoInstalled(options: StageOptions = {}): Promise<Stage> {
  const stage = await createStage({
    oauth: true,
    startAt: Date.now(),
    slack: {
      manifest: { features: { slash_commands: [{ command: '/sms', should_escape: true }] } },
      workspaces: [padma, meghna],
    },
    ...options,
  });
  await install(stage);
  await install(stage, { team: meghna.id });
  return stage;
}

/** Links a key in the second workspace, by default the first workspace's. */
export async function linkElsewhere({ slack, ...stage }: Stage, apiKey = stage.apiKey): Promise<void> {
  await slack.command({ user: 'jamil', team: meghna.id, text: 'link' });
  const shown = (fits: (view: View) => boolean) =>
    slack.waitFor(() => slack.openViews('jamil', meghna.id).find(fits), 'the modal');
  const form = await shown(view => view.content.submit !== undefined);
  await slack.submit(form, { api_key: apiKey });
  await shown(view => /The key is linked/.test(JSON.stringify(view.content.blocks)));
}

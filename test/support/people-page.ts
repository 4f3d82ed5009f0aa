import { setTimeout as sleep } from 'node:timers/promises';
import type { View } from '../../src/playground/index.ts';
import { openPeople } from './people-modal.ts';
import { ADMIN, type Stage } from './stage.ts';
import { contentOf, opened } from './views.ts';

/** Presses "Import" or "Export" in the list of people; resolves with the link. */
export async function peopleLink(
  stage: Stage,
  direction: 'import' | 'export',
  user = ADMIN,
): Promise<string> {
  const list = await openPeople(stage, user);
  const open = () => stage.slack.act(list, `open_${direction}`);
  const modal = await opened(stage, user, open, view => contentOf(view).includes('/people/'));
  return linkIn(stage, modal);
}

/** The link to a page in a modal. */
export function linkIn({ appUrl }: Stage, modal: View): string {
  const [, path = ''] = /"url":"[^"]*(\/people\/[^"]+)"/.exec(contentOf(modal)) ?? [];
  return appUrl + path;
}

type Answer = { status: number; text: string; headers: Headers };

/** A browser that opened the link to a page and has its cookie. */
export type PageVisitor = {
  link: string;
  get(path?: string): Promise<Answer>;
  post(
    path: string,
    body?: string | Uint8Array | Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<Answer>;
};

export function visit(link: string): PageVisitor {
  let cookie = '';
  async function ask(url: string, init: RequestInit): Promise<Answer> {
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie, ...init.headers } });
    const set = response.headers.get('set-cookie');
    if (set) cookie = set.split(';')[0] ?? '';
    const text = await response.text();
    return { status: response.status, text, headers: response.headers };
  }
  const visitor: PageVisitor = {
    link,
    get: (path = '') => ask(visitor.link + path, {}),
    post: (path, body, headers = {}) => {
      const isForm = body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array);
      const sent = isForm ? new URLSearchParams(body) : ((body ?? null) as string | null);
      return ask(visitor.link + path, { method: 'POST', headers, body: sent });
    },
  };
  return visitor;
}

/** The fields of a page's form, as a browser would send them. */
export function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [, name = '', options = ''] of html.matchAll(
    /<select[^>]* name="(\w+)"[^>]*>([\s\S]*?)<\/select>/g,
  ))
    fields[name] = /value="([^"]*)" selected/.exec(options)?.[1] ?? '';
  for (const [, name = '', value = ''] of html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    fields[name] = value;
  return fields;
}

/** The number of rows of each kind. */
export function countsOf(html: string): Record<string, number> {
  const counts = [...html.matchAll(/name="kind" value="(\w+)"[^>]*>[^<]*<b>(\d+)<\/b>/g)];
  return Object.fromEntries(counts.map(([, kind = '', count]) => [kind, Number(count)]));
}

/** Shorter than the page's own interval, to save time. */
const AGAIN_MS = 10;

/** Opens a link, uploads a file and presses "Import"; resolves with the last page. */
export async function importFile(
  link: string,
  file: Uint8Array | string,
  more: Record<string, string> = {},
): Promise<string> {
  const page = visit(link);
  await page.post('');
  const read = await page.post('/file', file);
  const begun = await page.post('/import', { ...fieldsOf(read.text), ...more });
  const importId = /data-again="progress\?import=([\w-]+)"/.exec(begun.text)?.[1];
  if (!importId) throw new Error(`Nothing was begun: ${begun.text}`);
  for (;;) {
    const { text } = await page.get(`/progress?import=${importId}`);
    if (!text.includes('data-again')) return text;
    await sleep(AGAIN_MS);
  }
}

import { createServer, type Server } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { parseJson } from '../json.ts';
import type { Hint, Place } from '../options.ts';
import type { Scene } from '../user-actions/scene.ts';
import { consentRequest, problemOfConsent } from '../world/install.ts';
import { findPerson, findWorkspace, type World } from '../world/world.ts';
import { serveAsset } from './assets.ts';
import { type Env, readBody } from './body.ts';
import { type PageParts, runPageAction } from './page-actions.ts';
import { pageState } from './page-state.ts';
import { type SlackSide, serveSlack, upgrade } from './slack-side.ts';

export interface ServerParts extends PageParts {
  side: SlackSide;
  scene: Scene;
  hints: readonly Hint[];
  places: readonly Place[];
  installUrl: (() => string) | undefined;
}

/** Where apps send people who want to install them. */
export const CONSENT_PATH = '/oauth/v2/authorize';

/** One server for the app's calls and for the page. */
export function createPlaygroundServer(parts: ServerParts): Server {
  const { world, app } = parts.scene;
  const live = createLive(world);
  const site = new Hono<Env>();
  site.onError((error, c) => c.json({ ok: false, error: 'internal_error', detail: String(error) }, 500));
  site.use(readBody, (c, next) => {
    c.header('cache-control', 'no-store');
    return next();
  });
  site.get('/healthz', c => c.json({ ok: true }));
  // Apps call the Web API, and `response_url`s.
  site.on('ALL', ['/api/*', '/commands/*', '/actions/*', '/app/*'], c => serveSlack(parts.side, c));
  site.use((c, next) => {
    if (isByOwnName(c.req.header('host'), new URL(world.address).hostname)) return next();
    return Promise.resolve(c.text('This is not the host that you asked for', 421));
  });
  site.get(CONSENT_PATH, c => askForConsent(world, c));
  site.get('/page/events', live.attach);
  site.get('/page/state', async c => {
    const { team = '', user = '' } = c.req.query();
    const workspace = world.workspaces.get(team) ?? findWorkspace(world);
    const me = workspace.people.get(user) ?? findPerson(workspace, [...workspace.people.keys()][0] ?? '');
    const extras = { ...parts, connected: app.reachable(), installUrl: parts.installUrl?.() };
    return c.json(await pageState(world, workspace, me, extras));
  });
  site.post('/page/*', (c, next) => (isFromOwnPage(c) ? next() : Promise.resolve(c.text('forbidden', 403))));
  site.post('/page/go/:place', c => goTo(parts.places, c));
  site.post('/page/act', async c => {
    try {
      return c.json(await runPageAction(parts.scene, parts, parseJson(c.var.body)));
    } catch (error) {
      const status = error instanceof z.ZodError ? 400 : 422;
      return c.json({ problem: error instanceof Error ? error.message : String(error) }, status);
    }
  });
  site.get('*', c => serveAsset(c, parts.panels));
  const server = createServer(getRequestListener(site.fetch, { overrideGlobalObjects: false }));
  server.once('close', live.close);
  return server.on('upgrade', (request, socket, head) => void upgrade(parts.side, request, socket, head));
}

/**
 * Whether a browser came here by a name of this machine or by an address. Other names may be another site's that its owner
 * has pointed here (DNS rebinding), for its pages to read and act as if they were ours.
 *
 * @param own the host of the address that was given out
 */
function isByOwnName(host: string | undefined, own: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) > 0;
  return isAddress || name === 'localhost' || name.endsWith('.localhost') || name === own;
}

/** Whether what is posted comes from this page and not from another site that is open in the same browser. */
function isFromOwnPage(c: Context): boolean {
  const { origin, 'sec-fetch-site': site } = c.req.header();
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || origin === new URL(c.req.url).origin;
}

/** Asks people on the page, unless nobody can grant what the app asks for. */
function askForConsent(world: World, c: Context): Response {
  const { searchParams, search } = new URL(c.req.url);
  const asked = consentRequest(searchParams);
  const problem = problemOfConsent(world, asked);
  if (!problem) return c.redirect(`/${search}`);
  return c.text(
    `The app can’t be installed: ${problem} (redirect_uri: ${encodeURI(asked.redirectUri)})`,
    400,
  );
}

/** Tells open pages about changes: once for all that happen together. */
function createLive(world: World) {
  const pages = new Set<SSEStreamingApi>();
  let pending = false;
  let version = 0;
  const tell = () => {
    if (pending) return;
    pending = true;
    setImmediate(() => {
      pending = false;
      version += 1;
      for (const page of pages) void page.writeSSE({ event: 'change', data: String(version) });
    });
  };
  world.changes.on('change', tell);
  return {
    /** Keeps telling this page about changes, by server-sent events. */
    attach: (c: Context) =>
      streamSSE(c, async page => {
        pages.add(page);
        await page.writeSSE({ event: 'hello', data: '', retry: 500 });
        await new Promise<void>(resolve => page.onAbort(resolve));
        pages.delete(page);
      }),
    close: () => void world.changes.off('change', tell),
  };
}

/**
 * Says where a place is, with a cookie that identifies the visitor there. The ports of a host share its cookies, so the
 * place must be on the host that the browser used to come here.
 */
async function goTo(places: readonly Place[], c: Context): Promise<Response> {
  const place = places.find(({ id }) => id === c.req.param('place'));
  if (!place) return c.json({ problem: 'There is no such place.' }, 404);
  try {
    const { url, cookie } = await place.enter();
    const there = new URL(url);
    there.hostname = new URL(c.req.url).hostname;
    c.header('set-cookie', cookie);
    return c.json({ leadsTo: there.href });
  } catch (error) {
    return c.json({ problem: error instanceof Error ? error.message : String(error) }, 503);
  }
}

/** Starts listening, and resolves with the address for people and apps. */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { port: actual } = server.address() as AddressInfo;
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${actual}`;
}

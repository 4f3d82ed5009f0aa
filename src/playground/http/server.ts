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

export interface ServerDeps extends PageParts {
  side: SlackSide;
  scene: Scene;
  hints: readonly Hint[];
  places: readonly Place[];
  installUrl: (() => string) | undefined;
}

/** The address to which apps send users for the installation. */
export const CONSENT_PATH = '/oauth/v2/authorize';

/** One server for the app's calls and for the page. */
export function createPlaygroundServer(deps: ServerDeps): Server {
  const { world, app } = deps.scene;
  const live = createLive(world);
  const site = new Hono<Env>();
  site.onError((error, c) => c.json({ ok: false, error: 'internal_error', detail: String(error) }, 500));
  site.use(readBody, (c, next) => {
    c.header('cache-control', 'no-store');
    return next();
  });
  site.get('/healthz', c => c.json({ ok: true }));
  // Apps call the Web API and `response_url`s.
  site.on('ALL', ['/api/*', '/commands/*', '/actions/*', '/app/*'], c => serveSlack(deps.side, c));
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
    const extras = { ...deps, connected: app.reachable(), installUrl: deps.installUrl?.() };
    return c.json(await pageState(world, workspace, me, extras));
  });
  site.post('/page/*', (c, next) => (isFromOwnPage(c) ? next() : Promise.resolve(c.text('forbidden', 403))));
  site.post('/page/go/:place', c => goTo(deps.places, c));
  site.post('/page/act', async c => {
    try {
      return c.json(await runPageAction(deps.scene, deps, parseJson(c.var.body)));
    } catch (error) {
      const status = error instanceof z.ZodError ? 400 : 422;
      return c.json({ problem: error instanceof Error ? error.message : String(error) }, status);
    }
  });
  site.get('*', c => serveAsset(c, deps.panels));
  const server = createServer(getRequestListener(site.fetch, { overrideGlobalObjects: false }));
  server.once('close', live.close);
  return server.on('upgrade', (request, socket, head) => void upgrade(deps.side, request, socket, head));
}

/**
 * True if the browser used a name of this machine or an IP address. Any other name may belong to another site whose
 * owner pointed it here (DNS rebinding), so that its pages could read and act as if they were ours.
 *
 * @param own the host of the published address
 */
function isByOwnName(host: string | undefined, own: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  const isAddress = isIP(name.replace(/^\[|\]$/g, '')) > 0;
  return isAddress || name === 'localhost' || name.endsWith('.localhost') || name === own;
}

/** True if the request comes from this page, and not from another site open in the same browser. */
function isFromOwnPage(c: Context): boolean {
  const { origin, 'sec-fetch-site': site } = c.req.header();
  if (site !== undefined) return site === 'same-origin';
  return origin === undefined || origin === new URL(c.req.url).origin;
}

/** Shows the consent page, or Slack's error if the app's request is invalid. */
function askForConsent(world: World, c: Context): Response {
  const { searchParams, search } = new URL(c.req.url);
  const request = consentRequest(searchParams);
  const problem = problemOfConsent(world, request);
  if (!problem) return c.redirect(`/${search}`);
  return c.text(
    `The app can’t be installed: ${problem} (redirect_uri: ${encodeURI(request.redirectUri)})`,
    400,
  );
}

/** Tells open pages about changes: one event for all changes in a turn of the event loop. */
function createLive(world: World) {
  const pages = new Set<SSEStreamingApi>();
  let pending = false;
  let version = 0;
  const notifyPages = () => {
    if (pending) return;
    pending = true;
    setImmediate(() => {
      pending = false;
      version += 1;
      for (const page of pages) void page.writeSSE({ event: 'change', data: String(version) });
    });
  };
  world.changes.on('change', notifyPages);
  return {
    /** Sends this page changes as server-sent events until it closes. */
    attach: (c: Context) =>
      streamSSE(c, async page => {
        pages.add(page);
        await page.writeSSE({ event: 'hello', data: '', retry: 500 });
        await new Promise<void>(resolve => page.onAbort(resolve));
        pages.delete(page);
      }),
    close: () => void world.changes.off('change', notifyPages),
  };
}

/**
 * Returns a place's address, with a cookie that identifies the visitor there. The ports of a host share cookies, so
 * the address uses the host by which the browser came here.
 */
async function goTo(places: readonly Place[], c: Context): Promise<Response> {
  const place = places.find(({ id }) => id === c.req.param('place'));
  if (!place) return c.json({ problem: 'There is no such place.' }, 404);
  try {
    const { url, cookie } = await place.enter();
    const target = new URL(url);
    target.hostname = new URL(c.req.url).hostname;
    c.header('set-cookie', cookie);
    return c.json({ leadsTo: target.href });
  } catch (error) {
    return c.json({ problem: error instanceof Error ? error.message : String(error) }, 503);
  }
}

/** Starts listening, and resolves with the address for users and apps. */
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

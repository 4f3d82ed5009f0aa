import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';
import type { Scene } from '../deeds/scene.ts';
import { parseJson } from '../json.ts';
import type { Hint, Place } from '../options.ts';
import { consentRequest, problemOfConsent } from '../world/install.ts';
import { findPerson, findWorkspace, type World } from '../world/world.ts';
import { serveAsset } from './assets.ts';
import { type PageParts, runPageAction } from './page-actions.ts';
import { pageState } from './page-state.ts';
import { isByOwnName, isFromOwnPage, readBody, send, sendJson } from './respond.ts';
import { isSlackPath, type SlackSide, serveSlack, upgrade } from './slack-side.ts';

export interface ServerParts extends PageParts {
  side: SlackSide;
  scene: Scene;
  hints: readonly Hint[];
  places: readonly Place[];
  installUrl: (() => string) | undefined;
}

/** One server for the app's calls and for the page. */
export function createPlaygroundServer(parts: ServerParts): Server {
  const live = createLive(parts.scene.world);
  const server = createServer((request, response) => {
    serve(parts, live, request, response).catch(error => {
      if (request.destroyed || response.destroyed) return;
      sendJson(response, 500, { ok: false, error: 'internal_error', detail: String(error) });
    });
  });
  server.once('close', live.close);
  return server.on('upgrade', (request, socket, head) => void upgrade(parts.side, request, socket, head));
}

type Live = ReturnType<typeof createLive>;

async function serve(
  parts: ServerParts,
  live: Live,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { world } = parts.side;
  const url = new URL(request.url ?? '/', world.address);
  if (isSlackPath(url.pathname)) return serveSlack(parts.side, request, response, url);
  if (!isByOwnName(request, new URL(world.address).hostname)) {
    return send(response, 421, 'This is not the host that you asked for', { 'content-type': 'text/plain' });
  }
  if (url.pathname === CONSENT_PATH) return serveConsent(world, response, url);
  if (url.pathname === '/page/events') return live.attach(response);
  if (url.pathname.startsWith(PLACE_PATH)) return servePlace(parts, request, response, url);
  if (url.pathname === '/page/state') return serveState(parts, url, response);
  if (url.pathname === '/page/act') return serveAction(parts, request, response);
  if (request.method === 'GET' && (await serveAsset(response, url.pathname, parts.panels))) return;
  send(response, 404, 'not found', { 'content-type': 'text/plain' });
}

/** Where apps send people who want to install them. */
export const CONSENT_PATH = '/oauth/v2/authorize';

/** Asks people on the page, unless nobody can grant what the app asks for. */
function serveConsent(world: World, response: ServerResponse, { searchParams, search }: URL): void {
  const asked = consentRequest(searchParams);
  const problem = problemOfConsent(world, asked);
  const why = `The app can’t be installed: ${problem} (redirect_uri: ${encodeURI(asked.redirectUri)})`;
  if (problem) send(response, 400, why, { 'content-type': 'text/plain; charset=utf-8' });
  else send(response, 302, '', { location: `/${search}` });
}

async function serveState(parts: ServerParts, url: URL, response: ServerResponse): Promise<void> {
  const { world, app } = parts.scene;
  const workspace = world.workspaces.get(url.searchParams.get('team') ?? '') ?? findWorkspace(world);
  const wanted = url.searchParams.get('user') ?? '';
  const me = workspace.people.get(wanted) ?? findPerson(workspace, [...workspace.people.keys()][0] ?? '');
  const extras = { ...parts, connected: app.reachable(), installUrl: parts.installUrl?.() };
  sendJson(response, 200, await pageState(world, workspace, me, extras));
}

async function serveAction(
  parts: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method !== 'POST' || !isFromOwnPage(request)) {
    return send(response, 403, 'forbidden', { 'content-type': 'text/plain' });
  }
  const action = parseJson(await readBody(request));
  try {
    sendJson(response, 200, await runPageAction(parts.scene, parts, action));
  } catch (error) {
    const status = error instanceof z.ZodError ? 400 : 422;
    sendJson(response, status, { problem: error instanceof Error ? error.message : String(error) });
  }
}

/** Tells open pages about changes: once for all that happen together. */
function createLive(world: World) {
  const pages = new Set<ServerResponse>();
  let pending = false;
  let version = 0;
  const tell = () => {
    if (pending) return;
    pending = true;
    setImmediate(() => {
      pending = false;
      version += 1;
      for (const page of pages) page.write(`event: change\ndata: ${version}\n\n`);
    });
  };
  world.changes.on('change', tell);
  return {
    /** Keeps telling this page about changes, by server-sent events. */
    attach(response: ServerResponse) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write('retry: 500\n\n');
      pages.add(response);
      response.once('close', () => pages.delete(response));
    },
    close: () => void world.changes.off('change', tell),
  };
}

/** Precedes a place's id. */
const PLACE_PATH = '/page/go/';

/**
 * Sends a browser to a place, with a cookie that identifies the visitor there. The ports of a host share its cookies,
 * so the place must be on the host that the browser used to come here.
 */
async function servePlace(
  { places }: ServerParts,
  request: IncomingMessage,
  response: ServerResponse,
  { pathname }: URL,
): Promise<void> {
  const plain = { 'content-type': 'text/plain; charset=utf-8' };
  const place = places.find(({ id }) => pathname === PLACE_PATH + id);
  if (!place || request.method !== 'GET') return send(response, 404, 'not found', plain);
  try {
    const { url, cookie } = await place.enter();
    const there = new URL(url);
    const here = URL.parse(`http://${request.headers.host}`);
    if (here) there.hostname = here.hostname;
    send(response, 303, '', { location: there.href, 'set-cookie': cookie, 'cache-control': 'no-store' });
  } catch (error) {
    send(response, 503, error instanceof Error ? error.message : String(error), plain);
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

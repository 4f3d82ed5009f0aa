import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Bench } from '../bench/bench.ts';
import type { Hook } from '../bench/call.ts';
import type { Scene } from '../deeds/scene.ts';
import { parseJson } from '../json.ts';
import type { Hint, Knob, Place } from '../options.ts';
import { findPerson, findWorkspace } from '../world/world.ts';
import { serveAsset } from './assets.ts';
import { benchState } from './bench-actions.ts';
import { CONSENT_PATH, serveConsent } from './consent.ts';
import type { Live } from './live.ts';
import { PageAction, runPageAction } from './page-actions.ts';
import { pageState } from './page-state.ts';
import { PLACE_PATH, servePlace } from './places.ts';
import { isByOwnName, isFromOwnPage, readBody, send, sendJson } from './respond.ts';
import { isSlackPath, type SlackSide, serveSlack, upgrade } from './slack-side.ts';

export interface ServerParts {
  side: SlackSide;
  scene: Scene;
  live: Live;
  knobs: Knob[];
  hints: Hint[];
  places: Place[];
  /** Null: there is no hook to try. */
  bench: Bench | null;
  hook: (() => Hook | null) | undefined;
  heartbeat: (() => Hook | null) | undefined;
  installUrl: (() => string) | undefined;
}

/** One server for the app's calls and for the page. */
export function createPlaygroundServer(parts: ServerParts): Server {
  const server = createServer((request, response) => {
    serve(parts, request, response).catch(error => {
      if (request.destroyed || response.destroyed) return;
      sendJson(response, 500, { ok: false, error: 'internal_error', detail: String(error) });
    });
  });
  return server.on('upgrade', (request, socket, head) => void upgrade(parts.side, request, socket, head));
}

async function serve(parts: ServerParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', parts.side.url());
  if (isSlackPath(url.pathname)) return serveSlack(parts.side, request, response, url);
  if (!isByOwnName(request, new URL(parts.side.url()).hostname)) {
    return send(response, 421, 'This is not the host that you asked for', { 'content-type': 'text/plain' });
  }
  if (url.pathname === CONSENT_PATH) {
    return serveConsent(parts.side.world, parts.side.consents, request, response, url);
  }
  if (url.pathname === '/page/events') return parts.live.attach(response);
  if (url.pathname.startsWith(PLACE_PATH)) return servePlace(parts.places, request, response, url);
  if (url.pathname === '/page/state') return serveState(parts, url, response);
  if (url.pathname === '/page/act') return serveAction(parts, request, response);
  if (request.method === 'GET' && (await serveAsset(response, url.pathname))) return;
  send(response, 404, 'not found', { 'content-type': 'text/plain' });
}

async function serveState(parts: ServerParts, url: URL, response: ServerResponse): Promise<void> {
  const { world, app } = parts.scene;
  const workspace = world.workspaces.get(url.searchParams.get('team') ?? '') ?? findWorkspace(world);
  const wanted = url.searchParams.get('user') ?? '';
  const me = workspace.people.get(wanted) ?? findPerson(workspace, [...workspace.people.keys()][0] ?? '');
  const { knobs, hints, places, live, bench, hook, heartbeat, installUrl } = parts;
  const extras = {
    knobs,
    hints,
    places,
    phone: live.phone(),
    connected: app.reachable(),
    installUrl: installUrl?.(),
    bench: bench && benchState(bench, hook?.() ?? null, heartbeat?.() ?? null),
  };
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
  const action = PageAction.safeParse(parseJson(await readBody(request)));
  if (!action.success) return sendJson(response, 400, { problem: action.error.message });
  try {
    const answer = await runPageAction(parts.scene, parts, action.data);
    await parts.live.refreshPhone();
    sendJson(response, 200, answer);
  } catch (error) {
    sendJson(response, 422, { problem: error instanceof Error ? error.message : String(error) });
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

import { createHookCallers } from '../alerts/http/hook-callers.ts';
import { HOOK_BODY, HOOKS_PATH, hooksRoute } from '../alerts/http/hook-route.ts';
import { alertRoute } from '../alerts/pages/alert.ts';
import { createBroadcastPages } from '../broadcasts/page.ts';
import { seesMasked } from '../broadcasts/slack/rights.ts';
import { createExportPages } from '../contacts/pages/export-pages.ts';
import { createImportPages, createUploads } from '../contacts/pages/import-pages.ts';
import { peopleRoute } from '../contacts/pages/routes.ts';
import { stopRoute } from '../contacts/pages/stop.ts';
import { createBodyReader } from '../kit/http/body.ts';
import { healthz, readyz } from '../kit/http/health.ts';
import { createRateLimit, createSparingLog, createVisits } from '../kit/http/rate-limit.ts';
import { createHttpServer, type HttpServer, type Routes } from '../kit/http/server.ts';
import { PEOPLE_PATH } from '../kit/pages/page-links.ts';
import { createSlackHttp, EVENTS_PATH } from '../kit/slack/http.ts';
import { createSlackCheck, createWorkspaceNames } from '../kit/slack/web-api.ts';
import { ALERT_PATH, STOP_PATH } from '../texts/text-links.ts';
import { createInstallRoutes } from '../workspace/slack/install/routes.ts';
import type { Ground } from './ground.ts';
import { PAGE_RIGHTS } from './page-rights.ts';
import type { Sending } from './sending.ts';
import type { Surfaces } from './surfaces.ts';
import type { Workspaces } from './workspaces.ts';

/**
 * How often one hook may be called, in each process: enough for a storm of a thousand calls from each of two peers.
 * Alertmanager and Grafana don't repeat a call that got a 429, so this only stops something that has run wild.
 */
const HOOK_CALLS = { burst: 2400, perSecond: 20 };

/** How much incomplete request bodies may hold together: once for Slack's (unverified until complete), and once for hooks'. */
const BODIES_BYTES = 16 * 1024 * 1024;
/** Calls to hooks whose signature can only be checked once they are complete. */
const SIGNED_BODIES_BYTES = 4 * 1024 * 1024;
/** Presses on those pages are a few bytes each. */
const PRESSES_BYTES = 1024 * 1024;
/** The same for files of contacts. */
const FILES_BYTES = 32 * 1024 * 1024;
const MAX_CONNECTIONS = 1000;

/** `operators`: `/metrics` and `/readyz` on a port of their own; null: on the same port as the rest. */
export type Servers = { server: HttpServer; operators: (HttpServer & { port: number }) | null };

/** What is served over HTTP. */
export function wireServers(
  ground: Ground,
  workspaces: Workspaces,
  sending: Sending,
  surfaces: Surfaces,
): Servers {
  const { config, log, clock, storage, metrics, publicUrl } = ground;
  const { tokens, connection, apiUrl: slackApiUrl } = config.slack;
  const { access, installations, clientOptions, languages, words, stopLinks, alertLinks, neverText } =
    workspaces;
  const { services, door, socket, take, welcome } = surfaces;
  const { language } = config;
  const logSparingly = createSparingLog(log, clock.now);
  const readBody = (bytes: number) => createBodyReader(bytes, metrics.notTaken);

  const fromSlack: Routes =
    connection.mode === 'http'
      ? {
          [EVENTS_PATH]: createSlackHttp({
            ...connection,
            readBody: readBody(BODIES_BYTES),
            take,
            logSparingly,
          }),
        }
      : {};
  const installing: Routes =
    tokens.kind === 'many'
      ? createInstallRoutes({
          ...{ installations, publicUrl, slackApiUrl, clientOptions, words, language, log, logSparingly },
          oauth: tokens,
          installed: welcome.send,
        })
      : {};
  const hooks = hooksRoute({
    callerOf: createHookCallers({
      hooks: sending.alerts.hooks,
      secretOf: workspaces.hookSecrets.known,
      readBody: readBody(SIGNED_BODIES_BYTES),
      bounds: HOOK_BODY,
    }),
    intake: sending.alerts.intake,
    beat: sending.alerts.heartbeats.beat,
    // These have memory of their own, because their tokens were checked first: callers without one take nothing from them.
    readBody: readBody(BODIES_BYTES),
    inTurns: sending.inTurns,
    waitFor: createRateLimit({ ...HOOK_CALLS, now: clock.now }),
    logSparingly,
    answered: metrics.hookCall,
    calls: sending.alerts.calls,
    subscribe: sending.subscriptions.asked,
    log,
  });
  const behindLinks = {
    readBody: readBody(PRESSES_BYTES),
    visits: createVisits({ now: clock.now, proxies: config.proxies }),
    ...{ clock, words, logSparingly },
  };
  const { answering } = sending.alerts;
  const { contacts, importing, sortRows, readFile, audit, broadcasts } = services;
  const people = peopleRoute({
    ...{ door, languages, words, language, logSparingly },
    importPages: createImportPages({
      ...{ contacts, imports: storage.imports, importing, sortRows, readFile, people: services.people },
      // Only who opened a link gets as far as sending a file.
      readBody: readBody(FILES_BYTES),
      uploads: createUploads(),
    }),
    files: {
      export: createExportPages({ contacts, audit, clock }),
      broadcast: createBroadcastPages({
        ...{ broadcasts, audit, clock, shown: stopLinks.shown },
        isMasked: (workspace, userId) => seesMasked(services, workspace, userId),
      }),
    },
    linkProblem: link => PAGE_RIGHTS[link.purpose](services, link, link),
  });
  const forOperators: Routes = {
    '/readyz': readyz({
      store: storage.ping,
      slack: createSlackCheck(access.ask, clock),
      ...(socket ? { socket: socket.check } : {}),
    }),
    '/metrics': metrics.route,
  };

  const options = {
    maxConnections: MAX_CONNECTIONS,
    dropped: () => metrics.notTaken('too_many_connections'),
    failed: (error: unknown) => logSparingly('error', { err: error }, 'can’t answer a request'),
  };
  const { metricsPort: port } = config;
  const routes: Routes = {
    ...fromSlack,
    ...installing,
    [HOOKS_PATH]: hooks,
    [STOP_PATH]: stopRoute({
      ...{ ...behindLinks, stopLinks, neverText },
      nameOf: createWorkspaceNames({ webFor: access.webFor, clock }),
    }),
    [ALERT_PATH]: alertRoute({ ...behindLinks, alertLinks, answering }),
    [PEOPLE_PATH]: people,
    '/healthz': healthz,
  };
  if (port === null)
    return { server: createHttpServer({ ...routes, ...forOperators }, options), operators: null };
  const operators = createHttpServer({ '/healthz': healthz, ...forOperators }, options);
  return { server: createHttpServer(routes, options), operators: { port, ...operators } };
}

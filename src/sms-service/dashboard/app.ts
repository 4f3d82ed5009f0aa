import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { HTTPException } from 'hono/http-exception';
import { secureHeaders } from 'hono/secure-headers';
import { Mistake } from '../mistake.ts';
import { mayBeWritten } from '../store/database.ts';
import { assetPages, readAssets } from './assets.ts';
import { readForm } from './forms.ts';
import { apiPages } from './pages/api.ts';
import { creditsPages } from './pages/credits.ts';
import { csvPages } from './pages/csv.ts';
import { logPages } from './pages/log.ts';
import { operatorPages } from './pages/operators.ts';
import { operatorAccountPages } from './pages/operators-account.ts';
import { operatorServicePages } from './pages/operators-service.ts';
import { operatorUserPages } from './pages/operators-users.ts';
import { overviewPages } from './pages/overview.ts';
import { refusedPages } from './pages/refused.ts';
import { signInPages } from './pages/sign-in.ts';
import { notFound, problemPage } from './problem-pages.ts';
import { readSession } from './session-cookie.ts';
import type { Env, PageContext, Pages, Site } from './site.ts';
import { languageOf, wordsIn, writer } from './wording/index.ts';

const A_YEAR_S = 365 * 24 * 60 * 60;

/** The dashboard: which requests are for it, and what handles them. */
export interface Dashboard {
  handles(request: IncomingMessage): boolean;
  serve(request: IncomingMessage, response: ServerResponse): void;
}

/** The first segments of the dashboard's paths, besides `/` and `/api`; the API answers everything else, in JSON. */
const OURS = new Set([
  'sign-in',
  'sign-out',
  'sign-out-everywhere',
  'password',
  'language',
  'keys',
  'log',
  'log.csv',
  'credits',
  'operators',
  'assets',
]);

export function createDashboard(parts: Omit<Site, 'assets'>): Dashboard {
  const assets = readAssets();
  const site: Site = { ...parts, assets: assets.paths };
  const app: Pages = new Hono<Env>();
  guard(app, site);
  assetPages(app, assets);
  signInPages(app);
  overviewPages(app);
  apiPages(app);
  refusedPages(app);
  csvPages(app);
  logPages(app);
  creditsPages(app);
  operatorPages(app);
  operatorAccountPages(app);
  operatorUserPages(app);
  operatorServicePages(app);
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });

  return {
    handles({ url = '' }) {
      const [path = ''] = url.split('?');
      const [, first = ''] = path.split('/');
      return path === '/' || path === '/api' || OURS.has(first);
    },
    serve: (request, response) => void listener(request, response),
  };
}

/** Runs before every page: sets headers and the language, finds out who is signed in, and stops what no page allows. */
function guard(app: Pages, site: Site): void {
  app.onError(async (error, c) => {
    if (error instanceof HTTPException && error.status === 413) return problemPage(c, 'too-large', 413);
    if (error instanceof Mistake && error.kind === 'not-found') return notFound(c);
    site.onInternalError(error);
    return problemPage(c, mayBeWritten(error) ? 'unconfirmed' : 'failed', 500);
  });
  app.notFound(c => notFound(c));

  app.use(async (c, next) => {
    const language = languageOf(getCookie(c, 'language'), c.req.header('accept-language'));
    c.set('site', site);
    c.set('language', language);
    c.set('words', wordsIn(language));
    c.set('write', writer(language));
    c.set('visitor', null);
    await next();
  });
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
      xFrameOptions: 'DENY',
      // With no-referrer, browsers would also hide from us that a form came from our own page.
      referrerPolicy: 'same-origin',
      strictTransportSecurity: site.behindProxy ? `max-age=${A_YEAR_S}` : false,
    }),
  );
  app.use(async (c, next) => {
    const { method } = c.req;
    if (!['GET', 'HEAD', 'POST'].includes(method))
      return c.text('Only GET and POST\n', 405, { allow: 'GET, HEAD, POST' });
    if (method === 'POST' && !isFromOwnPage(c)) return problemPage(c, 'cross-site', 403);
    return next();
  });
  app.use(async (c, next) => {
    const token = readSession(c);
    if (token !== undefined) c.set('visitor', site.people.visitor(token));
    await next();
  });

  app.post('/language', async c => {
    const form = await readForm(c);
    const back = form?.('back') ?? '/';
    const language = form?.('language') === 'bn' ? 'bn' : 'en';
    setCookie(c, 'language', language, { path: '/', sameSite: 'Lax', maxAge: A_YEAR_S });
    // Read as browsers do: they leave out tabs, and take what begins with two slashes for another host.
    const to = URL.parse(back, site.ownUrl());
    const isOurs = to?.origin === new URL(site.ownUrl()).origin && !to.pathname.startsWith('//');
    return c.redirect(isOurs ? to.pathname + to.search : '/', 303);
  });
}

/** Whatever is posted, as a form or not: browsers say which page a request comes from, and nothing else posts here. */
function isFromOwnPage(c: PageContext): boolean {
  const { site } = c.var;
  const origin = c.req.header('origin') ?? '';
  const own = [new URL(c.req.url).origin, new URL(site.ownUrl()).origin];
  return own.includes(origin) || c.req.header('sec-fetch-site') === 'same-origin';
}

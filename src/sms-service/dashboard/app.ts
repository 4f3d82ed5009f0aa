import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { getRequestListener, RequestError } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono } from 'hono';
import { getCookie } from 'hono/cookie';
import { createMiddleware } from 'hono/factory';
import { secureHeaders } from 'hono/secure-headers';
import { readBody, readPosted } from '../accept/form.ts';
import { type Answer, errorReply, type Reply } from '../accept/operation.ts';
import { SEND_PATH } from '../decisions.ts';
import { InputError } from '../input-error.ts';
import { mayBeWritten } from '../store/database.ts';
import { YEAR_S } from '../time.ts';
import { type Env, type PageContext, readSession, type Site } from './context.ts';
import { refuseInput } from './forms.ts';
import { notFound, problemPage } from './layout.ts';
import { guarded, routes } from './routes.ts';
import { languageOf, writer } from './words/language.ts';
import { wordsIn } from './words/words.ts';

const FILES = {
  css: { name: 'dashboard.css', type: 'text/css; charset=utf-8' },
  script: { name: 'copy.js', type: 'text/javascript; charset=utf-8' },
  icon: { name: 'icon.svg', type: 'image/svg+xml' },
} as const;

/** The pages' files. Each address contains a hash of the content, so browsers may cache it indefinitely. */
function createAssets() {
  const app = new Hono<Env>();
  const add = (kind: keyof typeof FILES) => {
    const { name, type } = FILES[kind];
    const content = readFileSync(join(import.meta.dirname, 'assets', name), 'utf8');
    const path = `/assets/${createHash('sha256').update(content).digest('hex').slice(0, 12)}/${name}`;
    const caching = 'public, max-age=31536000, immutable';
    const headers = { 'Content-Type': type, 'Cache-Control': caching, 'X-Content-Type-Options': 'nosniff' };
    app.get(path, c => c.body(content, 200, headers));
    return path;
  };
  return { paths: { css: add('css'), script: add('script'), icon: add('icon') }, app };
}

/**
 * Handles all requests to the service: sends, the dashboard, and unknown paths, where programs get JSON and browsers a
 * page.
 */
export function createApp(answer: Answer, deps: Omit<Site, 'assets'>): RequestListener {
  const assets = createAssets();
  const site: Site = { ...deps, assets: assets.paths };
  const app = new Hono<Env>();
  const operation = async (c: PageContext) => {
    const { incoming, outgoing } = c.env;
    const reply = await answer(await readPosted(incoming), incoming);
    // Written directly, because a Response in between would make a send a third slower.
    if (reply !== null) outgoing.writeHead(reply.status, reply.headers).end(reply.body);
    return RESPONSE_ALREADY_SENT;
  };
  app.all(SEND_PATH, operation);
  app.get('/healthz', c => c.json({ ok: true }));

  const areas = new Set(routes.map(({ path }) => areaOf(path)));
  const guard = guardOf(site);
  for (const path of areas) app.use(path, ...guard);
  for (const route of routes) app.on(route.method, route.path, guarded(route));
  for (const path of areas) app.all(path, notFound);
  app.route('/', assets.app);
  // A browser with a mistyped address gets a page; programs get JSON.
  app.get('*', (c, next) => (wantsPage(c) ? next() : operation(c)), ...guard, notFound);
  app.notFound(c => (c.get('site') === undefined ? operation(c) : notFound(c)));
  app.onError(async (error, c) => {
    if (error instanceof InputError && error.kind === 'not-found') return notFound(c);
    if (error instanceof InputError && c.get('posted')) return refuseInput(c, error.kind);
    site.onInternalError(error);
    return problemPage(c, mayBeWritten(error) ? 'unconfirmed' : 'failed', 500);
  });
  const errorHandler = (error: unknown) => {
    if (error instanceof RequestError) return asResponse(errorReply('BAD_REQUEST'));
    site.onInternalError(error);
    return asResponse(errorReply('INTERNAL_ERROR'));
  };
  return getRequestListener(app.fetch, { overrideGlobalObjects: false, errorHandler });
}

/**
 * The paths that the guard covers for a route. The overview and the API section are single pages; longer paths below
 * them belong to the operation.
 */
function areaOf(path: string): string {
  const [, first = ''] = path.split('/');
  return first === '' || first === 'api' ? `/${first}` : `/${first}/*`;
}

const wantsPage = (c: PageContext): boolean => /\btext\/html\b/i.test(c.req.header('accept') ?? '');

function asResponse({ status, headers, body }: Reply): Response {
  return new Response(body, { status, headers });
}

/**
 * Runs before every page: sets headers and the language, loads the signed-in user, and rejects requests that no page
 * allows.
 */
function guardOf(site: Site) {
  return [
    createMiddleware<Env>(async (c, next) => {
      const language = languageOf(getCookie(c, 'language'), c.req.header('accept-language'));
      c.set('site', site);
      c.set('language', language);
      c.set('words', wordsIn(language));
      c.set('write', writer(language));
      c.set('visitor', null);
      c.set('body', '');
      c.set('posted', null);
      c.set('refused', null);
      await next();
    }),
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
      strictTransportSecurity: site.behindProxy ? `max-age=${YEAR_S}` : false,
    }),
    createMiddleware<Env>(async (c, next) => {
      const { method } = c.req;
      if (!['GET', 'HEAD', 'POST'].includes(method))
        return c.text('Only GET and POST\n', 405, { allow: 'GET, HEAD, POST' });
      if (method === 'POST' && !isFromOwnPage(c)) return problemPage(c, 'cross-site', 403);
      return next();
    }),
    createMiddleware<Env>(async (c, next) => {
      if (c.req.method !== 'POST') return next();
      // hono's own limit doesn't count bodies that come in chunks.
      const body = await readBody(c.env.incoming);
      if (body === 'too-large') return problemPage(c, 'too-large', 413);
      if (body === 'aborted') return problemPage(c, 'form', 400);
      c.set('body', body.toString());
      return next();
    }),
    createMiddleware<Env>(async (c, next) => {
      const token = readSession(c);
      if (token !== undefined) c.set('visitor', site.people.visitor(token));
      await next();
    }),
  ] as const;
}

/**
 * True if the request comes from one of our pages. Required for every POST, form or not, because browsers name the page
 * that a request comes from, and programs don't post here.
 */
function isFromOwnPage(c: PageContext): boolean {
  const { site } = c.var;
  const origin = c.req.header('origin') ?? '';
  const own = [new URL(c.req.url).origin, new URL(site.ownUrl()).origin];
  return own.includes(origin) || c.req.header('sec-fetch-site') === 'same-origin';
}

import { html } from 'hono/html';
import type { Html, PageContext } from './context.ts';
import type { Words } from './words/words.ts';

/** What was refused of what somebody typed: shown again as they typed it, with the reason at the field. */
export interface Refused {
  /** Which form of the page. */
  form: string;
  typed: Record<string, string>;
  /** The field that is wrong; empty: all of it. */
  field: string;
  /** What is wrong with it, in their language. */
  says: string;
  /** 422 unless something else is the matter. */
  status?: Status;
}

type Status = 200 | 400 | 403 | 404 | 413 | 422 | 429 | 500 | 503;
export type Section = keyof Words['nav'];

/** What is shown inside the frame that all pages share. */
export interface PageParts {
  title: string;
  body: Html;
  status?: Status;
  /** Its section of the menu. */
  at?: Section;
  refused?: Refused | undefined;
  /** What was just done. */
  done?: string | undefined;
}

const ACCOUNT_SECTIONS: [Section, string][] = [
  ['overview', '/'],
  ['api', '/api'],
  ['log', '/log'],
  ['credits', '/credits'],
  ['people', '/people'],
];
const OPERATOR_SECTIONS: [Section, string][] = [
  ['accounts', '/operators'],
  ['service', '/operators/service'],
];

/** The id of a form's field in the page. */
export function idIn(form: string, field: string): string {
  return `${form}-${field}`;
}

/** Answers with a whole page. */
export function page(c: PageContext, parts: PageParts): Response | Promise<Response> {
  const { words, language, site, visitor } = c.var;
  const { title, body, refused, done } = parts;
  c.header('Cache-Control', 'no-store');
  const whole = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${title} – ${words.service}</title>
        <link rel="icon" href="${site.assets.icon}">
        <link rel="stylesheet" href="${site.assets.css}">
        <script type="module" src="${site.assets.script}"></script>
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        ${header(c, parts.at)}
        <main id="content">
          ${visitor === null || site.leaves ? '' : html`<p class="notice danger">${words.noRoutes}</p>`}
          <h1>${title}</h1>
          ${refused === undefined ? '' : summary(c, refused)}
          ${done === undefined ? '' : html`<p class="notice success" role="status">${done}</p>`}
          ${body}
        </main>
        ${visitor === null ? '' : html`<footer class="foot"><p>${words.time}</p></footer>`}
      </body>
    </html>`;
  return c.html(whole, parts.status ?? (refused === undefined ? 200 : (refused.status ?? 422)));
}

/** What was wrong, at the top of the page, with the way to the field. */
function summary({ var: { words } }: PageContext, { form, field, says }: Refused): Html {
  const what = field === '' ? says : html`<a href="#${idIn(form, field)}">${says}</a>`;
  return html`<p class="notice danger" role="alert"><strong>${words.problems.title}.</strong> ${what}</p>`;
}

function header(c: PageContext, at: Section | undefined): Html {
  const { words, visitor, site, language } = c.var;
  const operator = visitor?.user.role === 'operator';
  const account = visitor?.accountId ? site.store.accounts.get(visitor.accountId).name : null;
  const sections = [...(operator ? OPERATOR_SECTIONS : []), ...(account === null ? [] : ACCOUNT_SECTIONS)];
  const links = sections.map(
    ([section, path]) =>
      html`<li><a href="${path}" ${current(section === at)}>${words.nav[section]}</a></li>`,
  );
  const other = language === 'en' ? 'bn' : 'en';
  return html`
    <header class="bar">
      <div class="bar-row">
        <p class="brand">
          <a href="/">${words.service}</a>
          ${account === null || operator ? '' : html`<span class="account-name">${account}</span>`}
        </p>
        <div class="row">
          ${visitor === null ? '' : me(c, at)}
          <form method="post" action="/language">
            <input type="hidden" name="back" value="${backTo(c)}">
            <button class="quiet" lang="${other}" name="language" value="${other}">${words.otherLanguage}</button>
          </form>
        </div>
      </div>
      ${sections.length === 0 ? '' : html`<nav aria-label="${words.menu}"><ul>${links}</ul></nav>`}
      ${operator && account !== null ? opened(c, account) : ''}
    </header>`;
}

const current = (is: boolean) => (is ? html`aria-current="page"` : '');

function me({ var: { words, visitor } }: PageContext, at: Section | undefined): Html {
  return html`
    <a class="me" href="/me" title="${words.nav.me}" ${current(at === 'me')}>${visitor?.user.email}</a>
    <form method="post" action="/sign-out"><button class="quiet">${words.signOut}</button></form>`;
}

function opened({ var: { words } }: PageContext, account: string): Html {
  return html`
    <div class="opened">
      <p>${words.opened(account)}</p>
      <form method="post" action="/operators/close"><button class="quiet">${words.close}</button></form>
    </div>`;
}

/** The address of this page, if it can be requested again; a page that was posted to can't. */
function backTo(c: PageContext): string {
  const { pathname, search } = new URL(c.req.url);
  return c.req.method === 'GET' ? pathname + search : '/';
}

/** A page that says only what is wrong. */
export function problemPage(
  c: PageContext,
  problem: keyof Words['problems'],
  status: Status,
): Response | Promise<Response> {
  const { problems, home } = c.var.words;
  const body = html`<p>${problems[problem]}</p><p><a href="/">${home}</a></p>`;
  return page(c, { title: problems.title, body, status });
}

/** There is nothing here, or nothing that is theirs: we don't say which. */
export function notFound(c: PageContext): Response | Promise<Response> {
  const { words } = c.var;
  const body = html`<p>${words.notFound}</p><p><a href="/">${words.home}</a></p>`;
  return page(c, { title: words.problems['not-found'], body, status: 404 });
}

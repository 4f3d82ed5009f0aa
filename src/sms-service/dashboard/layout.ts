import { html } from 'hono/html';
import { copyable } from './components.ts';
import type { Answered, Html, PageContext, Refused, Status } from './context.ts';
import type { Words } from './words/words.ts';

export type Section = keyof Words['nav'];
/** The name of a confirmation that a page shows after a form. */
export type Done = keyof Words['done'];

export interface PageParts {
  /** Its section in the menu. */
  at?: Section;
  /** By default the section's name. */
  title?: string;
  body: Html;
  status?: Status;
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

export function idIn(form: string, field: string): string {
  return `${form}-${field}`;
}

/** Answers with a whole page, with the confirmation or the error of the last form. */
export function page(c: PageContext, { at, body, status, ...parts }: PageParts): Answered {
  const { words, language, site, visitor, refused } = c.var;
  const title = parts.title ?? (at === undefined ? words.brand : words.nav[at]);
  const done = doneOf(c);
  c.header('Cache-Control', 'no-store');
  const document = html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>${title} – ${words.brand}</title>
        <link rel="icon" href="${site.assets.icon}">
        <link rel="stylesheet" href="${site.assets.css}">
        <script type="module" src="${site.assets.script}"></script>
      </head>
      <body>
        <a class="skip" href="#content">${words.skip}</a>
        ${header(c, at)}
        <main id="content">
          ${noRouteNotice(c)}
          <h1>${title}</h1>
          ${refused && summary(words, refused)}
          ${done && html`<p class="notice success" role="status">${done}</p>`}
          ${body}
        </main>
        ${visitor && html`<footer class="foot"><p>${words.time}</p></footer>`}
      </body>
    </html>`;
  return c.html(document, status ?? (refused ? (refused.status ?? 422) : 200));
}

/** Says that texts don't leave; empty if they do. Only operators are warned, because owners can't set a route. */
function noRouteNotice({ var: { words, site, visitor } }: PageContext): Html | '' {
  if (visitor === null || site.delivery.leaves) return '';
  if (site.isDemo) return html`<p class="hint">${words.demo}</p>`;
  return visitor.user.role === 'operator' ? html`<p class="notice danger">${words.noRoutes}</p>` : '';
}

/** The confirmation that the address names; undefined if it names none of ours. */
function doneOf({ req, var: { words } }: PageContext): string | undefined {
  const done = req.method === 'GET' ? req.query('done') : undefined;
  return done !== undefined && Object.hasOwn(words.done, done) ? words.done[done as Done] : undefined;
}

/** The error at the top of the page, with a link to its field. */
function summary(words: Words, { form, field, says }: Refused): Html {
  const problem = field === '' ? says : html`<a href="#${idIn(form, field)}">${says}</a>`;
  return html`<p class="notice danger" role="alert"><strong>${words.problems.title}.</strong> ${problem}</p>`;
}

function header(c: PageContext, at: Section | undefined): Html {
  const { words, visitor, site, language } = c.var;
  const operator = visitor?.user.role === 'operator';
  const account = visitor?.accountId ? site.store.accounts.get(visitor.accountId).name : null;
  const sections = [...(operator ? OPERATOR_SECTIONS : []), ...(account === null ? [] : ACCOUNT_SECTIONS)];
  const current = (section: Section) => (section === at ? html`aria-current="page"` : '');
  const links = sections.map(
    ([section, path]) => html`<li><a href="${path}" ${current(section)}>${words.nav[section]}</a></li>`,
  );
  const otherLanguage = language === 'en' ? 'bn' : 'en';
  const me = html`
    <a class="me" href="/me" title="${words.nav.me}" ${current('me')}>${visitor?.user.email}</a>
    <form method="post" action="/sign-out"><button class="quiet">${words.signOut}</button></form>`;
  const opened = html`
    <div class="opened">
      <p>${words.opened(account ?? '')}</p>
      <form method="post" action="/operators/close"><button class="quiet">${words.close}</button></form>
    </div>`;
  return html`
    <header class="bar">
      <div class="bar-row">
        <p class="brand">
          <a href="/">${words.brand}</a>
          ${account && !operator ? html`<span class="account-name">${account}</span>` : ''}
        </p>
        <div class="row">
          ${visitor && me}
          <form method="post" action="/language">
            <input type="hidden" name="back" value="${backTo(c)}">
            <button class="quiet" lang="${otherLanguage}" name="language" value="${otherLanguage}">${words.otherLanguage}</button>
          </form>
        </div>
      </div>
      ${sections.length === 0 ? '' : html`<nav aria-label="${words.menu}"><ul>${links}</ul></nav>`}
      ${account && operator ? opened : ''}
    </header>`;
}

/** The address of this page; the start page if it was posted to and can't be requested again. */
function backTo({ req }: PageContext): string {
  const { pathname, search } = new URL(req.url);
  return req.method === 'GET' ? pathname + search : '/';
}

export function problemPage(c: PageContext, problem: keyof Words['problems'], status: Status): Answered {
  const { problems, home } = c.var.words;
  const body = html`<p>${problems[problem]}</p><p><a href="/">${home}</a></p>`;
  return page(c, { title: problems.title, body, status });
}

/**
 * Answers that the page doesn't exist, also if its subject belongs to another account, so that users can't tell the two
 * apart.
 */
export function notFound(c: PageContext): Answered {
  return problemPage(c, 'not-found', 404);
}

type Confirmation = Omit<PageParts, 'body'> & Record<'text' | 'action' | 'button' | 'back', string>;

/** Asks for confirmation of an action that can't be undone. */
export function confirmation(c: PageContext, { text, action, button, back, ...about }: Confirmation) {
  const body = html`
    <section class="card">
      <p>${text}</p>
      <form method="post" action="${action}" class="row">
        <button class="danger">${button}</button>
        <a class="button quiet" href="${back}">${c.var.words.cancel}</a>
      </form>
    </section>`;
  return page(c, { ...about, body });
}

type Secret = Record<'id' | 'secret' | 'label' | 'button', string>;
type ShownOnce = Omit<PageParts, 'body'> & Record<'text' | 'next' | 'go', string> & Secret;

/** Shows a secret, on the only page that ever does. */
export function shownOnce(c: PageContext, { text, id, secret, next, go, ...about }: ShownOnce) {
  const body = html`
    <section class="card">
      <p>${text}</p>
      ${copyable(c, id, secret, about)}
      <p><a class="button quiet" href="${next}">${go}</a></p>
    </section>`;
  return page(c, { ...about, body });
}

import { html } from 'hono/html';
import type { Problem } from './forms.ts';
import type { Html, PageContext } from './site.ts';

/** What is shown inside the frame that all pages share. */
export interface PageParts {
  title: string;
  body: Html;
  status?: 200 | 400 | 403 | 404 | 413 | 422 | 429 | 500 | 503;
  /** Its section of the menu. */
  at?: Section;
  /** What was wrong with what somebody typed. */
  problem?: Problem | undefined;
  /** What was just done. */
  done?: string | undefined;
}

export type Section = 'overview' | 'api' | 'log' | 'credits' | 'accounts' | 'service';

const ACCOUNT_SECTIONS: [Section, string][] = [
  ['overview', '/'],
  ['api', '/api'],
  ['log', '/log'],
  ['credits', '/credits'],
];
const OPERATOR_SECTIONS: [Section, string][] = [
  ['accounts', '/operators'],
  ['service', '/operators/service'],
];

/** Answers with a whole page. */
export function page(c: PageContext, parts: PageParts): Response | Promise<Response> {
  const { words, language, site, visitor } = c.var;
  const { title, body, problem, done, status = problem === undefined ? 200 : 422 } = parts;
  c.header('Cache-Control', 'no-store');
  return c.html(
    html`<!doctype html>
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
${problem === undefined ? '' : html`<p class="notice danger" role="alert"><strong>${words.problems.title}.</strong> ${words.problems[problem]}</p>`}
${done === undefined ? '' : html`<p class="notice success" role="status">${done}</p>`}
${body}
</main>
${footer(c)}
</body>
</html>`,
    status,
  );
}

function header(c: PageContext, at: Section | undefined): Html {
  const { words, visitor, site } = c.var;
  const operator = visitor?.user.role === 'operator';
  const account = visitor?.accountId ? site.store.accounts.get(visitor.accountId).name : null;
  const sections = [...(operator ? OPERATOR_SECTIONS : []), ...(account === null ? [] : ACCOUNT_SECTIONS)];
  const links = sections.map(
    ([section, path]) =>
      html`<li><a href="${path}" ${section === at ? html`aria-current="page"` : ''}>${words.nav[section]}</a></li>`,
  );
  return html`<header class="bar">
<div class="bar-row">
<p class="brand"><a href="/">${words.service}</a>${account !== null && !operator ? html` <span class="account-name">${account}</span>` : ''}</p>
<form method="post" action="/language"><input type="hidden" name="back" value="${backTo(c)}"><button class="quiet" lang="${c.var.language === 'en' ? 'bn' : 'en'}" name="language" value="${c.var.language === 'en' ? 'bn' : 'en'}">${words.otherLanguage}</button></form>
</div>
${sections.length === 0 ? '' : html`<nav aria-label="${words.menu}"><ul>${links}</ul></nav>`}
${operator && account !== null ? html`<div class="opened"><p>${words.opened(account)}</p><form method="post" action="/operators/close"><button class="quiet">${words.close}</button></form></div>` : ''}
</header>`;
}

/** The address of this page, if it can be requested again; a page that was posted to can't. */
function backTo(c: PageContext): string {
  const { pathname, search } = new URL(c.req.url);
  return c.req.method === 'GET' ? pathname + search : '/';
}

function footer(c: PageContext): Html | '' {
  const { words, visitor } = c.var;
  if (visitor === null) return '';
  return html`<footer class="foot">
<p>${words.signedInAs(visitor.user.email)} · ${words.roles[visitor.user.role]} · ${words.time}</p>
<div class="row"><form method="post" action="/sign-out"><button class="quiet">${words.signOut}</button></form>
<form method="post" action="/sign-out-everywhere"><button class="quiet">${words.signOutEverywhere}</button></form></div>
</footer>`;
}

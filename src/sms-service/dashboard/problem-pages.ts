import { html } from 'hono/html';
import { page } from './layout.ts';
import type { PageContext } from './site.ts';
import type { Words } from './wording/words.ts';

/** A page that says only what is wrong. */
export function problemPage(
  c: PageContext,
  problem: keyof Words['problems'],
  status: 400 | 403 | 413 | 422 | 500 | 503,
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

import { html } from 'hono/html';
import { SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import type { ApiKey } from '../../store/api-keys.ts';
import { type AccountLook, forAccount, idOf } from '../access.ts';
import { doneOf } from '../done.ts';
import { attempt, type Problem, readForm } from '../forms.ts';
import { page } from '../layout.ts';
import { copyable, field, table } from '../pieces.ts';
import { notFound, problemPage } from '../problem-pages.ts';
import type { Html, PageContext, Pages } from '../site.ts';
import { type SnippetKind, snippets } from '../snippets.ts';

/** The API section: keys, programs to copy, and what can go wrong. */
export function apiPages(app: Pages): void {
  app.get(
    '/api',
    forAccount((c, look) => apiPage(c, look)),
  );

  app.post(
    '/keys',
    forAccount(async (c, look) => {
      if (!look.rights.manageKeys) return notFound(c);
      const form = await readForm(c);
      if (form === null) return problemPage(c, 'form', 400);
      const name = form('name').trim();
      if (name === '') return apiPage(c, look, { problem: 'name', name });
      return attempt(
        () => look.manage.keys.create(look.account.id, name),
        made => madePage(c, made),
        problem => apiPage(c, look, { problem, name }),
      );
    }),
  );

  app.get(
    '/keys/:id/revoke',
    forAccount((c, look) => {
      const key = keyInPath(c, look);
      return key?.revokedAt === null && look.rights.manageKeys ? revokePage(c, key) : notFound(c);
    }),
  );

  app.post(
    '/keys/:id/revoke',
    forAccount((c, look) => {
      const key = keyInPath(c, look);
      if (key === null || !look.rights.manageKeys) return notFound(c);
      look.manage.keys.revoke(key.id);
      return c.redirect('/api?done=revoked', 303);
    }),
  );
}

/** The key in the path, if it belongs to this account. */
function keyInPath(c: PageContext, { account }: AccountLook): ApiKey | null {
  const id = idOf(c);
  return c.var.site.store.apiKeys.list(account.id).find(key => key.id === id) ?? null;
}

function apiPage(c: PageContext, look: AccountLook, failed: { problem?: Problem; name?: string } = {}) {
  const { site, words } = c.var;
  const { api } = words.account;
  site.flush();
  const make = html`<form method="post" action="/keys" class="inline-form">
${field('name', api.name, { hint: api.nameHint, required: true, value: failed.name ?? '' })}
<button>${api.make}</button></form>`;
  const body = html`<p class="lead">${api.intro}</p>
<section class="card"><h2>${api.keys}</h2>
${keyTable(c, look)}
${look.rights.manageKeys ? make : html`<p class="hint">${api.viewer}</p>`}</section>
${sending(c)}
${errors(c)}`;
  return page(c, { title: api.title, body, at: 'api', problem: failed.problem, done: doneOf(c) });
}

function keyTable(c: PageContext, { account, rights }: AccountLook): Html | '' {
  const { site, words, write } = c.var;
  const { api } = words.account;
  const keys = site.store.apiKeys.list(account.id).reverse();
  if (keys.length === 0) return '';
  const columns = [{ head: api.name }, { head: api.created }, { head: api.lastUsed }, { head: api.state }];
  const rows = keys.map(key => {
    const name = key.name || api.unnamed(key.id);
    const used = key.lastUsed;
    const revoke =
      rights.manageKeys && key.revokedAt === null
        ? html` <a class="danger-link" href="/keys/${key.id}/revoke" aria-label="${api.revokeOf(name)}">${api.revoke}</a>`
        : '';
    return [
      name,
      write.moment(key.createdAt),
      used === null
        ? api.never
        : html`${write.moment(used.at)} <span class="hint">${api.from(used.from)}</span>`,
      html`${key.revokedAt === null ? api.inUse : api.revokedAt(write.moment(key.revokedAt))}${revoke}`,
    ];
  });
  return table(api.keys, columns, rows);
}

/** The only page that ever shows a key. */
function madePage(c: PageContext, { key, name }: ApiKey & { key: string }) {
  const { api } = c.var.words.account;
  const body = html`<section class="card"><p>${api.once}</p>
${copyable(c, 'api-key', key, { label: api.key, button: api.copyKey })}
<p><a class="button quiet" href="/api">${api.toKeys}</a></p></section>`;
  return page(c, { title: api.made(name), body, at: 'api' });
}

function revokePage(c: PageContext, { id, name }: ApiKey) {
  const { api } = c.var.words.account;
  const body = html`<section class="card"><p>${api.revokeText}</p>
<form method="post" action="/keys/${id}/revoke" class="row"><button class="danger">${api.revokeSubmit}</button>
<a class="button quiet" href="/api">${c.var.words.cancel}</a></form></section>`;
  return page(c, { title: api.revokeTitle(name || api.unnamed(id)), body, at: 'api' });
}

function sending(c: PageContext): Html {
  const { site, words } = c.var;
  const { api } = words.account;
  const programs = Object.entries(snippets(site.ownUrl())).map(
    ([kind, code]) =>
      html`<details ${kind === 'curl' ? html`open` : ''}><summary>${api.snippetFor[kind as SnippetKind]}</summary>${copyable(c, `code-${kind}`, code, { label: api.snippetFor[kind as SnippetKind], button: words.copy, silent: true })}</details>`,
  );
  return html`<section class="card"><h2>${api.snippets}</h2><p class="hint">${api.snippetsIntro}</p>
${programs}
<details><summary>${api.snippetFor.slack}</summary><p>${api.slackSteps('/sms link')}</p>
${copyable(c, 'code-slack', site.ownUrl(), { label: 'SMS_BASE_URL', button: words.copy })}</details></section>`;
}

function errors(c: PageContext): Html {
  const { api, errors, overview } = c.var.words.account;
  const columns = [
    { head: api.status },
    { head: overview.code },
    { head: overview.meaning },
    { head: api.todo },
  ];
  const rows = Object.entries(SPEC_ERRORS).map(([code, { status }]) => {
    const { when, todo } = errors[code as SpecErrorCode];
    return [status, html`<code>${code}</code>`, when, todo];
  });
  return html`<section class="card"><h2>${api.errors}</h2><p class="hint">${api.errorsIntro}</p>${table(api.errors, columns, rows)}</section>`;
}

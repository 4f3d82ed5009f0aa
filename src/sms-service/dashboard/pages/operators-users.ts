import { html } from 'hono/html';
import type { Role } from '../../people/roles.ts';
import type { User } from '../../store/users.ts';
import { forOperators, idOf } from '../access.ts';
import { attempt, readForm } from '../forms.ts';
import { page } from '../layout.ts';
import { choice, field, table } from '../pieces.ts';
import { notFound, problemPage } from '../problem-pages.ts';
import type { Html, PageContext, Pages } from '../site.ts';
import { linkPage } from './operators.ts';

/** Users of an account, and operators: adding, removing, links to choose a password. */
export function operatorUserPages(app: Pages): void {
  app.post(
    '/operators/users',
    forOperators(async (c, { manage }) => {
      const form = await readForm(c);
      const account = form?.('account') ?? '';
      if (form === null || !/^\d{0,15}$/.test(account)) return problemPage(c, 'form', 400);
      const accountId = account === '' ? null : Number(account);
      const role: Role = accountId === null ? 'operator' : form('role') === 'owner' ? 'owner' : 'viewer';
      return attempt(
        () => manage.users.create({ accountId, email: form('email'), role }),
        user => linkPage(c, user, pageOf(user)),
        problem => problemPage(c, problem, 422),
      );
    }),
  );

  app.post(
    '/operators/users/:id/link',
    forOperators((c, { manage }) => {
      const id = idOf(c);
      if (id === null) return notFound(c);
      const user = manage.users.newLink(id);
      return linkPage(c, user, pageOf(user));
    }),
  );

  app.get(
    '/operators/users/:id/remove',
    forOperators((c, { manage }) => {
      const id = idOf(c);
      return id === null ? notFound(c) : removePage(c, manage.users.get(id));
    }),
  );

  app.post(
    '/operators/users/:id/remove',
    forOperators((c, { manage }) => {
      const id = idOf(c);
      return id === null ? notFound(c) : c.redirect(`${pageOf(manage.users.remove(id))}?done=removed`, 303);
    }),
  );
}

/** The page that lists a user. */
function pageOf({ accountId }: User): string {
  return accountId === null ? '/operators/service' : `/operators/accounts/${accountId}`;
}

function removePage(c: PageContext, user: User) {
  const { account: said } = c.var.words.operators;
  const body = html`<section class="card"><p>${said.removeText}</p>
<form method="post" action="/operators/users/${user.id}/remove" class="row"><button class="danger">${said.removeSubmit}</button>
<a class="button quiet" href="${pageOf(user)}">${c.var.words.cancel}</a></form></section>`;
  return page(c, { title: said.removeTitle(user.email), body, at: 'accounts' });
}

/** The users of an account (null: the operators), and a form to add one. */
export function userSection(c: PageContext, accountId: number | null): Html {
  const { site, words } = c.var;
  const { account: said, service } = words.operators;
  const title = accountId === null ? service.operators : said.users;
  const columns = [{ head: said.email }, { head: said.role }, { head: '' }];
  const rows = site.store.users.list(accountId).map(user => [
    html`${user.email}${user.hasPassword ? '' : html` <span class="hint">${said.noPassword}</span>`}`,
    words.roles[user.role],
    html`<form method="post" action="/operators/users/${user.id}/link" class="row"><button class="quiet" aria-label="${said.newLinkOf(user.email)}">${said.newLink}</button>
<a class="danger-link" href="/operators/users/${user.id}/remove" aria-label="${said.removeOf(user.email)}">${said.remove}</a></form>`,
  ]);
  const roleChoices = (['owner', 'viewer'] as const).map(role => ({
    value: role,
    label: `${words.roles[role]}: ${words.roleMeans[role]}`,
  }));
  return html`<section class="card"><h2>${title}</h2>
${rows.length === 0 ? html`<p>${words.none}</p>` : table(title, columns, rows)}
<form method="post" action="/operators/users" class="inline-form"><input type="hidden" name="account" value="${accountId ?? ''}">
${field('email', said.email, { type: 'email', required: true, of: 'user-' })}
${accountId === null ? '' : choice('role', said.role, roleChoices, 'owner', 'user-')}
<button>${accountId === null ? service.addOperator : said.addUser}</button></form></section>`;
}

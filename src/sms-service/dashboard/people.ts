import { html } from 'hono/html';
import type { Role } from '../people/roles.ts';
import type { User } from '../store/people.ts';
import { type Column, card, table } from './components.ts';
import type { Html, PageContext } from './context.ts';
import { fieldsOf, form } from './forms.ts';
import { confirmation, page, shownOnce } from './layout.ts';

/** The page to return to after managing a user. */
function listOf(path: string, accountId: number | null): string {
  if (path.startsWith('/people')) return '/people';
  return accountId === null ? '/operators/service' : `/operators/accounts/${accountId}`;
}

/** Creates a link by which another user chooses a new password. */
export function newLink(c: PageContext, { id }: User) {
  return linkPage(c, c.var.manage.users.newLink(id));
}

export function askRemoval(c: PageContext, { id, email, accountId }: User) {
  const { removeTitle, removeText: text, remove: button } = c.var.words.users;
  const back = listOf(c.req.path, accountId);
  const action = c.req.path.startsWith('/people') ? `/people/${id}/remove` : `/operators/users/${id}/remove`;
  return confirmation(c, { title: removeTitle(email), text, button, action, back });
}

export function remove(c: PageContext, { id, accountId }: User) {
  c.var.manage.users.remove(id);
  return c.redirect(`${listOf(c.req.path, accountId)}?done=removed`, 303);
}

export const invitePerson = form('user', peoplePage, ['email', 'role'], (c, typed) =>
  invite(c, c.var.account.id, typed),
);

/** Adds a user to an account, or an operator if `accountId` is null, and shows the link to choose a password. */
export function invite(c: PageContext, accountId: number | null, typed: { email: string; role?: string }) {
  const ofAccount = typed.role === 'owner' ? 'owner' : 'viewer';
  const role: Role = accountId === null ? 'operator' : ofAccount;
  return linkPage(c, c.var.manage.users.create({ accountId, email: typed.email, role }));
}

export function linkPage(c: PageContext, { email, accountId, link }: User & { link: string }) {
  const { link: sentences, copy: button } = c.var.words;
  const secret = { id: 'password-link', secret: link, label: sentences.label, button };
  const next = listOf(c.req.path, accountId);
  return shownOnce(c, {
    title: sentences.title(email),
    text: sentences.text,
    ...secret,
    next,
    go: sentences.go,
  });
}

export function peoplePage(c: PageContext) {
  const { account, permissions } = c.var;
  const { users } = c.var.words;
  const body = html`
    <p class="lead">${permissions.manage ? users.intro : users.viewer}</p>
    ${userSection(c, account.id, { path: '/people', action: '/people' })}`;
  return page(c, { at: 'people', body });
}

/**
 * The users of an account, or the operators if `accountId` is null, and a form to add one.
 *
 * @param path the address under which a user is managed
 * @param action the address to which the form is posted
 */
export function userSection(
  c: PageContext,
  accountId: number | null,
  { path, action }: { path: string; action: string },
): Html {
  const { words, user: self, manage } = c.var;
  const { users, roles, roleMeans, labels, secondFactor } = words;
  const mayManage = self.role === 'operator' || c.var.permissions.manage;
  const field = fieldsOf(c, 'user');
  const choices = (['owner', 'viewer'] as const).map(role => ({
    value: role,
    label: `${roles[role]}: ${roleMeans[role]}`,
  }));
  const noPassword = html` <span class="hint">${users.noPassword}</span>`;
  const managed: Column<User> = ['', user => (user.id === self.id ? users.you : manageUser(c, user, path))];
  const list = table(words.nav.people, manage.users.list(accountId), [
    [labels.email, user => html`${user.email}${!user.hasPassword && noPassword}`],
    [users.role, user => roles[user.role]],
    [secondFactor.title, user => (user.hasSecondFactor ? users.secondFactorOn : '')],
    ...(mayManage ? [managed] : []),
  ]);
  const add = html`
    <form method="post" action="${action}" class="inline-form">
      ${field('email', labels.email, { type: 'email', required: true })}
      ${accountId === null ? '' : field('role', users.role, { choices, value: 'owner' })}
      <button>${accountId === null ? users.addOperator : users.add}</button>
    </form>`;
  return card(accountId === null ? users.operators : words.nav.people, list, mayManage ? add : '');
}

function manageUser({ var: { words } }: PageContext, { id, email }: User, path: string): Html {
  const { users } = words;
  return html`
    <form method="post" action="${path}/${id}/link" class="row">
      <button class="quiet" aria-label="${users.newLinkOf(email)}">${users.newLink}</button>
      <a class="danger-link" href="${path}/${id}/remove" aria-label="${users.removeOf(email)}">${users.remove}</a>
    </form>`;
}

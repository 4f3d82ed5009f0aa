import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Role } from '../people/roles.ts';
import type { User } from '../store/people.ts';
import { type Column, card, confirmation, copyable, table } from './components.ts';
import { type Env, type Html, having, idOf, inAccount, type PageContext, signedIn } from './context.ts';
import { carryOut, doneOf, fieldsOf, form } from './forms.ts';
import { notFound, page, type Refused } from './layout.ts';

/** The people of an account, as its owners manage them. */
export function peoplePages() {
  const pages = new Hono<Env>().use(signedIn, inAccount).get('/', c => peoplePage(c));
  return pages
    .use(having('managePeople'))
    .post('/', form('email', 'role'), c => {
      const { email, role } = c.req.valid('form');
      return invite(c, { accountId: c.var.account.id, email, role: accountRole(role) }, refused =>
        peoplePage(c, refused),
      );
    })
    .route(
      '/',
      managing('/people', (c, user) => user.accountId === c.var.account.id),
    );
}

/** All users, as operators manage them: those of any account, and operators. */
export function operatorUserPages() {
  return managing('/operators/users', () => true);
}

/** The pages about one user: a link for a new password, and their removal. */
function managing(path: string, isTheirs: (c: PageContext, user: User) => boolean) {
  /** The user in the path, if it is one that they manage. */
  const userIn = (c: PageContext) => {
    const user = c.var.manage.users.get(idOf(c));
    return isTheirs(c, user) ? user : null;
  };
  const backOf = ({ accountId }: User) => {
    if (path === '/people') return '/people';
    return accountId === null ? '/operators/service' : `/operators/accounts/${accountId}`;
  };
  return new Hono<Env>()
    .post('/:id/link', c => {
      const user = userIn(c);
      return user === null ? notFound(c) : linkPage(c, c.var.manage.users.newLink(user.id), backOf(user));
    })
    .get('/:id/remove', c => {
      const user = userIn(c);
      if (user === null || user.id === c.var.user.id) return notFound(c);
      const { users } = c.var.words;
      const action = `${path}/${user.id}/remove`;
      const about = { text: users.removeText, action, button: users.removeSubmit, back: backOf(user) };
      return page(c, { title: users.removeTitle(user.email), body: confirmation(c, about) });
    })
    .post('/:id/remove', c => {
      const user = userIn(c);
      // Whoever removed themselves would leave nobody to let them in again.
      if (user === null || user.id === c.var.user.id) return notFound(c);
      c.var.manage.users.remove(user.id);
      return c.redirect(`${backOf(user)}?done=removed`, 303);
    });
}

/** Adds a user, and shows the link for them; or the page again, if the address won't do. */
export function invite(
  c: PageContext,
  user: { accountId: number | null; email: string; role: Role },
  again: (refused: Refused) => Response | Promise<Response>,
) {
  const { accountId, email, role } = user;
  const path = accountId === null ? '/operators/service' : `/operators/accounts/${accountId}`;
  return carryOut(
    c,
    { form: 'user', typed: { email, role } },
    () => c.var.manage.users.create(user),
    made => linkPage(c, made, c.req.path.startsWith('/people') ? '/people' : path),
    again,
  );
}

/** A role in an account, as a form gives it. */
export function accountRole(written: string): Role {
  return written === 'owner' ? 'owner' : 'viewer';
}

/** The only page that ever shows a link to choose a password. */
export function linkPage(c: PageContext, { email, link }: { email: string; link: string }, next: string) {
  const { link: words } = c.var.words;
  const body = html`
    <section class="card">
      <p>${words.text}</p>
      ${copyable(c, 'password-link', link, { label: words.label, button: words.copy })}
      <p><a class="button quiet" href="${next}">${words.go}</a></p>
    </section>`;
  return page(c, { title: words.title(email), body });
}

function peoplePage(c: PageContext, refused?: Refused) {
  const { account, rights, words } = c.var;
  const { users, nav } = words;
  const body = html`
    <p class="lead">${rights.managePeople ? users.intro : users.viewer}</p>
    ${userSection(c, account.id, { path: '/people', action: '/people', refused })}`;
  return page(c, { title: nav.people, body, at: 'people', refused, done: doneOf(c) });
}

/**
 * The users of an account (null: the operators), and a form to add one.
 *
 * @param path where one of them is managed
 * @param action where the form goes
 */
export function userSection(
  c: PageContext,
  accountId: number | null,
  { path, action, refused }: { path: string; action: string; refused: Refused | undefined },
): Html {
  const { words, user: self } = c.var;
  const { users, roles, roleMeans } = words;
  const mayManage = accountId === null || self.role === 'operator' || c.var.rights.managePeople;
  const { field, choice } = fieldsOf('user', refused);
  const roleChoices = (['owner', 'viewer'] as const).map(role => ({
    value: role,
    label: `${roles[role]}: ${roleMeans[role]}`,
  }));
  const manage: Column<User> = ['', user => (user.id === self.id ? users.you : managed(c, user, path))];
  const list = table<User>(users.title, c.var.manage.users.list(accountId), [
    [
      users.email,
      user =>
        html`${user.email}${user.hasPassword ? '' : html` <span class="hint">${users.noPassword}</span>`}`,
    ],
    [users.role, user => roles[user.role]],
    [users.secondFactor, user => (user.hasSecondFactor ? users.secondFactorOn : '')],
    ...(mayManage ? [manage] : []),
  ]);
  const add = html`
    <form method="post" action="${action}" class="inline-form">
      ${field('email', users.email, { type: 'email', required: true })}
      ${accountId === null ? '' : choice('role', users.role, roleChoices, 'owner')}
      <button>${accountId === null ? users.addOperator : users.add}</button>
    </form>`;
  return card(accountId === null ? users.operators : users.title, list, mayManage ? add : '');
}

function managed({ var: { words } }: PageContext, { id, email }: User, path: string): Html {
  const { users } = words;
  return html`
    <form method="post" action="${path}/${id}/link" class="row">
      <button class="quiet" aria-label="${users.newLinkOf(email)}">${users.newLink}</button>
      <a class="danger-link" href="${path}/${id}/remove" aria-label="${users.removeOf(email)}">${users.remove}</a>
    </form>`;
}

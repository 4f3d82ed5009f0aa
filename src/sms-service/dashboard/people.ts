import { html } from 'hono/html';
import type { Role } from '../people/roles.ts';
import type { User } from '../store/people.ts';
import { type Column, card, table } from './components.ts';
import { type Answered, type Html, having, idOf, type PageContext, pages } from './context.ts';
import { carryOut, fieldsOf, form } from './forms.ts';
import { confirmation, notFound, page, shownOnce } from './layout.ts';

/** The people of an account, as its owners manage them. */
export function peoplePages() {
  const isTheirs = (c: PageContext, user: User) => user.accountId === c.var.account.id;
  return pages()
    .get('/', c => peoplePage(c))
    .use(having('managePeople'))
    .post('/', form('email', 'role'), c => invite(c, c.var.account.id, c.req.valid('form'), peoplePage))
    .route('/', managing('/people', isTheirs));
}

/** All users, as operators manage them: those of any account, and operators. */
export function operatorUserPages() {
  return managing('/operators/users', () => true);
}

/** Where whoever manages a user came from. */
function listOf(path: string, accountId: number | null): string {
  if (path.startsWith('/people')) return '/people';
  return accountId === null ? '/operators/service' : `/operators/accounts/${accountId}`;
}

/** The pages about one user: a link for a new password, and their removal. */
function managing(path: string, isTheirs: (c: PageContext, user: User) => boolean) {
  /** Answers about the user in the path, if it is one that they manage. */
  const about = (work: (c: PageContext, user: User) => Answered) => (c: PageContext) => {
    const user = c.var.manage.users.get(idOf(c));
    return isTheirs(c, user) ? work(c, user) : notFound(c);
  };
  /** The same, but for themselves: whoever removed themselves would leave nobody to let them in again. */
  const aboutAnother = (work: (c: PageContext, user: User) => Answered) =>
    about((c, user) => (user.id === c.var.user.id ? notFound(c) : work(c, user)));
  return pages()
    .post(
      '/:id/link',
      about((c, { id }) => linkPage(c, c.var.manage.users.newLink(id))),
    )
    .get(
      '/:id/remove',
      aboutAnother((c, { id, email, accountId }) => {
        const { removeTitle, removeText, remove } = c.var.words.users;
        return confirmation(c, {
          title: removeTitle(email),
          text: removeText,
          action: `${path}/${id}/remove`,
          button: remove,
          back: listOf(path, accountId),
        });
      }),
    )
    .post(
      '/:id/remove',
      aboutAnother((c, { id, accountId }) => {
        c.var.manage.users.remove(id);
        return c.redirect(`${listOf(path, accountId)}?done=removed`, 303);
      }),
    );
}

/** Adds a user to an account (null: an operator), and shows the link for them. */
export function invite(
  c: PageContext,
  accountId: number | null,
  typed: { email: string; role?: string },
  again: (c: PageContext) => Answered,
) {
  const ofAccount = typed.role === 'owner' ? 'owner' : 'viewer';
  const role: Role = accountId === null ? 'operator' : ofAccount;
  return carryOut(
    c,
    { form: 'user', typed: { ...typed, role } },
    () => c.var.manage.users.create({ accountId, email: typed.email, role }),
    made => linkPage(c, made),
    again,
  );
}

/** The link by which a user chooses a password. */
export function linkPage(c: PageContext, { email, accountId, link }: User & { link: string }) {
  const { link: words, copy } = c.var.words;
  return shownOnce(c, {
    title: words.title(email),
    text: words.text,
    id: 'password-link',
    secret: link,
    label: words.label,
    button: copy,
    next: listOf(c.req.path, accountId),
    go: words.go,
  });
}

function peoplePage(c: PageContext) {
  const { account, rights, words } = c.var;
  const { users } = words;
  const body = html`
    <p class="lead">${rights.managePeople ? users.intro : users.viewer}</p>
    ${userSection(c, account.id, { path: '/people', action: '/people' })}`;
  return page(c, { at: 'people', body });
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
  { path, action }: { path: string; action: string },
): Html {
  const { words, user: self, manage } = c.var;
  const { users, roles, roleMeans, labels, secondFactor } = words;
  const mayManage = self.role === 'operator' || c.var.rights.managePeople;
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

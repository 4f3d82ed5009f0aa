import { html } from 'hono/html';
import { dayOf } from '../../days.ts';
import { formatCredits } from '../../money.ts';
import { forOperators } from '../access.ts';
import { attempt, type Problem, readForm } from '../forms.ts';
import { page } from '../layout.ts';
import { copyable, field, table } from '../pieces.ts';
import { problemPage } from '../problem-pages.ts';
import { readSession } from '../session-cookie.ts';
import type { PageContext, Pages } from '../site.ts';

/** The accounts of the service: all of them, and a new one. */
export function operatorPages(app: Pages): void {
  app.get(
    '/operators',
    forOperators(c => accountsPage(c)),
  );

  app.post(
    '/operators/accounts',
    forOperators(async (c, { manage }) => {
      const form = await readForm(c);
      if (form === null) return problemPage(c, 'form', 400);
      const typed = { name: form('name'), credits: form('credits').trim(), email: form('email').trim() };
      return attempt(
        () =>
          c.var.site.store.transaction(() => {
            const account = manage.accounts.create(typed);
            return {
              account,
              owner:
                typed.email === ''
                  ? null
                  : manage.users.create({ accountId: account.id, email: typed.email, role: 'owner' }),
            };
          }),
        ({ account, owner }) =>
          owner === null
            ? c.redirect(`/operators/accounts/${account.id}?done=made`, 303)
            : linkPage(c, owner, `/operators/accounts/${account.id}`),
        problem => accountsPage(c, problem, typed),
      );
    }),
  );

  app.post(
    '/operators/close',
    forOperators(c => {
      const token = readSession(c);
      if (token !== undefined) c.var.site.store.sessions.open(token, null);
      return c.redirect('/operators', 303);
    }),
  );
}

function accountsPage(c: PageContext, problem?: Problem, typed = { name: '', credits: '', email: '' }) {
  const { site, words, write } = c.var;
  const { accounts } = words.operators;
  const today = dayOf(site.now());
  const columns = [
    { head: accounts.name },
    { head: accounts.state },
    { head: accounts.balance, right: true },
    { head: accounts.price, right: true },
    { head: accounts.today, right: true },
  ];
  const rows = site.store.accounts.list().map(account => {
    const sent = site.store.ledgerPages.days(account.id, today, today).find(({ kind }) => kind === 'send');
    return [
      html`<a href="/operators/accounts/${account.id}">${account.name}</a>`,
      html`<span class="state ${account.state}">${accounts.states[account.state]}</span>`,
      formatCredits(account.balance),
      formatCredits(account.terms.pricePerPart ?? site.pricePerPart),
      write.count(sent?.entries ?? 0),
    ];
  });
  const body = html`<section class="card">${rows.length === 0 ? html`<p>${accounts.nothing}</p>` : table(accounts.title, columns, rows)}</section>
<form method="post" action="/operators/accounts" class="card narrow"><h2>${accounts.make}</h2>
${field('name', accounts.name, { required: true, value: typed.name })}
${field('credits', accounts.credits, { required: true, inputmode: 'decimal', value: typed.credits || '0' })}
${field('email', accounts.owner, { type: 'email', hint: accounts.ownerHint, value: typed.email })}
<button>${accounts.submit}</button></form>`;
  return page(c, { title: accounts.title, body, at: 'accounts', problem });
}

/** The only page that ever shows a link to choose a password. */
export function linkPage(c: PageContext, { email, link }: { email: string; link: string }, next: string) {
  const { link: words } = c.var.words.operators;
  const body = html`<section class="card"><p>${words.text}</p>
${copyable(c, 'password-link', link, { label: words.label, button: words.copy })}
<p><a class="button quiet" href="${next}">${words.go}</a></p></section>`;
  return page(c, { title: words.title(email), body, at: 'accounts' });
}

import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Account } from '../../store/accounts.ts';
import { dayOf } from '../../time.ts';
import { table } from '../components.ts';
import { type Env, type PageContext, readSession } from '../context.ts';
import { carryOut, fieldsOf, form } from '../forms.ts';
import { page, type Refused } from '../layout.ts';
import { linkPage } from '../people.ts';

/** The accounts of the service: all of them, and a new one. */
export function accountsPages() {
  return new Hono<Env>()
    .get('/', c => accountsPage(c))
    .post('/accounts', form('name', 'credits', 'email'), c => {
      const { site, manage } = c.var;
      const posted = c.req.valid('form');
      const typed = { ...posted, credits: posted.credits.trim(), email: posted.email.trim() };
      const make = () =>
        site.store.transaction(() => {
          const { id } = manage.accounts.create(typed);
          if (typed.email === '') return { id, owner: null };
          return { id, owner: manage.users.create({ accountId: id, email: typed.email, role: 'owner' }) };
        });
      return carryOut(
        c,
        { form: 'account', typed },
        make,
        ({ id, owner }) => {
          const path = `/operators/accounts/${id}`;
          return owner === null ? c.redirect(`${path}?done=made`, 303) : linkPage(c, owner, path);
        },
        refused => accountsPage(c, refused),
      );
    })
    .post('/close', c => {
      const token = readSession(c);
      if (token !== undefined) c.var.site.store.sessions.open(token, null);
      return c.redirect('/operators', 303);
    });
}

function accountsPage(c: PageContext, refused?: Refused) {
  const { site, words, write } = c.var;
  const { accounts } = words.operators;
  const today = dayOf(site.now());
  const sentToday = (id: number) =>
    site.store.ledger.days(id, today, today).find(({ kind }) => kind === 'send')?.entries ?? 0;
  const all = site.store.accounts.list();
  const list = table<Account>(accounts.title, all, [
    [accounts.name, it => html`<a href="/operators/accounts/${it.id}">${it.name}</a>`],
    [accounts.state, ({ state }) => html`<span class="state ${state}">${accounts.states[state]}</span>`],
    [accounts.balance, ({ balance }) => write.amount(balance), 'decimal'],
    [accounts.price, ({ terms }) => write.amount(terms.pricePerPart ?? site.pricePerPart), 'decimal'],
    [accounts.today, ({ id }) => write.count(sentToday(id)), 'right'],
  ]);
  const { field } = fieldsOf('account', refused);
  const body = html`
    <section class="card">${all.length === 0 ? html`<p>${accounts.nothing}</p>` : list}</section>
    <form method="post" action="/operators/accounts" class="card narrow">
      <h2>${accounts.make}</h2>
      ${field('name', accounts.name, { required: true })}
      ${field('credits', accounts.credits, { required: true, inputmode: 'decimal', value: '0' })}
      ${field('email', accounts.owner, { type: 'email', hint: accounts.ownerHint })}
      <button>${accounts.submit}</button>
    </form>`;
  return page(c, { title: accounts.title, body, at: 'accounts', refused });
}

import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Management } from '../../management.ts';
import { formatCredits } from '../../money.ts';
import type { Account } from '../../store/accounts.ts';
import { dayOf } from '../../time.ts';
import { keyTable } from '../account/api.ts';
import { changesTable } from '../account/credits.ts';
import { card, table } from '../components.ts';
import { type Env, type Html, idOf, type PageContext, readSession } from '../context.ts';
import { carryOut, type Done, doneOf, fieldsOf, form } from '../forms.ts';
import { notFound, page, type Refused } from '../layout.ts';
import { accountRole, invite, linkPage, userSection } from '../people.ts';
import { auditTable } from './service.ts';

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

/** One account, as the operators of the service see it: without its texts. */
export function accountPages() {
  return new Hono<Env>()
    .get('/:id', c => accountPage(c))
    .post('/:id/open', c => {
      const { site, user } = c.var;
      const token = readSession(c);
      if (token === undefined) return notFound(c);
      site.store.transaction(() => {
        const accountId = site.store.accounts.get(idOf(c)).id;
        site.store.sessions.open(token, accountId);
        const entry = { at: site.now(), by: user.email, action: 'account opened', about: null } as const;
        site.store.audit.add({ ...entry, accountId });
      });
      return c.redirect('/', 303);
    })
    .post('/:id/top-up', form('credits', 'note'), c => {
      const typed = c.req.valid('form');
      return change(c, 'top-up', 'topped-up', typed, ({ topUp }, id) =>
        topUp(id, typed.credits.trim(), typed.note),
      );
    })
    .post('/:id/correct', form('credits', 'note'), c => {
      const typed = c.req.valid('form');
      return change(c, 'correct', 'corrected', typed, ({ correct }, id) =>
        correct(id, typed.credits.trim(), typed.note),
      );
    })
    .post('/:id/suspend', form('reason'), c => {
      const typed = c.req.valid('form');
      return change(c, 'suspend', 'suspended', typed, ({ suspend }, id) => suspend(id, typed.reason));
    })
    .post('/:id/activate', c => change(c, 'activate', 'activated', {}, ({ activate }, id) => activate(id)))
    .post('/:id/terms', form('price', 'keep', 'creditBack'), c => {
      const typed = c.req.valid('form');
      const price = typed.price.trim();
      const keep = typed.keep.trim();
      return change(c, 'terms', 'terms', typed, ({ setTerms }, id) =>
        setTerms(id, {
          pricePerPart: price === '' ? null : price,
          keepTextDays: /^\d{1,5}$/.test(keep) ? Number(keep) : 0,
          creditBackFailed: typed.creditBack === 'yes',
        }),
      );
    })
    .post('/:id/users', form('email', 'role'), c => {
      const { email, role } = c.req.valid('form');
      const user = { accountId: idOf(c), email, role: accountRole(role) };
      return invite(c, user, refused => accountPage(c, refused));
    });
}

/** Does what a form on the account's page asks for, and returns to the page, which says what was done or was wrong. */
function change(
  c: PageContext,
  form: string,
  done: Done,
  typed: Record<string, string>,
  work: (accounts: Management['accounts'], id: number) => unknown,
) {
  const id = idOf(c);
  return carryOut(
    c,
    { form, typed, fields: form === 'terms' ? { amount: 'price' } : {} },
    () => work(c.var.manage.accounts, id),
    () => c.redirect(`/operators/accounts/${id}?done=${done}`, 303),
    refused => accountPage(c, refused),
  );
}

function accountPage(c: PageContext, refused?: Refused) {
  const { site, words } = c.var;
  const { account: said } = words.operators;
  const account = site.store.accounts.get(idOf(c));
  const path = `/operators/accounts/${account.id}`;
  const body = html`
    <form method="post" action="${path}/open" class="card">
      <p class="hint">${said.openHint}</p>
      <button>${said.open}</button>
    </form>
    ${stateSection(c, account, path, refused)}
    ${creditsSection(c, account, path, refused)}
    ${termsSection(c, account, path, refused)}
    ${userSection(c, account.id, { path: '/operators/users', action: `${path}/users`, refused })}
    ${card(said.keys, keyTable(c, account.id, false))}
    ${card(said.audit, auditTable(c, account.id))}`;
  return page(c, { title: account.name, body, at: 'accounts', refused, done: doneOf(c) });
}

function stateSection(
  c: PageContext,
  { state, suspendedReason }: Account,
  path: string,
  refused?: Refused,
): Html {
  const { account: said } = c.var.words.operators;
  if (state === 'suspended')
    return card(
      said.stateTitle,
      html`
      <p>${said.suspendedSince(suspendedReason)}</p>
      <form method="post" action="${path}/activate"><button>${said.activate}</button></form>`,
    );
  return card(
    said.stateTitle,
    html`
    <p>${said.active}</p>
    <form method="post" action="${path}/suspend" class="inline-form">
      ${fieldsOf('suspend', refused).field('reason', said.reason)}
      <button class="danger">${said.suspend}</button>
    </form>`,
  );
}

function creditsSection(c: PageContext, account: Account, path: string, refused?: Refused): Html {
  const { words, write } = c.var;
  const { account: said } = words.operators;
  const [topUp, correct] = [fieldsOf('top-up', refused), fieldsOf('correct', refused)];
  const open = refused?.form === 'correct' ? html`open` : '';
  return card(
    said.money,
    html`
    <p class="figure">${words.credits(write.amount(account.balance))}</p>
    <form method="post" action="${path}/top-up" class="inline-form">
      ${topUp.field('credits', said.amount, { inputmode: 'decimal', required: true })}
      ${topUp.field('note', said.noteOptional)}
      <button>${said.topUp}</button>
    </form>
    <details ${open}>
      <summary>${said.correct}</summary>
      <form method="post" action="${path}/correct" class="inline-form">
        ${correct.field('credits', said.correctAmount, { required: true })}
        ${correct.field('note', said.note, { required: true })}
        <button>${said.correctSubmit}</button>
      </form>
    </details>
    ${changesTable(c, account.id) ?? ''}`,
  );
}

function termsSection(c: PageContext, { terms }: Account, path: string, refused?: Refused): Html {
  const { site, words, write } = c.var;
  const { account: said } = words.operators;
  const { failedBack, failedCharged } = words.account.money;
  const { field, choice } = fieldsOf('terms', refused);
  const price = terms.pricePerPart === null ? '' : formatCredits(terms.pricePerPart);
  const hint = said.priceHint(write.amount(site.pricePerPart));
  const answers = [
    { value: 'no', label: failedCharged },
    { value: 'yes', label: failedBack },
  ];
  return card(
    said.terms,
    html`
    <form method="post" action="${path}/terms" class="narrow">
      ${field('price', said.price, { inputmode: 'decimal', value: price, hint })}
      ${field('keep', said.keep, { inputmode: 'numeric', value: String(terms.keepTextDays), required: true })}
      ${choice('creditBack', said.creditBack, answers, terms.creditBackFailed ? 'yes' : 'no')}
      <button>${said.saveTerms}</button>
    </form>`,
  );
}

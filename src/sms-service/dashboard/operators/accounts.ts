import { html } from 'hono/html';
import type { Management } from '../../management.ts';
import { formatCredits } from '../../money.ts';
import type { Account } from '../../store/accounts.ts';
import { dayOf } from '../../time.ts';
import { keyTable } from '../account/api.ts';
import { changesTable } from '../account/credits.ts';
import { card, table } from '../components.ts';
import { type Html, idOf, type PageContext, pages, readSession } from '../context.ts';
import { carryOut, fieldsOf, form } from '../forms.ts';
import { type Done, notFound, page } from '../layout.ts';
import { invite, linkPage, userSection } from '../people.ts';
import { auditTable } from './service.ts';

/** The accounts of the service: all of them, and a new one. */
export function accountsPages() {
  return pages()
    .get('/', c => accountsPage(c))
    .post('/accounts', form('name', 'credits', 'email'), c => {
      const { site, manage } = c.var;
      const posted = c.req.valid('form');
      const typed = { ...posted, credits: posted.credits.trim(), email: posted.email.trim() };
      const make = () =>
        site.store.transaction(() => {
          const { id } = manage.accounts.create(typed);
          const owner = { accountId: id, email: typed.email, role: 'owner' } as const;
          return { id, owner: typed.email === '' ? null : manage.users.create(owner) };
        });
      const then = ({ id, owner }: ReturnType<typeof make>) =>
        owner === null ? c.redirect(`/operators/accounts/${id}?done=made`, 303) : linkPage(c, owner);
      return carryOut(c, { form: 'account', typed }, make, then, accountsPage);
    })
    .post('/close', c => {
      const token = readSession(c);
      if (token !== undefined) c.var.site.store.sessions.open(token, null);
      return c.redirect('/operators', 303);
    });
}

function accountsPage(c: PageContext) {
  const { site, words, write } = c.var;
  const { labels, nav, none } = words;
  const { accounts } = words.operators;
  const today = dayOf(site.now());
  const sentToday = (id: number) =>
    site.store.ledger.days(id, today, today).find(({ kind }) => kind === 'send')?.entries ?? 0;
  const list = table<Account>(
    nav.accounts,
    site.store.accounts.list(),
    [
      [labels.name, it => html`<a href="/operators/accounts/${it.id}">${it.name}</a>`],
      [labels.state, ({ state }) => html`<span class="state ${state}">${accounts.states[state]}</span>`],
      [labels.balance, ({ balance }) => write.amount(balance), 'decimal'],
      [labels.price, ({ terms }) => write.amount(terms.pricePerPart ?? site.pricePerPart), 'decimal'],
      [accounts.today, ({ id }) => write.count(sentToday(id)), 'right'],
    ],
    { none },
  );
  const field = fieldsOf(c, 'account');
  const body = html`
    <section class="card">${list}</section>
    <form method="post" action="/operators/accounts" class="card narrow">
      <h2>${accounts.make}</h2>
      ${field('name', labels.name, { required: true })}
      ${field('credits', accounts.credits, { required: true, inputmode: 'decimal', value: '0' })}
      ${field('email', accounts.owner, { type: 'email', hint: accounts.ownerHint })}
      <button>${accounts.submit}</button>
    </form>`;
  return page(c, { at: 'accounts', body });
}

/** One account, as the operators of the service see it: without its texts. */
export function accountPages() {
  return pages()
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
      const work: Change = ({ topUp }, id) => topUp(id, typed.credits.trim(), typed.note);
      return change(c, 'top-up', 'topped-up', typed, work);
    })
    .post('/:id/correct', form('credits', 'note'), c => {
      const typed = c.req.valid('form');
      const work: Change = ({ correct }, id) => correct(id, typed.credits.trim(), typed.note);
      return change(c, 'correct', 'corrected', typed, work);
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
      const terms = {
        pricePerPart: price === '' ? null : price,
        keepTextDays: /^\d{1,5}$/.test(keep) ? Number(keep) : 0,
        creditBackFailed: typed.creditBack === 'yes',
      };
      return change(c, 'terms', 'terms', typed, ({ setTerms }, id) => setTerms(id, terms));
    })
    .post('/:id/users', form('email', 'role'), c => invite(c, idOf(c), c.req.valid('form'), accountPage));
}

type Change = (accounts: Management['accounts'], id: number) => unknown;

/** Does what a form on the account's page asks for, and returns to the page, which says what was done or was wrong. */
function change(c: PageContext, form: string, done: Done, typed: Record<string, string>, work: Change) {
  const id = idOf(c);
  return carryOut(
    c,
    { form, typed, fields: form === 'terms' ? { amount: 'price' } : {} },
    () => work(c.var.manage.accounts, id),
    () => c.redirect(`/operators/accounts/${id}?done=${done}`, 303),
    accountPage,
  );
}

function accountPage(c: PageContext) {
  const { site, words } = c.var;
  const { labels, operators } = words;
  const account = site.store.accounts.get(idOf(c));
  const path = `/operators/accounts/${account.id}`;
  const body = html`
    <form method="post" action="${path}/open" class="card">
      <p class="hint">${operators.account.openHint}</p>
      <button>${operators.account.open}</button>
    </form>
    ${card(labels.state, state(c, account, path))}
    ${card(words.nav.credits, credits(c, account, path))}
    ${card(labels.terms, terms(c, account, path))}
    ${userSection(c, account.id, { path: '/operators/users', action: `${path}/users` })}
    ${card(labels.keys, keyTable(c, account.id, false))}
    ${card(labels.audit, auditTable(c, account.id))}`;
  return page(c, { at: 'accounts', title: account.name, body });
}

function state(c: PageContext, { state, suspendedReason }: Account, path: string): Html {
  const { account: said } = c.var.words.operators;
  if (state === 'suspended')
    return html`
      <p>${said.suspendedSince(suspendedReason)}</p>
      <form method="post" action="${path}/activate"><button>${said.activate}</button></form>`;
  return html`
    <p>${said.active}</p>
    <form method="post" action="${path}/suspend" class="inline-form">
      ${fieldsOf(c, 'suspend')('reason', said.reason)}
      <button class="danger">${said.suspend}</button>
    </form>`;
}

function credits(c: PageContext, account: Account, path: string): Html {
  const { words, write, refused } = c.var;
  const { labels, nav } = words;
  const { account: said } = words.operators;
  const [topUp, correct] = [fieldsOf(c, 'top-up'), fieldsOf(c, 'correct')];
  return html`
    <p class="figure">${words.credits(write.amount(account.balance))}</p>
    <form method="post" action="${path}/top-up" class="inline-form">
      ${topUp('credits', nav.credits, { inputmode: 'decimal', required: true })}
      ${topUp('note', said.noteOptional)}
      <button>${said.topUp}</button>
    </form>
    <details ${refused?.form === 'correct' ? 'open' : ''}>
      <summary>${said.correct}</summary>
      <form method="post" action="${path}/correct" class="inline-form">
        ${correct('credits', said.correctAmount, { required: true })}
        ${correct('note', labels.note, { required: true })}
        <button>${said.correct}</button>
      </form>
    </details>
    ${changesTable(c, account.id)}`;
}

function terms(c: PageContext, { terms }: Account, path: string): Html {
  const { site, words, write } = c.var;
  const { labels } = words;
  const { account: said } = words.operators;
  const { failedBack, failedCharged } = words.account.money;
  const field = fieldsOf(c, 'terms');
  const price = terms.pricePerPart === null ? '' : formatCredits(terms.pricePerPart);
  const hint = said.priceHint(write.amount(site.pricePerPart));
  const keep = String(terms.keepTextDays);
  const choices = [
    { value: 'no', label: failedCharged },
    { value: 'yes', label: failedBack },
  ];
  return html`
    <form method="post" action="${path}/terms" class="narrow">
      ${field('price', labels.price, { inputmode: 'decimal', value: price, hint })}
      ${field('keep', labels.keep, { inputmode: 'numeric', value: keep, required: true })}
      ${field('creditBack', labels.failed, { choices, value: terms.creditBackFailed ? 'yes' : 'no' })}
      <button>${said.saveTerms}</button>
    </form>`;
}

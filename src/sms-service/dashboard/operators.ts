import { html } from 'hono/html';
import type { TermsView } from '../management.ts';
import { formatCredits } from '../money.ts';
import type { Account } from '../store/accounts.ts';
import type { AuditEntry } from '../store/audit.ts';
import { dayOf } from '../time.ts';
import { keyTable } from './account/api.ts';
import { changesTable } from './account/credits.ts';
import { refusalTable } from './account/log.ts';
import { type Column, card, table } from './components.ts';
import { type Html, type PageContext, readSession } from './context.ts';
import { fieldsOf, form } from './forms.ts';
import { type Done, notFound, page } from './layout.ts';
import { invite, linkPage, userSection } from './people.ts';

const MAX_ENTRIES_SHOWN = 100;

export const makeAccount = form(
  'account',
  accountsPage,
  ['name', 'credits', 'email'],
  (c, { name, ...typed }) => {
    const { site, manage } = c.var;
    const email = typed.email.trim();
    const { id, owner } = site.store.transaction(() => {
      const { id } = manage.accounts.create({ name, credits: typed.credits.trim() });
      return { id, owner: email && manage.users.create({ accountId: id, email, role: 'owner' }) };
    });
    return owner ? linkPage(c, owner) : c.redirect(`/operators/accounts/${id}?done=made`, 303);
  },
);

/** Opens an account: the operator can read its texts from then on. The audit log records the opening. */
export function openAccount(c: PageContext, { id: accountId }: Account) {
  const { site, user } = c.var;
  const token = readSession(c);
  if (token === undefined) return notFound(c);
  site.store.transaction(() => {
    site.store.sessions.open(token, accountId);
    const entry = { at: site.now(), by: user.email, action: 'account opened', about: null } as const;
    site.store.audit.add({ ...entry, accountId });
  });
  return c.redirect('/', 303);
}

export function closeAccount(c: PageContext) {
  const token = readSession(c);
  if (token !== undefined) c.var.site.store.sessions.open(token, null);
  return c.redirect('/operators', 303);
}

export function accountsPage(c: PageContext) {
  const { site, write } = c.var;
  const { labels, nav, none, accounts } = c.var.words;
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

export const topUp = form(
  'top-up',
  accountPage,
  ['credits', 'note'],
  (c, { credits, note }, { id }: Account) => {
    c.var.manage.accounts.topUp(id, credits.trim(), note);
    return changed(c, id, 'topped-up');
  },
);

export const correct = form(
  'correct',
  accountPage,
  ['credits', 'note'],
  (c, { credits, note }, { id }: Account) => {
    c.var.manage.accounts.correct(id, credits.trim(), note);
    return changed(c, id, 'corrected');
  },
);

export const suspend = form('suspend', accountPage, ['reason'], (c, { reason }, { id }: Account) => {
  c.var.manage.accounts.suspend(id, reason);
  return changed(c, id, 'suspended');
});

export function activate(c: PageContext, { id }: Account) {
  c.var.manage.accounts.activate(id);
  return changed(c, id, 'activated');
}

export const setTerms = form(
  'terms',
  accountPage,
  ['price', 'keep', 'creditBack'],
  (c, typed, { id }: Account) => {
    const keep = typed.keep.trim();
    c.var.manage.accounts.setTerms(id, {
      pricePerPart: typed.price.trim() || null,
      keepTextDays: /^\d{1,5}$/.test(keep) ? Number(keep) : 0,
      creditBackFailed: typed.creditBack === 'yes',
    });
    return changed(c, id, 'terms');
  },
);

export const inviteToAccount = form('user', accountPage, ['email', 'role'], (c, typed, { id }: Account) =>
  invite(c, id, typed),
);

/** Returns to the account's page, which confirms the change. */
function changed(c: PageContext, id: number, done: Done) {
  return c.redirect(`/operators/accounts/${id}?done=${done}`, 303);
}

/** One account as operators see it, without its texts. */
export function accountPage(c: PageContext, account: Account) {
  const { words } = c.var;
  const { labels, account: sentences } = words;
  const path = `/operators/accounts/${account.id}`;
  const body = html`
    <form method="post" action="${path}/open" class="card">
      <p class="hint">${sentences.openHint}</p>
      <button>${sentences.open}</button>
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
  const { account: sentences } = c.var.words;
  if (state === 'suspended')
    return html`
      <p>${sentences.suspendedSince(suspendedReason)}</p>
      <form method="post" action="${path}/activate"><button>${sentences.activate}</button></form>`;
  return html`
    <p>${sentences.active}</p>
    <form method="post" action="${path}/suspend" class="inline-form">
      ${fieldsOf(c, 'suspend')('reason', sentences.reason)}
      <button class="danger">${sentences.suspend}</button>
    </form>`;
}

function credits(c: PageContext, account: Account, path: string): Html {
  const { words, write, refused } = c.var;
  const { labels, nav, account: sentences } = words;
  const [topUp, correct] = [fieldsOf(c, 'top-up'), fieldsOf(c, 'correct')];
  return html`
    <p class="figure">${words.credits(write.amount(account.balance))}</p>
    <form method="post" action="${path}/top-up" class="inline-form">
      ${topUp('credits', nav.credits, { inputmode: 'decimal', required: true })}
      ${topUp('note', sentences.noteOptional)}
      <button>${sentences.topUp}</button>
    </form>
    <details ${refused?.form === 'correct' ? 'open' : ''}>
      <summary>${sentences.correct}</summary>
      <form method="post" action="${path}/correct" class="inline-form">
        ${correct('credits', sentences.correctAmount, { required: true })}
        ${correct('note', labels.note, { required: true })}
        <button>${sentences.correct}</button>
      </form>
    </details>
    ${changesTable(c, account.id)}`;
}

function terms(c: PageContext, { terms }: Account, path: string): Html {
  const { site, write } = c.var;
  const { labels, account: sentences, money } = c.var.words;
  const field = fieldsOf(c, 'terms');
  const price = terms.pricePerPart === null ? '' : formatCredits(terms.pricePerPart);
  const hint = sentences.priceHint(write.amount(site.pricePerPart));
  const keep = String(terms.keepTextDays);
  const choices = [
    { value: 'no', label: money.failedCharged },
    { value: 'yes', label: money.failedBack },
  ];
  return html`
    <form method="post" action="${path}/terms" class="narrow">
      ${field('price', labels.price, { inputmode: 'decimal', value: price, hint })}
      ${field('keep', labels.keep, { inputmode: 'numeric', value: keep, required: true })}
      ${field('creditBack', labels.failed, { choices, value: terms.creditBackFailed ? 'yes' : 'no' })}
      <button>${sentences.saveTerms}</button>
    </form>`;
}

export const inviteOperator = form('user', servicePage, ['email'], (c, typed) => invite(c, null, typed));

export function servicePage(c: PageContext) {
  const { service, labels } = c.var.words;
  const body = html`
    ${card(service.routes, routeTable(c))}
    ${userSection(c, null, { path: '/operators/users', action: '/operators/service/users' })}
    ${card(
      service.refused,
      refusalTable(c, null, number => number),
    )}
    ${card(labels.audit, auditTable(c))}`;
  return page(c, { at: 'service', body });
}

function routeTable(c: PageContext): Html {
  const { site, words, write } = c.var;
  const { service } = words;
  if (!site.delivery.leaves) return html`<p>${words.none}</p>`;
  const list = table(service.routes, site.delivery.routes(), [
    [service.route, ({ name }) => name],
    [service.kind, ({ kind }) => kind],
    [
      service.health,
      ({ health }) =>
        health.healthy ? service.healthy : service.unhealthySince(write.moment(health.since), health.why),
    ],
    [service.underway, ({ underway }) => write.count(underway), 'right'],
  ]);
  return html`${list}<p>${service.waiting(write.count(site.delivery.backlog().waiting))}</p>`;
}

/** The latest audit entries of one account, or of all. */
function auditTable(c: PageContext, accountId?: number): Html {
  const { site, write } = c.var;
  const { labels, service, actions, none } = c.var.words;
  const names = new Map(site.store.accounts.list().map(({ id, name }) => [id, name]));
  const account: Column<AuditEntry> = [service.account, it => names.get(it.accountId ?? 0) ?? ''];
  return table<AuditEntry>(
    labels.audit,
    site.store.audit.list(MAX_ENTRIES_SHOWN, accountId),
    [
      [labels.time, ({ at }) => write.moment(at), 'time'],
      [labels.by, ({ by }) => by ?? service.command],
      [labels.what, ({ action }) => actions[action]],
      ...(accountId === undefined ? [account] : []),
      [service.about, entry => aboutOf(c, entry)],
    ],
    { none },
  );
}

/** Formats the details of an entry; changed terms with their names. */
function aboutOf(c: PageContext, { action, about }: AuditEntry): string {
  if (action !== 'terms changed' || about === null) return about ?? '';
  const { labels, money, account } = c.var.words;
  const { pricePerPart, keepTextDays, creditBackFailed } = JSON.parse(about) as TermsView;
  const failed = creditBackFailed ? money.failedBack : money.failedCharged;
  const price = pricePerPart ?? account.ownPrice;
  return `${labels.price}: ${price}; ${labels.keep}: ${keepTextDays}; ${labels.failed}: ${failed}`;
}

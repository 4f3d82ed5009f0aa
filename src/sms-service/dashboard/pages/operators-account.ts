import { html } from 'hono/html';
import type { Management } from '../../management.ts';
import { formatCredits } from '../../money.ts';
import type { Account } from '../../store/accounts.ts';
import { forOperators, idOf } from '../access.ts';
import { type Done, doneOf } from '../done.ts';
import { attempt, type Problem, readForm } from '../forms.ts';
import { page } from '../layout.ts';
import { choice, field, table } from '../pieces.ts';
import { notFound, problemPage } from '../problem-pages.ts';
import { readSession } from '../session-cookie.ts';
import type { Html, PageContext, Pages } from '../site.ts';
import { changesTable } from './credits.ts';
import { deedTable } from './operators-service.ts';
import { userSection } from './operators-users.ts';

/** One account, as the operators of the service see it: without its texts. */
export function operatorAccountPages(app: Pages): void {
  app.get(
    '/operators/accounts/:id',
    forOperators(c => {
      const id = idOf(c);
      return id === null ? notFound(c) : accountPage(c, id);
    }),
  );

  app.post(
    '/operators/accounts/:id/open',
    forOperators((c, { visitor }) => {
      const { site } = c.var;
      const id = idOf(c);
      const token = readSession(c);
      if (id === null || token === undefined) return notFound(c);
      const { email } = visitor.user;
      site.store.transaction(() => {
        const accountId = site.store.accounts.get(id).id;
        site.store.sessions.open(token, accountId);
        site.store.deeds.add({ at: site.now(), by: email, kind: 'account opened', accountId, about: null });
      });
      return c.redirect('/', 303);
    }),
  );

  changing(app, 'top-up', 'topped-up', ({ accounts }, id, form) =>
    accounts.topUp(id, form('credits').trim(), form('note')),
  );
  changing(app, 'correct', 'corrected', ({ accounts }, id, form) =>
    accounts.correct(id, form('credits').trim(), form('note')),
  );
  changing(app, 'suspend', 'suspended', ({ accounts }, id, form) => accounts.suspend(id, form('reason')));
  changing(app, 'activate', 'activated', ({ accounts }, id) => accounts.activate(id));
  changing(app, 'terms', 'terms', ({ accounts }, id, form) =>
    accounts.setTerms(id, {
      pricePerPart: form('price').trim() === '' ? null : form('price').trim(),
      keepTextDays: /^\d{1,5}$/.test(form('keep').trim()) ? Number(form('keep')) : 0,
      creditBackFailed: form('creditBack') === 'yes',
    }),
  );
}

/** A form on the account's page: does it and returns to the page, which says what was done or what was wrong. */
function changing(
  app: Pages,
  path: string,
  done: Done,
  change: (manage: Management, id: number, form: (name: string) => string) => unknown,
): void {
  const post = forOperators(async (c, { manage }) => {
    const id = idOf(c);
    if (id === null) return notFound(c);
    const form = await readForm(c);
    if (form === null) return problemPage(c, 'form', 400);
    return attempt(
      () => change(manage, id, form),
      () => c.redirect(`/operators/accounts/${id}?done=${done}`, 303),
      problem => accountPage(c, id, problem),
    );
  });
  app.post(`/operators/accounts/:id/${path}`, post);
}

function accountPage(c: PageContext, id: number, problem?: Problem) {
  const { site, words } = c.var;
  const account = site.store.accounts.get(id);
  const { account: said } = words.operators;
  const path = `/operators/accounts/${id}`;
  const body = html`<form method="post" action="${path}/open" class="card"><button>${said.open}</button><p class="hint">${said.openHint}</p></form>
${stateSection(c, account, path)}
${creditsSection(c, account, path)}
${termsSection(c, account, path)}
${userSection(c, id)}
${keySection(c, id)}
<section class="card"><h2>${said.deeds}</h2>${deedTable(c, id)}</section>`;
  return page(c, { title: said.title(account.name), body, at: 'accounts', problem, done: doneOf(c) });
}

function stateSection(c: PageContext, account: Account, path: string): Html {
  const { account: said } = c.var.words.operators;
  const suspended = account.state === 'suspended';
  return html`<section class="card"><h2>${said.stateTitle}</h2>
<p>${suspended ? said.suspendedSince(account.suspendedReason) : said.active}</p>
${
  suspended
    ? html`<form method="post" action="${path}/activate"><button>${said.activate}</button></form>`
    : html`<form method="post" action="${path}/suspend" class="inline-form">${field('reason', said.reason)}<button class="danger">${said.suspend}</button></form>`
}</section>`;
}

function creditsSection(c: PageContext, account: Account, path: string): Html {
  const { words } = c.var;
  const { account: said } = words.operators;
  const decimal = { inputmode: 'decimal', required: true } as const;
  return html`<section class="card"><h2>${said.money}</h2><p class="figure">${words.credits(formatCredits(account.balance))}</p>
<form method="post" action="${path}/top-up" class="inline-form">
${field('credits', said.amount, { ...decimal, of: 'top-up-' })}${field('note', said.noteOptional, { of: 'top-up-' })}<button>${said.topUp}</button></form>
<details><summary>${said.correct}</summary><form method="post" action="${path}/correct" class="inline-form">
${field('credits', said.correctAmount, { required: true, of: 'correct-' })}${field('note', said.note, { required: true, of: 'correct-' })}<button>${said.correctSubmit}</button></form></details>
${changesTable(c, account.id) ?? ''}</section>`;
}

function termsSection(c: PageContext, { terms }: Account, path: string): Html {
  const { site, words } = c.var;
  const { account: said } = words.operators;
  const { failedBack, failedCharged } = words.account.money;
  const price = terms.pricePerPart === null ? '' : formatCredits(terms.pricePerPart);
  const answers = [
    { value: 'no', label: failedCharged },
    { value: 'yes', label: failedBack },
  ];
  return html`<section class="card"><h2>${said.terms}</h2><form method="post" action="${path}/terms" class="narrow">
${field('price', said.price, { inputmode: 'decimal', value: price, hint: said.priceHint(formatCredits(site.pricePerPart)) })}
${field('keep', said.keep, { inputmode: 'numeric', value: String(terms.keepTextDays), required: true })}
${choice('creditBack', said.creditBack, answers, terms.creditBackFailed ? 'yes' : 'no')}
<button>${said.saveTerms}</button></form></section>`;
}

function keySection(c: PageContext, accountId: number): Html {
  const { site, words, write } = c.var;
  const { api } = words.account;
  const keys = site.store.apiKeys.list(accountId);
  const columns = [{ head: api.name }, { head: api.created }, { head: api.lastUsed }, { head: api.state }];
  const rows = keys.map(key => [
    key.name || api.unnamed(key.id),
    write.moment(key.createdAt),
    key.lastUsed === null ? api.never : write.moment(key.lastUsed.at),
    key.revokedAt === null ? api.inUse : api.revokedAt(write.moment(key.revokedAt)),
  ]);
  const { keys: title } = words.operators.account;
  return html`<section class="card"><h2>${title}</h2>${keys.length === 0 ? html`<p>${words.none}</p>` : table(title, columns, rows)}</section>`;
}

import { html } from 'hono/html';
import { forOperators } from '../access.ts';
import { doneOf } from '../done.ts';
import { page } from '../layout.ts';
import { table } from '../pieces.ts';
import type { Html, PageContext, Pages } from '../site.ts';
import { userSection } from './operators-users.ts';
import { refusalTable } from './refused.ts';

const DEEDS_SHOWN = 100;

/** The service as a whole: its routes, its operators, what was done and what was refused. */
export function operatorServicePages(app: Pages): void {
  app.get(
    '/operators/service',
    forOperators(c => {
      const { service } = c.var.words.operators;
      const body = html`<section class="card"><h2>${service.routes}</h2>${routeTable(c)}</section>
${userSection(c, null)}
<section class="card"><h2>${service.refused}</h2>${refusalTable(c, null, number => number) ?? html`<p>${service.refusedNone}</p>`}</section>
<section class="card"><h2>${service.deeds}</h2>${deedTable(c)}</section>`;
      return page(c, { title: service.title, body, at: 'service', done: doneOf(c) });
    }),
  );
}

function routeTable(c: PageContext): Html {
  const { site, words, write } = c.var;
  const { service } = words.operators;
  const routes = site.routes();
  if (!site.leaves) return html`<p>${words.none}</p>`;
  const columns = [
    { head: service.route },
    { head: service.kind },
    { head: service.health },
    { head: service.underway, right: true },
  ];
  const rows = routes.map(({ name, kind, health, underway }) => [
    name,
    kind,
    health.healthy ? service.healthy : service.unhealthySince(write.moment(health.since), health.why),
    write.count(underway),
  ]);
  return html`${table(service.routes, columns, rows)}<p>${service.waiting(write.count(site.waiting()))}</p>`;
}

/** The latest actions on one account, or on all. */
export function deedTable(c: PageContext, accountId?: number): Html {
  const { site, words, write } = c.var;
  const { service, deeds } = words.operators;
  const names = new Map(site.store.accounts.list().map(({ id, name }) => [id, name]));
  const found = site.store.deeds.list(DEEDS_SHOWN, accountId);
  if (found.length === 0) return html`<p>${words.none}</p>`;
  const columns = [
    { head: service.when },
    { head: service.who },
    { head: service.what },
    ...(accountId === undefined ? [{ head: service.account }] : []),
    { head: service.about },
  ];
  const rows = found.map(it => [
    write.moment(it.at),
    it.by ?? service.command,
    deeds[it.kind],
    ...(accountId === undefined ? [it.accountId === null ? '–' : (names.get(it.accountId) ?? '–')] : []),
    it.about ?? '',
  ]);
  return table(service.deeds, columns, rows);
}

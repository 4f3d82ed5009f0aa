import { html } from 'hono/html';
import type { AuditEntry } from '../../store/audit.ts';
import { refusalTable } from '../account/log.ts';
import { type Column, card, table } from '../components.ts';
import { type Html, type PageContext, pages } from '../context.ts';
import { form } from '../forms.ts';
import { page } from '../layout.ts';
import { invite, userSection } from '../people.ts';

const ENTRIES_SHOWN = 100;

/** The service as a whole: its routes, its operators, what was done and what was refused. */
export function servicePages() {
  return pages()
    .get('/', c => servicePage(c))
    .post('/users', form('email'), c => invite(c, null, c.req.valid('form'), servicePage));
}

function servicePage(c: PageContext) {
  const { operators, labels } = c.var.words;
  const { service } = operators;
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
  const { service } = words.operators;
  if (!site.leaves) return html`<p>${words.none}</p>`;
  const list = table(service.routes, site.routes(), [
    [service.route, ({ name }) => name],
    [service.kind, ({ kind }) => kind],
    [
      service.health,
      ({ health }) =>
        health.healthy ? service.healthy : service.unhealthySince(write.moment(health.since), health.why),
    ],
    [service.underway, ({ underway }) => write.count(underway), 'right'],
  ]);
  return html`${list}<p>${service.waiting(write.count(site.waiting()))}</p>`;
}

/** The latest entries of the audit log about one account, or about all. */
export function auditTable(c: PageContext, accountId?: number): Html {
  const { site, words, write } = c.var;
  const { labels, operators, none } = words;
  const { service, actions } = operators;
  const names = new Map(site.store.accounts.list().map(({ id, name }) => [id, name]));
  const account: Column<AuditEntry> = [service.account, it => names.get(it.accountId ?? 0) ?? ''];
  return table<AuditEntry>(
    labels.audit,
    site.store.audit.list(ENTRIES_SHOWN, accountId),
    [
      [labels.time, ({ at }) => write.moment(at)],
      [labels.by, ({ by }) => by ?? service.command],
      [labels.what, ({ action }) => actions[action]],
      ...(accountId === undefined ? [account] : []),
      [service.about, ({ about }) => about ?? ''],
    ],
    { none },
  );
}

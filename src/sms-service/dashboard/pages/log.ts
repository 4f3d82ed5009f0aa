import { html } from 'hono/html';
import { dayOf, writeDay } from '../../days.ts';
import { type EntryState, entryStates } from '../../delivery/states.ts';
import { formatCredits } from '../../money.ts';
import { maskNumber, type Rights } from '../../people/roles.ts';
import type { LogLine } from '../../store/log-search.ts';
import { type AccountLook, forAccount, idOf } from '../access.ts';
import type { Problem } from '../forms.ts';
import { page } from '../layout.ts';
import { pageAfter, readSearch, type TypedSearch } from '../log-query.ts';
import { choice, facts, field, table } from '../pieces.ts';
import { notFound } from '../problem-pages.ts';
import type { Html, PageContext, Pages } from '../site.ts';
import { whyOf } from '../why.ts';

const PAGE_SIZE = 25;

/** Every accepted text, newest first, and the story of one. */
export function logPages(app: Pages): void {
  app.get(
    '/log',
    forAccount((c, look) => logPage(c, look)),
  );

  app.get(
    '/log/:id{[0-9]+}',
    forAccount((c, look) => {
      const id = idOf(c);
      const entry = id === null ? null : c.var.site.store.logSearch.entry(look.account.id, id);
      return entry === null ? notFound(c) : entryPage(c, look, entry);
    }),
  );
}

/** A number as somebody with these rights may see it. */
export function shownNumber(number: string, { fullNumbers }: Rights): string {
  return fullNumbers ? number : maskNumber(number);
}

/** The log; with a problem if the period asked for as CSV was wrong. */
export function logPage(c: PageContext, look: AccountLook, csvProblem?: Problem) {
  const { site, words } = c.var;
  const { log } = words.account;
  const { typed, query, problem } = readSearch(csvProblem === undefined ? c.req.query() : {});
  const found = problem === undefined ? site.store.logSearch.page(look.account.id, query, PAGE_SIZE + 1) : [];
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  const searched = Object.values(typed).some(value => value !== '');
  const older = last !== undefined && found.length > PAGE_SIZE ? pageAfter(typed, last) : null;
  const body = html`${searchForm(c, typed)}
<section class="card">${shown.length === 0 ? html`<p>${searched || problem ? log.nothingFits : log.nothing}</p>` : entryTable(c, look, shown)}
<p class="row">${query.before === undefined ? '' : html`<a href="/log">${words.newest}</a>`}${older === null ? '' : html`<a rel="next" href="${older}">${words.older}</a>`}</p></section>
<p><a href="/log/refused">${log.refusedLink}</a></p>
${csvForm(c)}`;
  return page(c, { title: log.title, body, at: 'log', problem: problem ?? csvProblem });
}

function searchForm(c: PageContext, typed: TypedSearch): Html {
  const { log } = c.var.words.account;
  const searched = Object.values(typed).some(value => value !== '');
  const states = [
    { value: '', label: log.anyState },
    ...entryStates.map(state => ({ value: state, label: c.var.words.states[state] })),
  ];
  return html`<form method="get" action="/log" role="search" class="card inline-form">
${field('number', log.number, { type: 'search', inputmode: 'tel', value: typed.number })}
${field('day', log.day, { type: 'date', value: typed.day })}
${choice('state', log.state, states, typed.state)}
<button>${log.search}</button>${searched ? html` <a class="clear" href="/log">${log.clear}</a>` : ''}</form>`;
}

function entryTable(c: PageContext, { rights }: AccountLook, entries: LogLine[]): Html {
  const { words, write } = c.var;
  const { log } = words.account;
  const columns = [
    { head: log.id },
    { head: log.time },
    { head: log.number },
    { head: log.parts, right: true },
    { head: log.cost, right: true },
    { head: log.balance, right: true },
    { head: log.state },
  ];
  const rows = entries.map(entry => [
    html`<a href="/log/${entry.logId}">${entry.logId}</a>`,
    write.moment(entry.sentAt),
    html`<span class="number">${shownNumber(entry.number, rights)}</span>`,
    entry.parts,
    formatCredits(entry.cost),
    formatCredits(entry.balance),
    stateOf(c, entry.state),
  ]);
  return table(log.title, columns, rows, 'compact');
}

function stateOf(c: PageContext, state: EntryState): Html {
  return html`<span class="state ${state}">${c.var.words.states[state]}</span>`;
}

function csvForm(c: PageContext): Html {
  const { log } = c.var.words.account;
  const today = dayOf(c.var.site.now());
  return html`<form method="get" action="/log.csv" class="card"><h2>${log.csv}</h2><p class="hint">${log.csvHint}</p>
<div class="inline-form">${field('from', log.from, { type: 'date', required: true, value: writeDay(today - 29) })}
${field('to', log.to, { type: 'date', required: true, value: writeDay(today) })}
<button>${log.download}</button></div></form>`;
}

function entryPage(c: PageContext, look: AccountLook, entry: LogLine) {
  const { site, words, write } = c.var;
  const { log, api } = words.account;
  const key = site.store.apiKeys.get(entry.apiKeyId);
  const text =
    entry.message === ''
      ? html`<p class="hint">${log.forgotten(look.account.terms.keepTextDays)}</p>`
      : html`<p class="message">${entry.message}</p>`;
  const body = html`<section class="card">
${facts([
  [log.time, write.moment(entry.sentAt)],
  [log.number, html`<span class="number">${shownNumber(entry.number, look.rights)}</span>`],
  [log.state, stateOf(c, entry.state)],
  [log.parts, entry.parts],
  [log.cost, formatCredits(entry.cost)],
  [log.balance, formatCredits(entry.balance)],
  [log.key, key.name || api.unnamed(key.id)],
])}
<h2>${log.text}</h2>${text}</section>
<section class="card"><h2>${log.story}</h2>${story(c, look, entry)}</section>
<p><a href="/log">${log.back}</a></p>`;
  return page(c, { title: log.entry(entry.logId), body, at: 'log' });
}

/** What became of a text and of its credits, in order of time. */
function story(c: PageContext, { rights }: AccountLook, entry: LogLine): Html {
  const { site, words, write } = c.var;
  const { log } = words.account;
  const by = entry.route === null || !rights.carriers ? '' : ` (${log.route}: ${entry.route})`;
  const why = whyOf(entry);
  const detail = entry.reason === null || !rights.carriers ? '' : ` (${entry.reason})`;
  const ended =
    entry.endedAt === null
      ? []
      : [
          {
            at: entry.endedAt,
            what: `${words.states[entry.state]}${why ? `: ${log.why[why]}` : ''}${detail}`,
          },
        ];
  const steps = [
    { at: entry.sentAt, what: words.states.accepted },
    ...(entry.submittedAt === null
      ? []
      : [{ at: entry.submittedAt, what: `${words.states.submitted}${by}` }]),
    ...ended,
    ...site.store.ledgerPages.ofText(entry.logId).map(({ at, kind, amount, balance }) => ({
      at,
      what:
        kind === 'credit back'
          ? log.creditedBack(formatCredits(amount), formatCredits(balance))
          : log.charged(formatCredits(-amount), formatCredits(balance)),
    })),
  ].sort((a, b) => a.at - b.at);
  return html`<ol class="story">${steps.map(({ at, what }) => html`<li><time>${write.moment(at)}</time> ${what}</li>`)}</ol>
${why === 'waits' ? html`<p>${log.why.waits}${detail}</p>` : ''}`;
}

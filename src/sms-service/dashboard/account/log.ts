import { html } from 'hono/html';
import { z } from 'zod';
import { localNumber, SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import { type EntryState, entryStates } from '../../delivery/rules.ts';
import { maskNumber } from '../../people/roles.ts';
import type { LogLine, LogQuery } from '../../store/texts.ts';
import { DAY_MS, dayOf, parseDay, writeDay } from '../../time.ts';
import { card, descriptions, table } from '../components.ts';
import type { Html, PageContext, Refused } from '../context.ts';
import { fieldsOf } from '../forms.ts';
import { page } from '../layout.ts';
import type { Words } from '../words/words.ts';
import { keyName } from './api.ts';

const PAGE_SIZE = 25;

const searchSchema = z.object({
  number: z.string().max(100).catch(''),
  day: z.string().max(100).catch(''),
  state: z.enum(['', ...entryStates]).catch(''),
  /** The time and id of the previous page's last entry; undefined for the first page. */
  before: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .transform(place => place.split('-').map(Number))
    .optional()
    .catch(undefined),
});
type Search = z.output<typeof searchSchema>;
const NO_SEARCH: Search = { number: '', day: '', state: '' };

/** A number as the user may see it. */
export function shownNumber(c: PageContext, number: string): string {
  return c.var.permissions.fullNumbers ? number : maskNumber(number);
}

/** Reads a search, or returns its error. Numbers may contain spaces and hyphens. */
function readSearch(c: PageContext, search: Search): LogQuery | Pick<Refused, 'field' | 'says'> {
  const { problems } = c.var.words;
  // Searching by number would reveal masked numbers.
  const digits = c.var.permissions.fullNumbers ? search.number.replace(/[\s-]/g, '') : '';
  const number = digits === '' ? undefined : localNumber(digits);
  const day = search.day.trim() === '' ? undefined : parseDay(search.day.trim());
  if (number === null) return { field: 'number', says: problems.number };
  if (day === null) return { field: 'day', says: problems.day };
  const [sentAt = 0, logId = 0] = search.before ?? [];
  const state = search.state === '' ? undefined : search.state;
  return { number, day, state, before: search.before && { sentAt, logId } };
}

/** The accepted texts that match the search, newest first. */
export function searchedLog(c: PageContext) {
  return logPage(c, searchSchema.parse(c.req.query()));
}

export function logPage(c: PageContext, search: Search = NO_SEARCH) {
  const { site, words, account } = c.var;
  const { log, refused: refusals } = words;
  const { before, ...typed } = search;
  const query = readSearch(c, search);
  if ('says' in query) c.set('refused', { form: 'search', typed, ...query });
  const matches = 'says' in query ? [] : site.store.log.page(account.id, query, PAGE_SIZE + 1);
  const shown = matches.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  const searched = Object.entries(typed).filter(([, value]) => value !== '');
  const older = new URLSearchParams([...searched, ['before', `${last?.sentAt}-${last?.logId}`]]);
  const pageLinks = html`
    <p class="row">
      ${before && html`<a href="/log">${words.newest}</a>`}
      ${matches.length > PAGE_SIZE && html`<a rel="next" href="/log?${older}">${words.older}</a>`}
    </p>`;
  const body = html`
    ${searchForm(c, search, searched.length > 0)}
    <section class="card">
      ${entryTable(c, shown, searched.length > 0 ? log.nothingFits : log.nothing)}
      ${(before || matches.length > PAGE_SIZE) && pageLinks}
    </section>
    <p><a href="/log/refused">${refusals.title}</a></p>
    ${csvForm(c)}`;
  return page(c, { at: 'log', body });
}

function searchForm(c: PageContext, { number, day, state }: Search, searched: boolean): Html {
  const { words, permissions } = c.var;
  const { labels, log } = words;
  const field = fieldsOf(c, 'search');
  const states = entryStates.map(value => ({ value, label: words.states[value] }));
  const choices = [{ value: '', label: log.anyState }, ...states];
  const byNumber = field('number', labels.number, { type: 'search', inputmode: 'tel', value: number });
  return html`
    <form method="get" action="/log" role="search" class="card inline-form">
      ${permissions.fullNumbers && byNumber}
      ${field('day', labels.day, { type: 'date', value: day })}
      ${field('state', labels.state, { choices, value: state })}
      <button>${log.search}</button>
      ${searched && html`<a class="clear" href="/log">${log.clear}</a>`}
    </form>`;
}

function entryTable(c: PageContext, entries: LogLine[], none: string): Html {
  const { words, write } = c.var;
  const { labels, log } = words;
  return table(
    words.nav.log,
    entries,
    [
      [log.id, ({ logId }) => html`<a href="/log/${logId}">${logId}</a>`],
      [labels.time, ({ sentAt }) => write.moment(sentAt), 'time'],
      [labels.number, ({ number }) => html`<span class="number">${shownNumber(c, number)}</span>`],
      [log.text, ({ message }) => beginningOf(message), 'words'],
      [labels.parts, ({ parts }) => write.count(parts), 'right'],
      [labels.cost, ({ cost }) => write.amount(cost), 'decimal'],
      [log.balance, ({ balance }) => write.amount(balance), 'extra'],
      [labels.state, ({ state }) => stateOf(c, state)],
    ],
    { none, compact: true },
  );
}

/** The beginning of a message, long enough to recognise it. */
function beginningOf(message: string): string {
  const characters = [...message];
  return characters.length > MAX_BEGINNING_LENGTH
    ? `${characters.slice(0, MAX_BEGINNING_LENGTH).join('').trimEnd()}…`
    : message;
}
const MAX_BEGINNING_LENGTH = 60;

function stateOf(c: PageContext, state: EntryState): Html {
  return html`<span class="state ${state}">${c.var.words.states[state]}</span>`;
}

function csvForm(c: PageContext): Html {
  const { log } = c.var.words;
  const today = dayOf(c.var.site.now());
  const field = fieldsOf(c, 'csv');
  const content = html`
    <p class="hint">${log.csvHint}</p>
    <form method="get" action="/log.csv" class="inline-form">
      ${field('from', log.from, { type: 'date', required: true, value: writeDay(today - 29) })}
      ${field('to', log.to, { type: 'date', required: true, value: writeDay(today) })}
      <button>${log.download}</button>
    </form>`;
  return card(log.csv, content);
}

/** One text and its history. */
export function entryPage(c: PageContext, entry: LogLine) {
  const { site, write, account } = c.var;
  const { labels, log } = c.var.words;
  const forgotten = html`<p class="hint">${log.forgotten(account.terms.keepTextDays)}</p>`;
  const about = descriptions([
    [labels.time, write.moment(entry.sentAt)],
    [labels.number, html`<span class="number">${shownNumber(c, entry.number)}</span>`],
    [labels.state, stateOf(c, entry.state)],
    [labels.parts, write.count(entry.parts)],
    [labels.cost, write.amount(entry.cost)],
    [log.balance, write.amount(entry.balance)],
    [labels.key, keyName(c, site.store.apiKeys.get(entry.apiKeyId))],
  ]);
  const body = html`
    <section class="card">
      ${about}
      <h2>${log.text}</h2>
      ${entry.message === '' ? forgotten : html`<p class="message">${entry.message}</p>`}
    </section>
    ${card(log.story, history(c, entry))}
    <p><a href="/log">${log.back}</a></p>`;
  return page(c, { at: 'log', title: log.entry(entry.logId), body });
}

/** The history of a text and its credits, in order of time. */
function history(c: PageContext, entry: LogLine): Html {
  const { site, words, write, permissions } = c.var;
  const { log } = words;
  const byRoute = entry.route === null || !permissions.carriers ? '' : ` (${log.route}: ${entry.route})`;
  const why = reasonOf(entry);
  const detail = entry.reason === null || !permissions.carriers ? '' : ` (${entry.reason})`;
  const money = site.store.ledger.ofText(entry.logId).map(({ at, kind, amount, balance }) => {
    const remaining = write.amount(balance);
    const sentence =
      kind === 'credit back'
        ? log.creditedBack(write.amount(amount), remaining)
        : log.charged(write.amount(-amount), remaining);
    return { at, sentence };
  });
  const ended = `${words.states[entry.state]}${why ? `: ${log.why[why]}` : ''}${detail}`;
  const steps = [
    { at: entry.sentAt, sentence: words.states.accepted },
    { at: entry.submittedAt, sentence: `${words.states.submitted}${byRoute}` },
    { at: entry.endedAt, sentence: ended },
    ...money,
  ]
    .flatMap(({ at, sentence }) => (at === null ? [] : [{ at, sentence }]))
    .sort((a, b) => a.at - b.at);
  return html`
    <ol class="story">
      ${steps.map(({ at, sentence }) => html`<li><time>${write.moment(at)}</time> ${sentence}</li>`)}
    </ol>
    ${why === 'waits' ? html`<p>${log.why.waits}${detail}</p>` : ''}`;
}

/** A reason that has a sentence for accounts. */
type Reason = keyof Words['log']['why'];

/**
 * The reason for a text's state; null if there is nothing to add. It doesn't quote the carrier, whose own words only
 * operators see. A text that failed before any part of it left has no route.
 */
export function reasonOf({
  state,
  submittedAt,
  reason,
  route,
  parts,
}: Pick<LogLine, 'state' | 'submittedAt' | 'reason' | 'route' | 'parts'>): Reason | null {
  switch (state) {
    case 'accepted':
      return reason === null ? null : 'waits';
    case 'failed':
      if (submittedAt !== null) return 'notDelivered';
      return route === null || parts === 1 ? 'notTaken' : 'partlyTaken';
    case 'unknown':
      return submittedAt === null ? 'notConfirmed' : 'carrierUnsure';
    default:
      return null;
  }
}

const MAX_REFUSALS_SHOWN = 200;

export function refusedPage(c: PageContext) {
  const { refused, log } = c.var.words;
  const shown = (number: string) => shownNumber(c, number);
  const body = html`
    <p class="lead">${refused.intro}</p>
    <section class="card">${refusalTable(c, c.var.account.id, shown)}</section>
    <p><a href="/log">${log.back}</a></p>`;
  return page(c, { at: 'log', title: refused.title, body });
}

/** Lists an account's refusals of the last day; `accountId` null lists those of requests without a known key. */
export function refusalTable(
  c: PageContext,
  accountId: number | null,
  shown: (number: string) => string,
): Html {
  const { site, write, manage } = c.var;
  const { labels, none, refused } = c.var.words;
  site.flush();
  const recent = site.store.refusals.list(accountId, site.now() - DAY_MS, MAX_REFUSALS_SHOWN);
  const keys = accountId === null ? [] : manage.keys.list(accountId);
  const nameOf = (id: number) => keyName(c, keys.find(key => key.id === id) ?? { id, name: '' });
  const list = table(
    refused.title,
    recent,
    [
      [labels.time, it => write.moment(it.at), 'time'],
      [labels.code, ({ code }) => html`<code>${code}</code>`],
      [labels.meaning, ({ code }) => meaningOf(c, code)],
      [labels.key, ({ apiKeyId }) => (apiKeyId === null ? '' : nameOf(apiKeyId))],
      [labels.number, ({ number }) => (number === null ? '' : shown(number))],
      [refused.address, ({ address }) => address],
      [labels.times, ({ times }) => write.count(times), 'right'],
    ],
    { none },
  );
  return html`${list}${recent.length === MAX_REFUSALS_SHOWN && html`<p class="hint">${refused.newest(MAX_REFUSALS_SHOWN)}</p>`}`;
}

export function meaningOf(c: PageContext, code: string): string {
  return code in SPEC_ERRORS ? c.var.words.errors[code as SpecErrorCode].when : '';
}

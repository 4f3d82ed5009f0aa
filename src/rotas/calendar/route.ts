import type { RequestListener } from 'node:http';
import type { Clock } from '../../kit/clock.ts';
import type { Visits } from '../../kit/http/rate-limit.ts';
import { internationalNumber, type ShowNumber } from '../../kit/number.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { readerProblem } from '../../texts/sending/send-policy.ts';
import { plainName } from '../../texts/slack/recipient-options.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import type { KnownNumbers, People } from '../../workspace/people.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import type { Rotas } from '../service.ts';
import type { CalendarAddress, CalendarAddresses } from './addresses.ts';
import { type CalendarEvent, type CalendarOf, calendarFile, eventsOf } from './events.ts';

export const CALENDAR_PATH = '/calendar/';

/**
 * A calendar behind its secret address, for as long as the person who made the address may see who is on call. What may be wrong with an
 * address isn't said: a stranger learns nothing.
 */
export function calendarRoute(deps: {
  addresses: Pick<CalendarAddresses, 'find'>;
  rotas: Pick<Rotas, 'list' | 'holidays'>;
  people: Pick<People, 'facts' | 'knownName'>;
  teammates: KnownNumbers;
  settings: SettingsOf;
  words: Pick<WordsFor, 'of'>;
  visits: Visits;
  clock: Pick<Clock, 'wall'>;
}): RequestListener {
  const { addresses, rotas, people, teammates, settings, words, visits, clock } = deps;

  async function subjectOf({
    workspace,
    rota: id,
    by,
  }: CalendarAddress & { workspace: string }): Promise<CalendarOf | null> {
    const all = await rotas.list(workspace);
    if (id !== null) {
      const rota = all.find(each => each.id === id);
      return rota ? { rota } : null;
    }
    const numbers = await teammates.numbers(workspace);
    const isTheirs = (person: Recipient): boolean =>
      (person.kind === 'teammate' && person.userId === by) ||
      (person.kind === 'number' && numbers.get(person.number) === by);
    return { rotas: all, isTheirs };
  }

  /** Each teammate's name as Slack tells it; others' as the rota has it. */
  async function namesOf(
    workspace: string,
    events: readonly CalendarEvent[],
    show: ShowNumber,
  ): Promise<(person: Recipient) => string> {
    const userIds = new Set(
      events.flatMap(({ person }) => (person?.kind === 'teammate' ? person.userId : [])),
    );
    const names = new Map(
      await Promise.all(
        [...userIds].map(async userId => [userId, await people.knownName(workspace, userId)] as const),
      ),
    );
    return person =>
      (person.kind === 'teammate' ? names.get(person.userId) : null) ?? plainName(person, show);
  }

  return async (request, response) => {
    const end = (status: number, headers: Record<string, string> = {}, body = ''): void => {
      response
        .writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
        .end(request.method === 'HEAD' ? '' : body);
    };
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(405, { allow: 'GET, HEAD' });
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    const token = path.slice(CALENDAR_PATH.length).replace(/\.ics$/, '');
    const later = (waitMs: number): void => end(429, { 'retry-after': String(Math.ceil(waitMs / 1000)) });
    const anyWaitMs = visits.any(request);
    if (anyWaitMs > 0) return later(anyWaitMs);
    const address = await addresses.find(token);
    const waitMs = address ? visits.found(token) : visits.inVain(request);
    if (waitMs > 0) return later(waitMs);
    if (!address) return end(404);
    const { workspace, by } = address;
    const [facts, rules] = await Promise.all([people.facts(workspace, by), settings.of(workspace)]);
    const problem = readerProblem(facts, rules);
    if (problem?.kind === 'SLACK_AWAY') return end(503, { 'retry-after': '300' });
    const subject = problem ? null : await subjectOf(address);
    if (!subject) return end(404);
    const now = clock.wall();
    const events = eventsOf(subject, await rotas.holidays(workspace), now);
    const wording = await words.of(workspace, by);
    const nameOf = await namesOf(
      workspace,
      events,
      rules.maskNumbers ? showingNumbers(rules) : internationalNumber,
    );
    const file = calendarFile(events, {
      name: wording.calendars.name('rota' in subject ? subject.rota.name : null),
      summary: event => summaryOf(wording, event, event.person && nameOf(event.person)),
      now,
    });
    end(200, { 'content-type': 'text/calendar; charset=utf-8' }, file);
  };
}

const summaryOf = ({ calendars }: Wording, { rota, place }: CalendarEvent, person: string | null): string =>
  calendars.event({ rota: rota.name, isSecond: place === 'second', person });

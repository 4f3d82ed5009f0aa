import { createHooks } from '../../../src/alerts/hooks.ts';
import { alertmanager } from '../../support/hooks.ts';
import type { FastTime } from '../support/fast-time.ts';
import { type Beside, onStore } from './beside.ts';
import type { City, Team } from './city.ts';
import type { Dice } from './dice.ts';

export const PUBLIC_URL = 'https://sms.example.com';
const MINUTE = 60_000;
/** How soon somebody tries or looks again, at most, on the machine's clock. */
const LOOK_MS = 200;
/** What was being sent when somebody acknowledged may still go out. */
const UNDER_WAY_MS = 10_000;

/** Who takes an incident: whoever is texted first, whoever is next, or nobody. */
const TAKERS = ['first', 'second', 'nobody'] as const;

/** One alert, with its own hook and two people. Times are the app's. */
export type Incident = {
  name: string;
  first: string;
  second: string;
  taker: (typeof TAKERS)[number];
  call(status: 'firing' | 'resolved'): Promise<void>;
  /** When a call that it fires was answered with 202. */
  calledAt: number | null;
  /** When the page said that its reader has it. */
  takenAt: number | null;
  /** Whether it no longer said so later. */
  forgotten: boolean;
};

/** Makes hooks on the app's own store, before it runs: one for each incident. */
export async function createIncidents(
  { teams }: City,
  dice: Dice,
  given: Beside & { fast: FastTime; count: number; target: () => string | null },
): Promise<Incident[]> {
  const { count, target, fast } = given;
  return onStore(given, async ({ documents, revisions, audit, now, wall }) => {
    const hooks = createHooks({
      documents,
      revisions,
      audit,
      clock: { now, wall, after: () => () => undefined },
    });
    const incidents: Incident[] = [];
    for (let nth = 0; nth < count; nth++) {
      const team = teams[nth % teams.length] as Team;
      const taker = TAKERS[Math.floor(dice.below(TAKERS.length))] ?? 'nobody';
      const tail = String(12_340_000 + nth);
      const [first, second] = [`017${tail}`, `018${tail}`];
      const to = (number: string) => [{ kind: 'number' as const, number: number as never }];
      const made = await hooks.create(team.id, team.user, {
        name: `Hook ${nth}`,
        recipients: to(first),
        channel: team.channel,
        escalation: {
          firstMinutes: 1,
          steps: [{ to: to(second), minutes: 1 }],
          rounds: 1,
          severities: ['critical'],
        },
        link: true,
      });
      if (typeof made === 'string') throw new Error(`No hook was made: ${made}`);
      const name = `Alert${nth}`;
      const startsAt = new Date(fast.clock.wall()).toISOString();
      const incident: Incident = {
        ...{ name, first, second, taker, calledAt: null, takenAt: null, forgotten: false },
        /** As Alertmanager does: again, until it is told that it is stored. */
        async call(status) {
          const body = JSON.stringify(
            alertmanager(name, { [name]: { status, severity: 'critical', startsAt } }),
          );
          const headers = { 'content-type': 'application/json', authorization: `Bearer ${made.token}` };
          for (;;) {
            const answer = await ask(target(), `/hooks/${made.hook.id}`, { method: 'POST', headers, body });
            if (answer?.status === 202) break;
            await dice.moment(LOOK_MS);
          }
          if (status === 'firing') incident.calledAt ??= fast.clock.wall();
        },
      };
      incidents.push(incident);
    }
    return incidents;
  });
}

type Around = { city: City; dice: Dice; fast: FastTime; target: () => string | null; isOver: () => boolean };

/** Lets one incident happen, until its taker has it, or everybody was texted. */
export async function live(incident: Incident, around: Around): Promise<void> {
  const { city, dice, fast, target, isOver } = around;
  const { taker, first, second } = incident;
  const until = async (look: () => boolean): Promise<void> => {
    while (!look() && !isOver()) await dice.moment(LOOK_MS);
  };
  await incident.call('firing');
  const number = taker === 'first' ? first : second;
  await until(() => pathTo(number, city) !== undefined);
  const path = pathTo(number, city);
  if (taker === 'nobody' || path === undefined) return;
  await dice.moment(MINUTE / fast.clock.speed());
  while (incident.takenAt === null && !isOver()) {
    const body = new URLSearchParams({ what: 'take' });
    await ask(target(), path, { method: 'POST', body, redirect: 'manual' });
    if (await hasIt(path, around)) incident.takenAt = fast.clock.wall();
    else await dice.moment(LOOK_MS);
  }
}

/** Notes whether whoever acknowledged still has it. */
export async function lookAgain(incident: Incident, around: Around): Promise<void> {
  const { city, dice, isOver } = around;
  const path = pathTo(incident.taker === 'first' ? incident.first : incident.second, city);
  if (incident.takenAt === null || path === undefined) return;
  incident.forgotten = true;
  while (incident.forgotten && !isOver()) {
    await dice.moment(LOOK_MS);
    incident.forgotten = !(await hasIt(path, around));
  }
}

/** Of the link in a number's text. */
const pathTo = (number: string, { service }: City): string | undefined =>
  service.log
    .list()
    .filter(text => text.number === number)
    .map(({ message }) => new RegExp(`${PUBLIC_URL}(/a/\\w+)$`).exec(message)?.[1])
    .find(path => path !== undefined);

const hasIt = async (path: string, { target }: Around): Promise<boolean> => {
  const answer = await ask(target(), path, {});
  const page = await answer?.text().catch(() => undefined);
  return page?.includes('You have it') ?? false;
};

/** Null: nobody answered. */
const ask = (url: string | null, path: string, request: RequestInit): Promise<Response | null> =>
  url === null ? Promise.resolve(null) : fetch(url + path, request).catch(() => null);

/**
 * What is wrong with how an incident went, in words; usually nothing.
 *
 * @param unsure numbers with a text of which nobody knows whether it went out: people are told so, and it isn't sent again
 */
export function faultsIn(incident: Incident, { service }: City, unsure: ReadonlySet<string>): string[] {
  const { first, second, taker, takenAt, forgotten } = incident;
  const texts = service.requests.list().filter(({ number }) => number === first || number === second);
  const count = (number: string, word: string): number =>
    texts.filter(text => text.number === number && text.message?.startsWith(word)).length;
  const [toFirst, toSecond] = [count(first, 'CRITICAL'), count(second, 'CRITICAL')];
  const isTold = (number: string, word: string): boolean => count(number, word) > 0 || unsure.has(number);
  const knowsEnd = (number: string): boolean => count(number, 'CRITICAL') === 0 || isTold(number, 'RESOLVED');
  const wrong: [boolean, string][] = [
    [!isTold(first, 'CRITICAL'), 'nobody was texted'],
    [toFirst > 1 || toSecond > 1, 'somebody was texted twice'],
    [taker !== 'first' && !isTold(second, 'CRITICAL'), 'the second step is lost'],
    [
      takenAt !== null &&
        texts.some(({ at, message }) => message?.startsWith('CRITICAL') && at > takenAt + UNDER_WAY_MS),
      'somebody was texted after it was acknowledged',
    ],
    [
      taker !== 'nobody' && takenAt === null && !unsure.has(first) && !unsure.has(second),
      'it could not be acknowledged',
    ],
    [forgotten, 'it is forgotten who acknowledged it'],
    [count(first, 'RESOLVED') > 1 || count(second, 'RESOLVED') > 1, 'its end was texted twice'],
    [!knowsEnd(first) || !knowsEnd(second), 'somebody was not told that it is over'],
  ];
  return wrong.filter(([is]) => is).map(([, words]) => words);
}

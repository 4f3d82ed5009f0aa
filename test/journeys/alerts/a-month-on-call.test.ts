import { expect, test } from 'vitest';
import { CRITICAL_BUCKETS } from '../../../src/alerts/policy/texts/number-limits.ts';
import { rotaAs } from '../../../src/rotas/rota.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';
import { type Caller, makeHook, ON_CALL } from '../../support/hooks.ts';
import {
  beginMonth,
  createMonth,
  type Month,
  NAMES,
  type Name,
  NUMBERS,
  timelineFile,
} from '../../support/month-on-call.ts';
import { muteFromPost } from '../../support/mutes.ts';
import { direct, minutes } from '../../support/on-call.ts';
import { openFromHome } from '../../support/people-modal.ts';
import { keepPolicy } from '../../support/policies.ts';
import { ADMIN, HOUR, passUntil, type Stage } from '../../support/stage.ts';
import { askForSwap, hears, keepDailyRota, memberNamed } from '../../support/swaps.ts';
import { opened, submitForm } from '../../support/views.ts';

/*
 * Four weeks of a team of six, from Sunday, 22 November 2026: at every stop, the calendars, `/sms oncall`, Home, `/sms alerts`, the posts,
 * the timelines and the SMS service's log agree (see month-on-call.ts).
 */

const once = { rounds: 1, severities: ['critical' as const], mention: false };

/** Two rotas, a policy with a route to it, and a hook for each rota. */
async function setUp() {
  const stage = await createMonth('2026-11-22 10:00');
  const people = (...names: Name[]) => ({ people: names.map(name => memberNamed(stage, name)) });
  // Kamal wants a message first, and a text only if he doesn't answer within three minutes.
  const form = await opened(stage, 'kamal', () => stage.slack.command({ user: 'kamal', text: 'calling' }));
  await submitForm(stage, form, {
    calling_first: 'message',
    calling_second: 'text',
    calling_second_minutes: '3',
  });
  const servers = await keepDailyRota(stage, ['nusrat', 'rafiq', 'shirin'], {
    hours: 168,
    time: '09:00',
    second: people('rafiq', 'shirin', 'nusrat'),
    weekends: { ...people('tahmina', 'imran'), days: [5, 6] },
    channel: ON_CALL,
  });
  const sites = await keepDailyRota(stage, ['shirin', 'tahmina'], {
    name: 'Sites',
    time: '09:00',
    nights: { ...people('imran', 'rafiq'), from: '22:00', to: '06:00' },
    holidays: 'nobody',
    texts: true,
  });
  const db = await keepPolicy(stage, {
    name: 'DB',
    steps: [
      { to: people('kamal').people, minutes: 5 },
      { to: people('tahmina').people, minutes: 10 },
    ],
  });
  const hookFor = (name: string, to: Recipient, more: object = {}): Promise<Caller> =>
    makeHook(stage, { name, recipients: [to], escalation: { firstMinutes: 5, steps: [], ...once }, ...more });
  const routes = [{ labels: [{ name: 'team', values: ['db'] }], policy: db }];
  const serversHook = await hookFor('Prometheus', rotaAs(servers), { routes, link: true });
  const sitesHook = await hookFor('Probes', rotaAs(sites), { link: true });
  return { month: await beginMonth(stage), serversHook, sitesHook };
}

/** The lines of the newest post of sums that a Monday morning has made for a hook. */
async function postLines({ stage }: Month, hook: string, sums: string): Promise<string[]> {
  const find = () => stage.posts(new RegExp(`\\*${hook}\\*, ${sums}`)).at(-1)?.text ?? '';
  await passUntil(stage, () => find() !== '');
  return find().split('\n');
}

/** What a hook's newest post about its last week counts. */
async function weekOf(month: Month, hook: string): Promise<{ incidents: number; texts: number }> {
  const lines = await postLines(month, hook, 'last week');
  const [, incidents, texts] = /(\d+) incidents?, (\d+) texts?\./.exec(lines.join('\n')) ?? [];
  return { incidents: Number(incidents), texts: Number(texts) };
}

/** The most texts that a number got within any such time. */
function mostWithin({ service }: Stage, number: string, ms: number): number {
  const times = service.log.list().flatMap(text => (text.number === number ? text.sentAt : []));
  return Math.max(0, ...times.map(at => times.filter(each => each >= at && each < at + ms).length));
}

/** Presses "Acknowledge" on the pages behind the links of texts. */
async function takeOnPhone(stage: Stage, texts: readonly string[]): Promise<void> {
  for (const text of texts) {
    const [path = ''] = /\/a\/\w+$/.exec(text) ?? [];
    let isDone = false;
    const body = new URLSearchParams({ what: 'take' });
    void fetch(stage.appUrl + path, { method: 'POST', body }).then(() => {
      isDone = true;
    });
    await passUntil({ pass: () => stage.pass(50) }, () => isDone);
  }
}

test('a month of a team of six: calendars, Home, timelines and the service’s log agree at every stop', async () => {
  const { month, serversHook, sitesHook } = await setUp();
  const { stage } = month;
  const count = () => stage.service.log.list().length;
  await month.agree();

  // Tuesday: an alert in a shift goes to the person on call, who acknowledges it.
  await month.until('2026-11-24 11:00');
  await month.fire(serversHook, 'DiskFull');
  await minutes(stage, 2);
  expect(month.texted('DiskFull')).toEqual(['nusrat']);
  await month.acknowledge('DiskFull', 'nusrat');
  await minutes(stage, 12);
  expect(month.texted('DiskFull')).toEqual(['nusrat']);
  await month.agree();
  await month.resolve('DiskFull');
  await month.agree();

  // Friday: the weekend has people of its own.
  await month.until('2026-11-27 15:00');
  const weekend = month.onCall('Servers') as Name;
  expect(['tahmina', 'imran']).toContain(weekend);
  await month.fire(serversHook, 'FanBroken');
  await minutes(stage, 2);
  expect(month.texted('FanBroken')).toEqual([weekend]);
  await month.acknowledge('FanBroken', weekend);
  await month.agree();
  await month.resolve('FanBroken');

  // Monday: each hook's week is summed up, with as many texts as the log has.
  await month.until('2026-11-30 09:05');
  expect(await weekOf(month, 'Prometheus')).toEqual({
    incidents: 2,
    texts: month.texted('DiskFull').length + month.texted('FanBroken').length,
  });
  await month.agree();

  // Tuesday, another shift: nobody answers, so it is the turn of the second in line.
  await month.until('2026-12-01 14:00');
  const [first, second] = [month.onCall('Servers') as Name, month.second('Servers') as Name];
  expect([first, second]).toEqual(['rafiq', 'shirin']);
  await month.fire(serversHook, 'LinkDown');
  await minutes(stage, 4);
  expect(month.texted('LinkDown')).toEqual([first]);
  await stage.restart();
  await minutes(stage, 3);
  expect(month.texted('LinkDown')).toEqual([first, second]);
  await month.agree();
  await month.acknowledge('LinkDown', second);
  await month.agree();
  await month.resolve('LinkDown');

  // Wednesday: a route leads to the policy's people; Kamal gets his message, and his text three minutes later.
  await month.until('2026-12-02 10:00');
  await month.fire(serversHook, 'ReplicaLag', { labels: { team: 'db' }, policyPeople: ['kamal', 'tahmina'] });
  await minutes(stage, 2);
  expect(month.texted('ReplicaLag')).toEqual([]);
  expect(direct(stage, 'kamal').some(({ text }) => text.includes('ReplicaLag'))).toBe(true);
  expect(await month.firingFor('kamal')).toEqual(['ReplicaLag']);
  expect(await month.firingFor(month.onCall('Servers') as Name), 'it calls others').toEqual([]);
  await month.agree();
  await minutes(stage, 2);
  expect(month.texted('ReplicaLag')).toEqual(['kamal']);
  await minutes(stage, 3);
  expect(month.texted('ReplicaLag')).toEqual(['kamal', 'tahmina']);
  await month.acknowledge('ReplicaLag', 'tahmina');
  await month.agree();
  await month.resolve('ReplicaLag');
  await month.agree();

  // Shirin asks Rafiq to take her next shift. It is hers until he says yes.
  await month.until('2026-12-03 12:00');
  const { says } = await askForSwap(stage, 'shirin', {
    rota: 'Servers',
    ask: ['rafiq'],
    turn: 'Sun 6 Dec, 09:00 to Fri 11 Dec, 09:00',
  });
  expect(says).toContain('Rafiq has been asked');
  await month.agree();
  await stage.slack.press(await hears(stage, 'rafiq', /can you take/), 'take_turn', { user: 'rafiq' });
  await hears(stage, 'shirin', /takes your turn/);
  await month.agree();

  // The first Monday of December: November, by person.
  await month.until('2026-12-07 09:05');
  const november = await postLines(month, 'Prometheus', 'last month');
  const [begins, ends] = [Date.parse('2026-11-01T00:00:00+06:00'), Date.parse('2026-12-01T00:00:00+06:00')];
  const texts = stage.service.log
    .list()
    .filter(({ sentAt, message }) => sentAt >= begins && sentAt < ends && /DiskFull|FanBroken/.test(message));
  for (const name of NAMES) {
    const theirs = texts.filter(({ number }) => number === NUMBERS[name]).length;
    const line = november.find(each => each.includes(stage.slack.person(name).id));
    expect(/: (\d+) texts?,/.exec(line ?? ': 0 texts,')?.[1], `${name} in November`).toBe(`${theirs}`);
  }
  await month.agree();

  // In that shift, somebody pages the rota by hand: it is Rafiq who is called.
  await month.until('2026-12-07 16:00');
  expect(month.onCall('Servers')).toBe('rafiq');
  const page = await opened(stage, 'tahmina', () =>
    stage.slack.command({ user: 'tahmina', text: 'page Servers the lift is stuck', channel: ON_CALL }),
  );
  await stage.quiet();
  await submitForm(stage, page, {});
  month.paged('the lift is stuck');
  await minutes(stage, 2);
  expect(month.texted('the lift is stuck')).toEqual(['rafiq']);
  await month.agree();
  await month.acknowledge('the lift is stuck', 'rafiq');
  await month.agree();
  await month.resolveHere('the lift is stuck', 'rafiq');
  await month.agree();

  // A mute of two hours: nobody is texted; once it is over, whoever is on call is.
  await month.until('2026-12-09 10:00');
  await month.fire(sitesHook, 'ProbeLost');
  await minutes(stage, 1);
  const before = count();
  await muteFromPost(stage, await month.post('ProbeLost'), ADMIN, '2');
  await stage.sleep(HOUR);
  await minutes(stage, 30);
  expect(count()).toBe(before);
  await month.agree();
  await minutes(stage, 33);
  const probed = month.onCall('Sites') as Name;
  expect(month.texted('ProbeLost').slice(1)).toEqual([probed]);
  await month.acknowledge('ProbeLost', probed);
  await month.agree();
  await month.resolve('ProbeLost');

  // An acknowledgement runs out after four hours: whoever had it is reminded, and then the steps go on.
  await month.until('2026-12-10 09:00');
  const fresh = stage.service.log
    .list()
    .slice(before)
    .filter(({ message }) => /on call now: Sites/.test(message));
  expect(
    fresh.map(({ number }) => number),
    'the hand-over',
  ).toEqual([NUMBERS[month.onCall('Sites') as Name]]);
  await month.fire(serversHook, 'CertEnding');
  await minutes(stage, 1);
  await month.acknowledge('CertEnding', 'rafiq');
  await month.agree();
  await month.until('2026-12-10 13:04');
  month.note('CertEnding', { holder: null });
  await month.agree();
  expect(month.texted('CertEnding')).toEqual(['rafiq', 'rafiq']);
  await minutes(stage, 20);
  const next = month.second('Servers') as Name;
  expect(month.texted('CertEnding')).toEqual(['rafiq', 'rafiq', next]);
  await month.agree();
  await month.acknowledge('CertEnding', next);
  await month.agree();
  await month.resolve('CertEnding');
  await month.agree();

  // The holidays are typed in; on one of them, nobody is on call for the sites.
  const holidays = await openFromHome(stage, 'open_holidays', ADMIN);
  const saved = await submitForm(stage, holidays, { holidays_texts1: '16 December 2026 Victory Day' });
  expect(saved.errors).toEqual({});
  await stage.slack.closeView(holidays);
  await month.agree();
  await month.until('2026-12-16 12:00');
  await month.agree();
  expect(month.onCall('Sites')).toBe(null);
  await month.fire(sitesHook, 'GateOpen');
  await minutes(stage, 12);
  expect(month.texted('GateOpen')).toEqual([]);
  await month.agree();
  await month.resolve('GateOpen');
  await month.agree();

  // A storm at three at night: a text at once, another for all that followed, and nothing more once it is acknowledged on the phone.
  await month.until('2026-12-18 03:00');
  await month.agree();
  const sleeper = month.onCall('Sites') as Name;
  const storm = Array.from({ length: 30 }, (_, index) => `Storm${String(index).padStart(2, '0')}`);
  const calm = count();
  for (const alert of storm) await month.fire(sitesHook, alert, { isInStorm: true });
  await minutes(stage, 2);
  await month.agree();
  const woken = () => stage.service.log.list().slice(calm);
  expect(woken().map(({ number }) => number)).toEqual([NUMBERS[sleeper], NUMBERS[sleeper]]);
  await takeOnPhone(
    stage,
    woken().map(({ message }) => message),
  );
  for (const alert of storm) month.note(alert, { holder: sleeper });
  await minutes(stage, 12);
  expect(woken()).toHaveLength(2);
  await month.agree();
  await month.resolve(...storm);
  await minutes(stage, 20);
  await month.agree();
  const accepted = await timelineFile(stage, await month.post('Storm00'), /Storm.*accepted the text/);
  const times = new Set(accepted.map(line => /[\d-]+ [\d:]+,/.exec(line)?.[0]));
  expect(times.size, 'texts in the timelines').toBe(woken().length);
  for (const name of NAMES)
    for (const { texts, ms } of CRITICAL_BUCKETS)
      expect(mostWithin(stage, NUMBERS[name], ms)).toBeLessThanOrEqual(texts);

  // The last Monday: the night is in the week's sum.
  await month.until('2026-12-21 09:05');
  const monday = Date.parse('2026-12-14T00:00:00+06:00');
  const week = stage.service.log
    .list()
    .filter(({ sentAt, message }) => sentAt >= monday && /Storm|GateOpen/.test(message));
  expect(await weekOf(month, 'Probes')).toEqual({ incidents: 31, texts: week.length });
  await month.agree('all');
}, 120_000);

import { expect, test } from 'vitest';
import type { Post, View } from '../../../src/playground/index.ts';
import { rotaAs } from '../../../src/rotas/rota.ts';
import { warningsTold } from '../../support/attention.ts';
import { beginFirstMonth, createFirstMonth, type FirstMonth } from '../../support/first-month.ts';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { direct, minutes } from '../../support/on-call.ts';
import { openFromHome } from '../../support/people-modal.ts';
import { importFile, linkIn, peopleLink, visit } from '../../support/people-page.ts';
import { submitText } from '../../support/recipients.ts';
import { scheduled } from '../../support/schedules.ts';
import { saveSettings } from '../../support/settings.ts';
import { ADMIN, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';
import { keepDailyRota } from '../../support/swaps.ts';
import { contentOf, opened, submitForm } from '../../support/views.ts';

/*
 * November 2026 of a team that begins with an empty workspace: at every stop, Home says to an admin, a manager and a member, in both
 * languages, what the SMS service's log and the story itself say (see first-month.ts).
 */

const FARMERS = Array.from({ length: 12 }, (_, index) => ({
  name: `Farmer ${String.fromCharCode(65 + index)}`,
  number: `018100000${String(index + 1).padStart(2, '0')}`,
}));
const CSV = ['Name,Mobile', ...FARMERS.map(({ name, number }) => `${name},${number}`)].join('\n');
const GATE = '01712345678';
const STORE = '01912345679';
/** A week, but for its weekend. */
const HOLIDAYS = ['22', '23', '24', '25', '26'].map(day => `2026-11-${day}`);
const SIGN_OFF = 'Padma Logistics, call 01799000000';

/** Types a text, and lets it go. */
async function types(month: FirstMonth, user: string, says: string, to = GATE): Promise<void> {
  const { stage } = month;
  month.asked(says, to, user, 'command');
  const before = stage.service.requests.count();
  await stage.sms(`${to} ${says}`, { user });
  await stage.until(() => stage.service.requests.count() > before);
  await stage.pass(2 * SECOND);
}

/** Somebody presses a button of the newest post that says this and has it. */
async function presses(stage: Stage, user: string, post: RegExp, action: string): Promise<void> {
  const find = (): Post | undefined =>
    stage.posts(post).findLast(({ blocks }) => JSON.stringify(blocks ?? []).includes(action));
  await passUntil(stage, () => find() !== undefined);
  await stage.slack.press(find() as Post, action, { user });
  await stage.quiet();
}

/** The list of everybody's texts, as a file, has the log ids that anybody heard of; a search of one's own words finds them. */
async function listAgrees({ stage, heardIds }: FirstMonth): Promise<void> {
  const { slack } = stage;
  const list = await openFromHome(stage, 'open_text_log', ADMIN);
  await slack.act(list, 'text_log_everybodys', '');
  await stage.pass(SECOND);
  const open = () => slack.act(list, 'text_log_download');
  const modal = await opened(stage, ADMIN, open, view => contentOf(view).includes('/people/texts/'));
  const [, ...lines] = (await visit(linkIn(stage, modal)).post('')).text.trim().split('\r\n');
  const ids = lines.flatMap(line => /,(\d+),[^,]*$/.exec(line)?.[1] ?? []).map(Number);
  expect(ids.toSorted((one, other) => one - other)).toEqual(heardIds());
  const own = await openFromHome(stage, 'open_text_log', 'rafiq');
  await slack.act(own, 'text_log_search_input', 'rice for rangpur');
  await stage.pass(SECOND);
  await slack.waitFor(() => !contentOf(own).includes('Open the cold store'), 'what was found');
  expect(contentOf(own)).toMatch(/Rice for Rangpur/);
  expect(contentOf(own)).not.toMatch(/Rice for Bogura|The truck/);
}

test('a first month: Home is right at every stop, for each role and in both languages', async () => {
  const stage = await createFirstMonth('2026-11-01 10:00');
  const { slack, service } = stage;
  const month = beginFirstMonth(stage, [
    ...FARMERS.map(({ name }) => name),
    'Farmers',
    'Servers',
    'Nusrat',
    'Tahmina',
    'Prometheus',
    'DiskFull',
    'CRITICAL',
    SIGN_OFF,
  ]);

  // Sunday, 1 November: installed, without a key.
  await saveSettings(stage, { managers: [slack.person('shirin').id] });
  expect(await month.home('rafiq')).toMatch(/No API key is linked yet/);
  await month.agree();
  await stage.link();
  expect(await month.home(ADMIN)).not.toMatch(/Needs someone/);
  await types(month, 'rafiq', 'The truck is at the gate');
  const form = await opened(stage, 'shirin', () => stage.sms('', { user: 'shirin' }));
  month.asked('Your order is ready', '01911223344', 'shirin', 'form');
  await submitText(stage, form, '01911223344', 'Your order is ready');
  await stage.pass(2 * SECOND);
  await month.agree();

  // Monday: contacts from a file, and a broadcast that the manager approves.
  await month.until('2026-11-02 11:00');
  await importFile(await peopleLink(stage, 'import'), CSV, { group: 'new', groupName: 'Farmers' });
  await saveSettings(stage, { broadcastApproval: { above: 5, channel: ON_CALL } });
  const ask = await opened(stage, 'rafiq', () => stage.sms('broadcast'));
  await slack.choose(ask, 'setting', 'Farmers', { blockId: 'broadcast_to' });
  await slack.submit(ask, { broadcast_kind: 'service', broadcast_message: 'The market opens at nine' });
  await slack.waitFor(() => /will get this text/.test(contentOf(ask)), 'what the broadcast comes to');
  await slack.submit(ask);
  await stage.post(/needs someone’s approval/);
  await month.agree();
  expect(await month.home('rafiq')).toMatch(/Broadcasts that wait for approval\nTo \*12 people\*/);
  expect(await month.home('shirin')).toMatch(/Needs someone[\s\S]*to 12 people and needs someone’s approval/);
  for (const { number } of FARMERS) month.asked('The market opens at nine', number, 'rafiq', 'broadcasts');
  await presses(stage, 'shirin', /needs someone’s approval/, 'approve_broadcast');
  await minutes(stage, 3);
  await month.agree();
  expect(await month.home('rafiq')).toContain('12 of 12 sent');

  // A reminder on working days, at ten.
  const reminder = 'Open the cold store';
  for (const view of slack.openViews('rafiq')) await slack.closeView(view);
  await scheduled(stage, STORE, reminder, timeOf('2026-11-03 10:00'), { repeat: 'workdays' });
  /** Lets time pass, with a reminder on each working day on the way. */
  const until = async (local: string): Promise<void> => {
    const [from, to] = [stage.clock.wall(), timeOf(local)];
    for (let ten = timeOf('2026-11-03 10:00'); ten < to; ten += DAY) {
      const day = new Date(ten).toISOString().slice(0, 10);
      if (ten <= from || new Date(ten).getUTCDay() > 4 || HOLIDAYS.includes(day)) continue;
      await month.until(`${day} 09:59`);
      month.asked(reminder, STORE, 'rafiq', 'schedule');
      await stage.pass(2 * MINUTE);
      await stage.pass(MINUTE);
    }
    await month.until(local);
  };
  await until('2026-11-04 11:00');
  await month.agree();
  expect(await month.home('rafiq')).toContain('Open the cold store');

  // An alert goes to whoever is on call, as Home says.
  const rota = await keepDailyRota(stage, ['nusrat', 'tahmina'], { time: '09:00' });
  const hook = await makeHook(stage, { recipients: [rotaAs(rota)] });
  await until('2026-11-05 14:00');
  const [, onCall] = /\*Servers\*: <@(\w+)> is on call/.exec(await month.home('rafiq')) ?? [];
  const number = onCall === slack.person('nusrat').id ? '01812345679' : '01911223344';
  expect((await hook.call(alertmanager('db', { DiskFull: { severity: 'critical' } }))).status).toBe(202);
  month.asked('CRITICAL DiskFull', number, 'hook', 'alerts');
  await minutes(stage, 3);
  await month.agree();
  expect(await month.home('nusrat')).toMatch(/Firing now[\s\S]*DiskFull/);
  await hook.call(alertmanager('db', { DiskFull: { severity: 'critical', status: 'resolved' } }));
  month.asked('RESOLVED DiskFull', number, 'hook', 'alerts');
  await minutes(stage, 3);
  expect(await month.home('nusrat')).not.toMatch(/Firing now/);
  await month.agree();

  // A limit of five texts a day: four fifths, and the end.
  await until('2026-11-08 11:00');
  await saveSettings(stage, { personCap: { texts: 5, credits: null } });
  for (const n of [1, 2, 3]) await types(month, 'rafiq', `Truck number ${n} has left`);
  await minutes(stage, 15);
  await month.agree();
  expect(await month.home('rafiq')).toMatch(/Look at this[\s\S]*nearly used up: 4 of your 5 texts/);
  expect(await month.home(ADMIN), 'it concerns nobody else').not.toMatch(/Look at this/);
  await types(month, 'rafiq', 'Truck number 4 has left');
  await stage.sms(`${GATE} Truck number 5 has left`);
  await minutes(stage, 15);
  await month.agree();

  // The key is refused: two texts wait, and go once another key is linked.
  await until('2026-11-10 12:00');
  const [key] = service.keys.list(stage.accountId);
  service.keys.revoke(key?.id ?? 0);
  for (const [user, says] of [
    ['rafiq', 'The bridge is closed'],
    ['shirin', 'The bridge is open again'],
  ] as const) {
    month.asked(says, GATE, user, 'command', 'waiting');
    await stage.sms(`${GATE} ${says}`, { user });
    await stage.pass(2 * SECOND);
  }
  await month.agree();
  await stage.link(service.keys.create(stage.accountId).key);
  await minutes(stage, 1);
  month.became('sent', 'The bridge is closed', 'The bridge is open again');
  await month.agree();

  // Nobody knows whether two texts went.
  await until('2026-11-12 12:00');
  const mend = service.faults.add({ kind: 'reset', when: 'after' });
  for (const says of ['Rice for Rangpur', 'Rice for Bogura']) {
    month.asked(says, GATE, 'rafiq', 'command', 'uncertain');
    await stage.sms(`${GATE} ${says}`);
    await minutes(stage, 1);
  }
  mend();
  await month.agree();
  // The newest post is about Bogura.
  await presses(stage, 'shirin', /may or may not have been sent/, 'send_again');
  await minutes(stage, 1);
  month.became('sent again', 'Rice for Bogura');
  month.asked('Rice for Bogura', GATE, 'shirin', 'resend');
  await month.agree();

  await slack.openApp('shirin');
  await slack.act(slack.home('shirin') as View, 'text_arrived');
  await minutes(stage, 1);
  month.became('by word', 'Rice for Rangpur');
  await month.agree();

  // Ten seconds to take a text back, and a line at the end of each.
  await until('2026-11-15 12:00');
  await saveSettings(stage, { undo: true, signOff: SIGN_OFF, signsAll: true });
  month.asked('Come to the office', GATE, 'rafiq', 'command', 'waiting');
  await stage.sms(`${GATE} Come to the office`);
  await stage.quiet();
  await month.agree();
  await presses(stage, 'rafiq', /goes out in 10 seconds/, 'undo_text');
  month.became('cancelled', 'Come to the office');
  await minutes(stage, 1);
  await month.agree();
  month.asked('Stay at home', GATE, 'rafiq', 'command');
  await stage.sms(`${GATE} Stay at home`);
  await stage.pass(11 * SECOND);
  await month.agree();
  expect(stage.accepted().at(-1)).toBe(`Stay at home\n${SIGN_OFF}`);

  // The balance runs out, and is topped up.
  await until('2026-11-18 12:00');
  await saveSettings(stage, { undo: false });
  const { balance } = service.accounts.get(stage.accountId);
  service.accounts.correct(stage.accountId, `-${(Number(balance) - 0.35).toFixed(2)}`, 'Used elsewhere');
  await types(month, 'rafiq', 'The last text');
  await minutes(stage, 11);
  expect(await month.home(ADMIN)).toMatch(/Look at this[\s\S]*balance/i);
  await month.agree();
  month.asked('One too many', GATE, 'rafiq', 'command', 'waiting');
  await stage.sms(`${GATE} One too many`);
  await minutes(stage, 11);
  await month.agree();
  const emptied = await month.home(ADMIN);
  expect(emptied.match(/on hold/g), 'said once').toHaveLength(1);
  expect(emptied, 'trouble first').toMatch(/Needs someone[\s\S]*on hold[\s\S]*Look at this[\s\S]*balance/i);
  service.accounts.topUp(stage.accountId, '50');
  await slack.openApp('shirin');
  await slack.act(slack.home('shirin') as View, 'try_again');
  await minutes(stage, 1);
  month.became('sent', 'One too many');
  await month.agree();

  // A week of holidays: quiet.
  const holidays = await opened(stage, ADMIN, () => slack.command({ user: ADMIN, text: 'holidays' }));
  const lines = HOLIDAYS.map(day => `${Number(day.slice(-2))} November 2026 Fair`).join('\n');
  expect((await submitForm(stage, holidays, { holidays_texts1: lines })).errors).toEqual({});
  await slack.closeView(holidays);
  await until('2026-11-27 12:00');
  // From now on, Slack takes charts on Home.
  slack.takeDataBlocks('charts-on-home');
  await month.agree();
  expect(JSON.stringify(slack.home(ADMIN)?.content)).toMatch(/data_visualization.*data_visualization/);

  // One list has all texts of the month, and each warning was told once.
  await until('2026-11-30 23:00');
  await month.agree();
  await listAgrees(month);
  for (const user of [ADMIN, 'tahmina', 'shirin', 'rafiq']) {
    const warnings = warningsTold(stage, user).flat();
    expect(warnings, `warnings told to ${user}`).toEqual([...new Set(warnings)]);
  }
  expect(warningsTold(stage, 'rafiq')).toEqual([
    ['Today’s limit is nearly used up: 4 of your 5 texts. If you need more today, ask an admin or manager.'],
  ]);

  const alarms = direct(stage, ADMIN).flatMap(({ text }) => (text.startsWith(':warning:') ? [text] : []));
  expect(alarms, 'the key, the balance, the credits: once each').toEqual([
    expect.stringContaining('doesn’t accept the API key'),
    expect.stringContaining('running low on SMS credits'),
    expect.stringContaining('out of SMS credits'),
  ]);

  // December: the month's sums begin anew.
  await month.until('2026-12-01 00:05');
  await month.agree();
  await until('2026-12-01 11:00');
  await types(month, 'shirin', 'Thank you for November');
  await month.agree();
}, 240_000);

const DAY = 24 * 60 * MINUTE;
const timeOf = (local: string): number => Date.parse(`${local.replace(' ', 'T')}:00+06:00`);

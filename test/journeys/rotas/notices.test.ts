import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { openFromHome } from '../../support/people-modal.ts';
import { oncall } from '../../support/rotas.ts';
import { createLinkedStage, HOUR, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';
import { hears, keepDailyRota } from '../../support/swaps.ts';
import { contentOf, opened, submitForm } from '../../support/views.ts';

/*
 * How people hear of their turns. The clock starts on Saturday at 15:00 in Dhaka; Nusrat is on call until 21:00, then Rafiq, then on
 * Sunday at 21:00 Shirin, each for a day.
 */

const EVENING = 3 * HOUR;
const HAND_OVER = 6 * HOUR;
const MONDAY = 41 * HOUR;
const SHIRINS = '01612345678';
const RAFIQS = '01712345678';

const setUp = async (texts = false): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepDailyRota(stage, ['nusrat', 'rafiq', 'shirin'], { texts });
  await stage.pass(MINUTE);
  return stage;
};

type Choice = 'message' | 'text' | 'nothing' | 'rota';

/** Chooses in the form that `/sms oncall` opens; resolves with what the form says before and after. */
async function choose(
  stage: Stage,
  user: string,
  choices: { evening?: Choice; handOver?: Choice; monday?: Choice },
) {
  const post = await oncall(stage, '', user);
  const form = await opened(stage, user, () => stage.slack.press(post, 'open_on_call_notices', { user }));
  const before = contentOf(form);
  const { says } = await submitForm(stage, form, {
    ...(choices.evening ? { on_call_notices_evening: choices.evening } : {}),
    ...(choices.handOver ? { on_call_notices_hand_over: choices.handOver } : {}),
    ...(choices.monday ? { on_call_notices_monday: choices.monday } : {}),
  });
  await stage.slack.closeView(form);
  return { before, says };
}

/** Lets time pass until so much has passed since the stage's clock started. */
async function until(stage: Stage, ms: number): Promise<void> {
  const wall = Date.UTC(2026, 10, 21, 9) + ms;
  await stage.sleep(Math.max(0, wall - stage.clock.wall() - MINUTE));
  while (stage.clock.wall() < wall) await stage.pass(Math.min(20 * SECOND, wall - stage.clock.wall()));
}

const textsOf = ({ service }: Stage): [string, string][] =>
  service.log.list().map(({ number, message }) => [number, message]);
const noticesTo = ({ slack }: Stage, user: string): string[] => {
  const place = `D${slack.person(user).id.slice(1)}`;
  return slack
    .posts()
    .flatMap(({ channel, text }) => (channel === place && /^:pager:/.test(text) ? [text] : []));
};

test('the evening before, whoever comes on the next day gets one message, over a restart; nobody else does', async () => {
  const stage = await setUp();
  await until(stage, EVENING + SECOND);
  const notice = await hears(stage, 'shirin', /You’re on call tomorrow/);
  expect(notice.text).toBe(
    ':pager: You’re on call tomorrow (Bangladesh time):\n• *Servers*: Sun 22 Nov, 21:00 to Mon 23 Nov, 21:00',
  );
  expect(JSON.stringify(notice.blocks)).toContain('“My on-call notices”');
  await stage.restart();
  await stage.pass(20 * MINUTE);
  expect(['nusrat', 'rafiq', 'shirin'].map(user => noticesTo(stage, user).length)).toEqual([0, 0, 1]);
  await until(stage, EVENING + 24 * HOUR + SECOND);
  await hears(stage, 'nusrat', /You’re on call tomorrow/);
  expect(noticesTo(stage, 'shirin')).toHaveLength(1);
  expect(textsOf(stage)).toEqual([]);
});

test('a person’s own choice wins: a text the evening before, once over a restart, and a message at the hand-over', async () => {
  const stage = await setUp(true);
  const { before, says } = await choose(stage, 'shirin', { evening: 'text' });
  expect(before).toContain('As the rota says: a text, or nothing');
  expect(says).toContain('That’s how you’ll hear of your turns');
  await choose(stage, 'rafiq', { handOver: 'message' });
  await until(stage, EVENING + SECOND);
  await passUntil(stage, () => textsOf(stage).length === 1);
  await stage.restart();
  await stage.pass(20 * MINUTE);
  expect(textsOf(stage)).toEqual([
    [SHIRINS, 'Tomorrow you are on call: Servers Sun 22 Nov, 21:00 to Mon 23 Nov, 21:00 (Bangladesh time).'],
  ]);
  await until(stage, HAND_OVER + SECOND);
  await hears(stage, 'rafiq', /You’re on call now \(Bangladesh time\):\n• \*Servers\*/);
  await until(stage, HAND_OVER + 24 * HOUR + SECOND);
  // Shirin gets what the rota says.
  await passUntil(stage, () => textsOf(stage).length === 2);
  expect(textsOf(stage)[1]).toEqual([SHIRINS, expect.stringContaining('You are on call now: Servers')]);
  expect(noticesTo(stage, 'shirin')).toEqual([]);
});

test('who wants nothing gets nothing, and who wants a text gets one of a rota that sends none', async () => {
  const stage = await setUp();
  await choose(stage, 'shirin', { evening: 'nothing' });
  await choose(stage, 'rafiq', { handOver: 'text' });
  await until(stage, HAND_OVER + SECOND);
  await passUntil(stage, () => textsOf(stage).length === 1);
  expect(textsOf(stage)[0]?.[0]).toBe(RAFIQS);
  expect(noticesTo(stage, 'shirin')).toEqual([]);
});

test('on Monday morning the week’s turns, once, to those who chose it; in Bangla to a reader of Bangla', async () => {
  const stage = await setUp();
  await choose(stage, 'rafiq', { monday: 'message', evening: 'nothing' });
  await choose(stage, 'nusrat', { monday: 'text', evening: 'nothing' });
  await stage.slack.closeView(await openFromHome(stage, 'open_on_call_notices', 'rafiq'));
  await stage.slack.act(stage.slack.home('rafiq') as never, 'choose_language', 'bn');
  await stage.pass(SECOND);
  await until(stage, MONDAY + SECOND);
  await passUntil(stage, () => noticesTo(stage, 'rafiq').length === 1 && textsOf(stage).length === 1);
  await stage.restart();
  await stage.pass(20 * MINUTE);
  expect(noticesTo(stage, 'rafiq')).toEqual([
    ':pager: এ সপ্তাহে আপনার ডিউটি (বাংলাদেশ সময়):\n• *Servers*: মঙ্গলবার ২৪ নভেম্বর, রাত ৯টা থেকে বুধবার ২৫ নভেম্বর, রাত ৯টা পর্যন্ত\n• *Servers*: শুক্রবার ২৭ নভেম্বর, রাত ৯টা থেকে শনিবার ২৮ নভেম্বর, রাত ৯টা পর্যন্ত',
  ]);
  expect(textsOf(stage)).toEqual([
    [
      '01812345679',
      'You are on call this week: Servers Mon 23 Nov, 21:00 to Tue 24 Nov, 21:00; Servers Thu 26 Nov, 21:00 to Fri 27 Nov, 21:00; Servers Sun 29 Nov, 21:00 to Mon 30 Nov, 21:00 (Bangladesh time).',
    ],
  ]);
});

test('nothing comes late: not an hour after the evening’s time, and not on Monday night', async () => {
  const stage = await setUp();
  await choose(stage, 'nusrat', { monday: 'text', evening: 'text' });
  await stage.stop();
  await stage.clock.sleep(EVENING + HOUR + MINUTE);
  await stage.start();
  await stage.pass(MINUTE);
  expect(noticesTo(stage, 'shirin')).toEqual([]);
  await stage.stop();
  // Nusrat's turn begins on Monday evening.
  await stage.clock.sleep(MONDAY + 12 * HOUR - (EVENING + HOUR));
  await stage.start();
  await stage.pass(MINUTE);
  expect(textsOf(stage)).toEqual([]);
});

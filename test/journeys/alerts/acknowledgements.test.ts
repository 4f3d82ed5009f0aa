import { describe, expect, test } from 'vitest';
import type { Post, View } from '../../../src/playground/index.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { rotaAs } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import { alertmanager, type Caller, makeHook } from '../../support/hooks.ts';
import { inChannel, postSaying } from '../../support/on-call.ts';
import { openContact, openPeople } from '../../support/people-modal.ts';
import { makeRota, openOnTop, openRotas, saveRota, standIn } from '../../support/rotas.ts';
import { inStore, keepNamed, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* An acknowledgement: how long it lasts, and what ends it, in the post, on the phone's page, and by text. */

const HOUR = 60 * MINUTE;
const RAFIQ = '01712345678';
const SHIRIN = '01612345678';
const NUSRAT = '01812345679';
const OTHER = '01912345670';
const teammate = (userId: string) => ({ kind: 'teammate' as const, userId, label: userId });
const number = (local: string) => ({ kind: 'number' as const, number: local as never });
/** Texts Rafiq first, and Shirin five minutes later. */
const TEAM = {
  recipients: [teammate('U0RAFIQ0001')],
  escalation: {
    firstMinutes: 5,
    steps: [{ to: [teammate('U0SHIRIN001')], minutes: 10 }],
    rounds: 1,
    severities: ['critical' as const],
  },
};

const setUp = () => createLinkedStage({ environment: { PUBLIC_URL: 'https://sms.example.com' } });
const fire = ({ call }: Caller, name = 'DiskFull', severity = 'critical') =>
  call(alertmanager('db', { [name]: { severity } }));

/** Presses a button of the post, and returns the messages that only the presser sees. */
async function press(stage: Stage, button: string, user: string): Promise<string> {
  const warnings = () =>
    stage.slack.posts({ user, includeEphemeral: true }).filter(({ kind }) => kind === 'ephemeral');
  const before = warnings().length;
  const [post] = inChannel(stage);
  await stage.slack.press(post as Post, button, { user });
  await passUntil(stage, () => warnings().length > before);
  return warnings().at(-1)?.text ?? '';
}
/** Each text's recipient and words, without a link. */
const texts = ({ service }: Stage): string[] =>
  service.log.list().map(text => `${text.number}: ${text.message.replace(/ https:.*/, '')}`);
/** The texts from this index on, once there are `count` of them. */
async function waitForTexts(stage: Stage, from: number, count: number): Promise<string[]> {
  await passUntil(stage, () => texts(stage).length >= from + count);
  return texts(stage).slice(from).sort();
}
const lastPath = ({ service }: Stage, to: string): string =>
  /\/a\/\w+$/.exec(service.log.list().findLast(text => text.number === to)?.message ?? '')?.[0] ?? '';
const page = async ({ appUrl }: Stage, path: string): Promise<string> => (await fetch(appUrl + path)).text();
/** Presses a button of the page. Time passes meanwhile, because the app polls for the press's result. */
async function pressOnPage(stage: Stage, path: string, action: string): Promise<void> {
  let isDone = false;
  const body = new URLSearchParams({ what: action });
  const answer = fetch(stage.appUrl + path, { method: 'POST', body, redirect: 'manual' });
  void answer.then(() => {
    isDone = true;
  });
  await passUntil({ pass: () => stage.pass(50) }, () => isDone);
}

test('it lasts as long as the hook says, and longer by one press of its responder; then the responder is reminded, and the steps go on', async () => {
  const stage = await setUp();
  await fire(await makeHook(stage, { ...TEAM, acknowledgedMinutes: 30, link: true }));
  await postSaying(stage, /accepted/);
  expect(await press(stage, 'take_alerts', 'rafiq')).toContain('You have it.');
  const until = /Acknowledged by <@U0RAFIQ0001>.*, until <!date\^(\d+)/;
  const untilIn = (post: Post): number => Number(until.exec(post.text)?.[1]);
  const first = untilIn(await postSaying(stage, until));
  await stage.pass(20 * MINUTE);
  expect(await press(stage, 'extend_alerts', 'kamal')).toMatch(/^<@U0RAFIQ0001> already has it/);
  expect(untilIn(await postSaying(stage, until))).toBe(first);
  expect(await press(stage, 'extend_alerts', 'rafiq')).toMatch(/^You have it until <!date/);
  await passUntil(stage, () => untilIn(inChannel(stage)[0] as Post) > first + 19 * 60);
  await stage.pass(29 * MINUTE);
  expect(texts(stage)).toEqual([`${RAFIQ}: CRITICAL DiskFull`]);
  expect(await waitForTexts(stage, 1, 1)).toEqual([`${RAFIQ}: STILL CRITICAL DiskFull`]);
  await postSaying(
    stage,
    /<@U0RAFIQ0001> had it until <!date.*press “Acknowledge” again\.\n.*Next: .+ at <!date/,
  );

  // The reminder's link leads to the button; an acknowledgement there belongs to the number, with the same
  // end.
  const path = lastPath(stage, RAFIQ);
  expect(await page(stage, path)).toMatch(/You had it until.*value="take"/s);
  await pressOnPage(stage, path, 'take');
  expect(await page(stage, path)).toMatch(/You have it, since .*, until .*value="give_back"/s);
  expect(await page(stage, path), 'it would add nothing yet').not.toContain('value="extend"');
  await stage.pass(20 * MINUTE);
  expect(await page(stage, path)).toContain('value="extend"');
  await pressOnPage(stage, path, 'extend');
  expect(await page(stage, path)).not.toContain('value="extend"');
  await stage.pass(29 * MINUTE);
  expect(texts(stage)).toHaveLength(2);
  expect(await waitForTexts(stage, 2, 1)).toEqual([`${RAFIQ}: STILL CRITICAL DiskFull`]);
  expect(await page(stage, path)).toMatch(/You had it until .*value="take"/s);
  await stage.pass(9 * MINUTE);
  expect(texts(stage)).toHaveLength(3);
  expect(await waitForTexts(stage, 3, 1)).toEqual([`${SHIRIN}: CRITICAL DiskFull`]);
});

test('an alert acknowledged on the phone is its owner’s in Slack, and the other way round', async () => {
  const stage = await setUp();
  await fire(await makeHook(stage, { ...TEAM, link: true }));
  await waitForTexts(stage, 0, 1);
  const path = lastPath(stage, RAFIQ);
  await pressOnPage(stage, path, 'take');
  await postSaying(stage, /Acknowledged by <@U0RAFIQ0001>/);
  await stage.pass(20 * MINUTE);
  expect(await press(stage, 'give_back_alerts', 'kamal')).toMatch(/^<@U0RAFIQ0001> already has it/);
  expect(await press(stage, 'extend_alerts', 'rafiq')).toMatch(/^You have it until <!date/);
  expect(await page(stage, path), 'it would add nothing now').not.toContain('value="extend"');
  expect(await press(stage, 'give_back_alerts', 'rafiq')).toMatch(/^Nobody has it now/);

  expect(await press(stage, 'take_alerts', 'rafiq')).toContain('You have it.');
  expect(await page(stage, path)).toMatch(/You have it, since .*value="give_back".*value="mute_1"/s);
  await stage.pass(20 * MINUTE);
  expect(await page(stage, path)).toContain('value="extend"');
  await pressOnPage(stage, path, 'extend');
  expect(await page(stage, path)).not.toContain('value="extend"');
  await pressOnPage(stage, path, 'give_back');
  expect(await page(stage, path)).toContain('Nobody has it yet');
});

test('when it ends, a hook without steps texts its own people again, unless it lasts until all alerts are over', async () => {
  const stage = await setUp();
  const recipients = [teammate('U0RAFIQ0001'), number(OTHER)];
  const hook = await makeHook(stage, { recipients, acknowledgedMinutes: 30 });
  await fire(hook, 'Slow', 'warning');
  await waitForTexts(stage, 0, 2);
  await press(stage, 'take_alerts', 'rafiq');
  await stage.pass(31 * MINUTE);
  expect(await waitForTexts(stage, 2, 1)).toEqual([`${RAFIQ}: STILL WARNING Slow`]);
  await postSaying(stage, /Next: .+ at <!date/);
  await stage.pass(10 * MINUTE);
  expect(await waitForTexts(stage, 3, 2)).toEqual([
    `${RAFIQ}: STILL WARNING Slow`,
    `${OTHER}: STILL WARNING Slow`,
  ]);
  await hook.change({ acknowledgedMinutes: null });
  await press(stage, 'take_alerts', 'rafiq');
  const post = await postSaying(stage, /Acknowledged by (?!.*until)/);
  expect(JSON.stringify(post.blocks)).not.toContain('extend_alerts');
  await stage.sleep(48 * HOUR);
  await stage.pass(MINUTE);
  expect(texts(stage)).toHaveLength(5);
});

test('while the alert fires, the responder gives it back in the post, and others are texted by “Text someone else”', async () => {
  const stage = await setUp();
  await fire(await makeHook(stage, TEAM));
  await postSaying(stage, /accepted/);
  await press(stage, 'take_alerts', 'rafiq');
  await stage.pass(2 * HOUR);
  await stage.slack.press(inChannel(stage)[0] as Post, 'text_about_alerts', { user: 'rafiq' });
  const form = (): View | undefined =>
    stage.slack.openViews('rafiq').find(view => contentOf(view).includes('about_alerts_to'));
  await passUntil(stage, () => form() !== undefined);
  await stage.slack.choose(form() as View, 'setting', OTHER, { blockId: 'about_alerts_to' });
  await stage.slack.submit(form() as View);
  expect(await waitForTexts(stage, 1, 1)).toEqual([`${OTHER}: CRITICAL DiskFull`]);
  expect(await press(stage, 'give_back_alerts', 'kamal')).toMatch(/^<@U0RAFIQ0001> already has it/);
  expect(inChannel(stage)[0]?.text).toContain('Acknowledged by');
  expect(await press(stage, 'give_back_alerts', 'rafiq')).toMatch(/^Nobody has it now/);
  await postSaying(stage, /Next: .+ at <!date/);
  await stage.pass(5 * MINUTE);
  expect(await waitForTexts(stage, 2, 1)).toEqual([`${SHIRIN}: CRITICAL DiskFull`]);
});

describe('after a hand-over of the rota that called the responder', () => {
  /** The clock starts at 15:00 in Dhaka, and another person is on call from 21:00. */
  const toHandOver = 6 * HOUR;
  const shiftEnds = async (stage: Stage): Promise<void> => stage.pass(4 * MINUTE);
  const standsIn = async (stage: Stage): Promise<void> => {
    const form = await openOnTop(stage, await openRotas(stage), 'open_stand_in');
    const now = stage.clock.wall();
    expect((await standIn(stage, form, 'rafiq', now - MINUTE, now + HOUR)).says).toContain('Added.');
  };
  const rotaChanges = async (stage: Stage): Promise<void> => {
    const form = await openOnTop(stage, await openRotas(stage), 'change_rota');
    await stage.slack.act(form, 'setting', [], 'rota_people');
    expect((await saveRota(stage, form, { people: ['rafiq'] })).says).toContain('is saved');
  };

  test.each([
    ['the end of a shift, of a rota that was chosen, acknowledged in Slack', 'chosen', 'slack', shiftEnds],
    ['a stand-in, of a rota that was named, acknowledged by link', 'named', 'link', standsIn],
    ['a change of the rota, of one that was chosen, acknowledged by link', 'chosen', 'link', rotaChanges],
  ] as const)(
    '%s: a new critical alert calls the person on call by then, and the responder is told',
    async (_name, how, by, handOver) => {
      const stage = await setUp();
      await makeRota(stage, { texts: false });
      const [rota] = await inStore(stage, (parts, { teamId }) =>
        createRotas({
          ...parts,
          newId: () => '',
          requestCheck: async () => undefined,
          holidays: async () => NO_HOLIDAYS,
        }).list(teamId),
      );
      if (!rota) throw new Error('There is no rota');
      const recipients = [how === 'chosen' ? rotaAs(rota) : { kind: 'named' as const, name: 'servers' }];
      const hook = await makeHook(stage, { recipients, link: true });
      await stage.sleep(toHandOver - 3 * MINUTE);
      await fire(hook);
      expect(await waitForTexts(stage, 0, 1)).toEqual([`${NUSRAT}: CRITICAL DiskFull`]);
      if (by === 'slack') await press(stage, 'take_alerts', 'nusrat');
      else await pressOnPage(stage, lastPath(stage, NUSRAT), 'take');
      await postSaying(stage, /Acknowledged by <@U0NUSRAT001>/);
      await handOver(stage);
      await stage.pass(SECOND);
      await fire(hook, 'DiskGone');
      expect(await waitForTexts(stage, 1, 2)).toEqual([
        expect.stringMatching(`^${RAFIQ}: .*DiskGone`),
        expect.stringMatching(`^${NUSRAT}: .*DiskGone`),
      ]);
    },
  );
});

describe('a responder who can’t be texted gives way at once, and the post says so', () => {
  const forget = async (stage: Stage): Promise<void> => {
    const form = await openContact(stage, await openPeople(stage), 'Karim Mia');
    const question = await opened(stage, 'nusrat', () => stage.slack.act(form, 'ask_forget'));
    await stage.slack.submit(question);
    await stage.slack.waitFor(() => contentOf(question).includes('Erased'), 'the end of erasing');
    await passUntil(stage, () => stage.posts(/The person you erased/).length > 0);
  };

  test.each([
    ['has no number', 'kamal', async () => undefined, '<@U0KAMAL0001>'],
    ['doesn’t want texts', 'rafiq', (stage: Stage) => stopTexting(stage, RAFIQ), '<@U0RAFIQ0001>'],
    [
      'has left',
      'rafiq',
      async (stage: Stage) => {
        stage.slack.person('rafiq').deleted = true;
        await stage.pass(6 * MINUTE);
      },
      '<@U0RAFIQ0001>',
    ],
    [
      'is refused by the service',
      'rafiq',
      async (stage: Stage) => {
        stage.service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' }, { requests: 1 });
      },
      '<@U0RAFIQ0001>',
    ],
    ['was erased', null, forget, '•'],
  ] as const)('a responder who %s', async (_name, user, happens, name) => {
    const stage = await setUp();
    await keepNamed(stage, 'Field', { [SHIRIN]: 'Karim Mia' });
    const hook = await makeHook(stage, { recipients: [number(SHIRIN), number(OTHER)], link: true });
    await fire(hook);
    await waitForTexts(stage, 0, 2);
    if (user) await press(stage, 'take_alerts', user);
    else await pressOnPage(stage, lastPath(stage, SHIRIN), 'take');
    await postSaying(stage, /Acknowledged by/);
    await happens(stage);
    await fire(hook, 'DiskGone');
    await passUntil(stage, () => texts(stage).includes(`${OTHER}: CRITICAL DiskGone`));
    await postSaying(
      stage,
      new RegExp(`:warning: ${name} acknowledged it and can’t be texted, so others are`),
    );
  });
});

test.each([
  ['nobody who has a number', teammate('U0KAMAL0001'), async () => undefined],
  ['somebody who doesn’t want texts', number(SHIRIN), (stage: Stage) => stopTexting(stage, SHIRIN)],
  [
    'somebody whom the service refuses',
    number(SHIRIN),
    async ({ service }: Stage) => {
      service.faults.add({ kind: 'refuse', code: 'INVALID_NUMBER' }, { requests: 1 });
    },
  ],
] as const)('a step with %s gives way at once', async (_name, first, happens) => {
  const stage = await setUp();
  const escalation = { ...TEAM.escalation, firstMinutes: 60, steps: [{ to: [number(OTHER)], minutes: 60 }] };
  const hook = await makeHook(stage, { recipients: [first], escalation });
  await happens(stage);
  await fire(hook);
  expect(await waitForTexts(stage, 0, 1)).toEqual([`${OTHER}: CRITICAL DiskFull`]);
  expect(stage.clock.now() - hook.hook.createdAt).toBeLessThan(2 * MINUTE);
  await postSaying(stage, first.kind === 'teammate' ? /1 step had nobody to text/ : /accepted/);
});

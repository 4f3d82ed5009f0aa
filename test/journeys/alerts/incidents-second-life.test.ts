import { expect, test } from 'vitest';
import { alertmanager, type Caller, makeHook } from '../../support/hooks.ts';
import {
  acknowledge,
  critical,
  gets,
  minutes,
  RAFIQS,
  resolved,
  SHIRINS,
  says,
  TEAM,
  texted,
  textSomeoneElse,
} from '../../support/on-call.ts';
import { createLinkedStage, HOUR, SECOND } from '../../support/stage.ts';

/* An alert that is over, or seems to be, and fires again: who is texted, and who has it. */

const IMRANS = '01812345670';
/** A call about the same alert with another start. */
const bodyOf = (startsAt: number, alert: typeof critical) =>
  alertmanager('db', { DiskFull: { ...alert, startsAt: new Date(startsAt).toISOString() } });
const firing = ({ call }: Caller, startsAt: number, severity = 'critical') =>
  call(bodyOf(startsAt, { severity }));
const ended = ({ call }: Caller, startsAt: number) => call(bodyOf(startsAt, resolved));

test.each(['two calls', 'one call'])(
  'over and firing again while its text still waits, in %s: the person on call is texted once the text can be sent',
  async calls => {
    const stage = await createLinkedStage();
    const hook = await makeHook(stage);
    await stage.serviceGoesAway();
    const began = stage.clock.wall();
    await firing(hook, began);
    await stage.pass(30 * SECOND);
    const [over, again] = [bodyOf(began, resolved), bodyOf(began + 30 * SECOND, critical)];
    if (calls === 'one call') await hook.call({ ...again, alerts: [...over.alerts, ...again.alerts] });
    else for (const body of [over, again]) await hook.call(body);
    await stage.pass(SECOND);
    await stage.serviceReturns();
    await minutes(stage, 10);
    expect(texted(stage)).toEqual([RAFIQS]);
    expect(stage.accepted()).toEqual(['CRITICAL DiskFull']);
  },
);

test('a later occurrence after a missing end is a new alert, though a responder has the old one', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { ...TEAM, reminders: false });
  await firing(hook, stage.clock.wall());
  await acknowledge(stage, 'rafiq');
  await stage.sleep(2 * HOUR);
  await firing(hook, stage.clock.wall());
  expect(await gets(stage, 2)).toEqual([RAFIQS, RAFIQS]);
  await minutes(stage, 5);
  expect(await gets(stage, 3)).toEqual([RAFIQS, RAFIQS, SHIRINS]);
});

test('“Resolve here” holds for a sender that gives no start, however often it repeats the alert', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, TEAM);
  const check = {
    host: 'db-1',
    chart: 'disk',
    context: 'disk.space',
    alert: 'DiskFull',
    severity: 'CRITICAL',
  };
  const report = () => hook.call({ ...check, date: new Date(stage.clock.wall()).toISOString() });
  await report();
  await stage.slack.press(await says(stage, /accepted/), 'resolve_alerts', { user: 'rafiq' });
  await says(stage, /1 resolved/);
  for (let repeat = 0; repeat < 3; repeat++) {
    await minutes(stage, 12);
    await report();
  }
  await minutes(stage, 12);
  expect(texted(stage)).toEqual([RAFIQS, RAFIQS]);
  expect(stage.accepted()[1]).toContain('RESOLVED');
});

test('an alert that returns within ten minutes stays with its responder, and nobody is texted again', async () => {
  const stage = await createLinkedStage({ environment: { PUBLIC_URL: 'https://sms.example.com' } });
  const hook = await makeHook(stage, { ...TEAM, resolved: false, link: true });
  const began = stage.clock.wall();
  await firing(hook, began);
  await acknowledge(stage, 'rafiq');
  await ended(hook, began);
  await says(stage, /1 resolved/);
  await stage.pass(10 * SECOND);
  await firing(hook, stage.clock.wall());
  await says(stage, /1 alert firing.*\n(.*\n)*.*Acknowledged by <@U0RAFIQ0001>/);
  await minutes(stage, 20);
  expect(texted(stage)).toEqual([RAFIQS]);
  // The link in the text leads to it.
  const [path = ''] = /\/a\/\w+$/.exec(stage.accepted()[0] ?? '') ?? [];
  expect(await (await fetch(stage.appUrl + path)).text()).toContain('1 alert firing');
});

test('five flaps are one text, also for hooks that don’t text ends', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { resolved: false });
  for (let flap = 0; flap < 5; flap++) {
    const began = stage.clock.wall();
    await firing(hook, began);
    await minutes(stage, 1);
    await ended(hook, began);
    await minutes(stage, 1);
  }
  expect(texted(stage)).toEqual([RAFIQS]);
});

test('people texted about it when it was less severe are told that it is over', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage);
  const began = stage.clock.wall();
  await firing(hook, began, 'warning');
  await textSomeoneElse(stage, IMRANS);
  expect(await gets(stage, 2)).toEqual([RAFIQS, IMRANS]);
  await minutes(stage, 2);
  await firing(hook, began);
  expect(await gets(stage, 3)).toEqual([RAFIQS, IMRANS, RAFIQS]);
  await minutes(stage, 5);
  await ended(hook, began);
  await minutes(stage, 2);
  const toImran = stage.service.log.list().filter(({ number }) => number === IMRANS);
  expect(toImran.at(-1)?.message).toBe('RESOLVED DiskFull');
});

import { expect, test } from 'vitest';
import { createHooks } from '../../../src/alerts/hooks.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import {
  acknowledge,
  critical,
  fire,
  gets,
  inChannel,
  keepRota,
  minutes,
  RAFIQ,
  RAFIQS,
  SHIRIN,
  SHIRINS,
  says,
  TEAM,
  teammate,
  tells,
  texted,
  textSomeoneElse,
} from '../../support/on-call.ts';
import { decide, inStore, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, HOUR, MINUTE, type Stage } from '../../support/stage.ts';

/*
 * An alert calls the person on call when the text can be sent, and the next people at once if nobody can be
 * texted.
 */

const warning = { severity: 'warning' };
const UNTIL_EIGHT = { from: '14:00', to: '20:00' };
const number = (local: string) => ({ kind: 'number' as const, number: local as LocalNumber });
/** A number that no hook texts any more. */
const KARIM = '01911111111';

/** Erases Karim, so hooks don't name him any more. */
const forgetKarim = (stage: Stage) =>
  inStore(stage, (parts, { teamId, id }) =>
    createHooks(parts).leaveOut(teamId, id, {
      contact: 'karim',
      number: KARIM as LocalNumber,
      name: 'Karim',
      hasNamesake: false,
    }),
  );

test('alerts held back in quiet hours go to the person on call when the quiet hours end', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, {
    recipients: [await keepRota(stage, RAFIQ, SHIRIN)],
    quiet: UNTIL_EIGHT,
  });
  await hook.call(alertmanager('db', { DiskFull: warning }));
  await stage.sleep(5 * HOUR);
  expect(await gets(stage, 1)).toEqual([SHIRINS]);
});

test('a reminder goes to the person on call now, not to the previous one', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { recipients: [await keepRota(stage, RAFIQ, SHIRIN)] });
  await fire(hook);
  expect(await gets(stage, 1)).toEqual([RAFIQS]);
  await stage.sleep(4 * HOUR);
  await fire(hook);
  await minutes(stage, 2);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS]);
});

test('a step whose texts are held back in quiet hours doesn’t count down, and isn’t reported as unanswered', async () => {
  const stage = await createLinkedStage();
  const escalation = { ...TEAM.escalation, severities: ['warning' as const] };
  const hook = await makeHook(stage, { ...TEAM, quiet: UNTIL_EIGHT, escalation });
  await hook.call(alertmanager('db', { DiskFull: warning }));
  for (let hour = 15; hour < 20; hour++) await stage.sleep(HOUR - MINUTE / 2);
  expect(texted(stage)).toEqual([]);
  expect(inChannel(stage).filter(({ text }) => /Nobody/.test(text))).toEqual([]);
  await minutes(stage, 4);
  expect(texted(stage)).toEqual([RAFIQS]);
  await minutes(stage, 4);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS]);
});

test('if an erasure left a hook without recipients of its own, its steps begin at once', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { ...TEAM, recipients: [number(KARIM)] });
  await forgetKarim(stage);
  await fire(hook);
  await stage.pass(MINUTE);
  expect(texted(stage)).toEqual([SHIRINS]);
});

test('a step without people gives way to the next one at once, and the channel is told', async () => {
  const stage = await createLinkedStage();
  const steps = [
    { to: [number(KARIM)], minutes: 60 },
    { to: [teammate(SHIRIN)], minutes: 10 },
  ];
  const hook = await makeHook(stage, { ...TEAM, escalation: { ...TEAM.escalation, steps } });
  await forgetKarim(stage);
  await fire(hook);
  await minutes(stage, 6);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS]);
  await says(stage, /1 step had nobody to text/);
});

test.each([
  { who: 'has no number', user: 'kamal', mark: [] },
  { who: 'must not be texted', user: 'shirin', mark: [SHIRINS] },
])(
  'a responder who $who gives way at once to the hook’s own people, and the post says so',
  async responder => {
    const stage = await createLinkedStage();
    const hook = await makeHook(stage, TEAM);
    await fire(hook);
    await acknowledge(stage, responder.user);
    if (responder.mark.length > 0) await stopTexting(stage, ...responder.mark);
    await hook.call(alertmanager('db', { DiskFull: critical, HostDown: critical }));
    expect(await gets(stage, 2)).toEqual([RAFIQS, RAFIQS]);
    expect(stage.accepted()[1]).toContain('HostDown');
    await says(stage, /acknowledged it and can’t be texted, so others are/);
  },
);

test('given back, it continues with the people whom the call named, and the hook’s own people get no text', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, TEAM);
  await hook.call({ key: 'disk', to: KARIM, message: 'Disk of db-1 is full', severity: 'critical' });
  await acknowledge(stage, 'kamal');
  await tells(stage, 'kamal', /You have it/);
  await stage.slack.press(await says(stage, /Acknowledged by/), 'give_back_alerts', { user: 'kamal' });
  await minutes(stage, 4);
  expect(texted(stage)).toEqual([KARIM]);
  await minutes(stage, 2);
  expect(texted(stage)).toEqual([KARIM, SHIRINS]);
});

test('given back, nobody is texted about alerts that the hook only posts', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { ...TEAM, severities: ['critical'] });
  await fire(hook);
  await minutes(stage, 6);
  await hook.call(alertmanager('db', { DiskFull: critical, Backup: { severity: 'info' } }));
  await acknowledge(stage, 'kamal');
  await tells(stage, 'kamal', /You have it/);
  await stage.slack.press(await says(stage, /Acknowledged by/), 'give_back_alerts', { user: 'kamal' });
  await minutes(stage, 4);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS]);
  expect(stage.accepted().join()).not.toContain('Backup');
});

test('“Text someone else” to a person who can’t be texted takes no step’s turn', async () => {
  const stage = await createLinkedStage();
  const steps = [...TEAM.escalation.steps, { to: [number(KARIM)], minutes: 10 }];
  const hook = await makeHook(stage, { ...TEAM, escalation: { ...TEAM.escalation, steps } });
  await fire(hook);
  await minutes(stage, 6);
  await textSomeoneElse(stage, 'kamal');
  await says(stage, /Not texted to <@U0KAMAL0001>/);
  await minutes(stage, 6);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS]);
  await minutes(stage, 4);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS, KARIM]);
});

test('a person whom an admin lets alerts text although they said STOP is texted, also if the text’s first alert is of another hook', async () => {
  const stage = await createLinkedStage();
  await decide(stage, { alertsIgnoreDoNotText: true });
  const [own, linkHook] = [
    await makeHook(stage, { name: 'Own', recipients: [number(KARIM)] }),
    await makeHook(stage, { name: 'Other' }),
  ];
  await stopTexting(stage, KARIM);
  await own.call(alertmanager('db', { DiskFull: warning }));
  expect(await gets(stage, 1)).toEqual([KARIM]);
  await linkHook.call({ key: 'link', to: KARIM, message: 'The link to Bogra is down', severity: 'error' });
  await own.call(alertmanager('web', { SlowQuery: warning }));
  await minutes(stage, 2);
  expect(texted(stage)).toEqual([KARIM, KARIM]);
  expect(stage.accepted()[1]).toMatch(/link to Bogra.*SlowQuery/);
});

import { expect, test } from 'vitest';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import {
  critical,
  direct,
  fire,
  inChannel,
  RAFIQ,
  RAFIQS,
  SHIRIN,
  SHIRINS,
  says,
  TEAM,
  texted,
} from '../../support/on-call.ts';
import { ADMIN, createLinkedStage, createStage, HOUR, MINUTE, passUntil } from '../../support/stage.ts';

/* A critical alert always calls a person: also after hours, and when no text can be sent. */

test('without a linked key no step passes: the people on call are mentioned and admins are told, once; once a key is linked, they are texted', async () => {
  const stage = await createStage();
  await fire(await makeHook(stage, TEAM));
  const warning = await says(stage, /aren’t going out/);
  expect(warning.text).toContain(`<@${RAFIQ}>`);
  expect(warning.text).toContain('no API key is linked');
  expect(JSON.stringify(warning.blocks)).toContain('"open_link"');
  await stage.pass(MINUTE);
  await passUntil(stage, () => direct(stage, ADMIN).some(({ text }) => /may not know/.test(text)));
  await stage.pass(30 * MINUTE);
  const all = inChannel(stage).filter(({ text }) => /aren’t going out|Nobody has acknowledged/.test(text));
  expect(all).toHaveLength(1);
  expect(all[0]?.text).not.toContain(SHIRIN);
  await stage.link();
  await passUntil(stage, () => texted(stage).includes(RAFIQS));
  expect(texted(stage)).not.toContain(SHIRINS);
  await stage.pass(5 * MINUTE);
  await passUntil(stage, () => texted(stage).includes(SHIRINS));
});

test('an acknowledgement ends after four hours: its responder is reminded, and without an answer the steps go on', async () => {
  const stage = await createLinkedStage();
  await fire(await makeHook(stage, TEAM));
  const post = await says(stage, /accepted by the SMS service/);
  await stage.slack.press(post, 'take_alerts', { user: 'rafiq' });
  await says(stage, /Acknowledged by <@U0RAFIQ0001>.*until <!date/);
  await stage.pass(3 * HOUR);
  expect(texted(stage)).toEqual([RAFIQS]);
  await stage.pass(HOUR + MINUTE);
  await passUntil(stage, () => texted(stage).length === 2);
  expect(texted(stage)).toEqual([RAFIQS, RAFIQS]);
  await stage.pass(8 * MINUTE);
  expect(texted(stage)).toHaveLength(2);
  await stage.pass(2 * MINUTE);
  await passUntil(stage, () => texted(stage).length === 3);
  expect(texted(stage).at(-1)).toBe(SHIRINS);
});

test('a critical alert that joins an unanswered incident starts the steps again', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, TEAM);
  await fire(hook);
  await stage.pass(20 * MINUTE);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS]);
  await hook.call(alertmanager('db', { DiskFull: critical, HostDown: critical }));
  await stage.pass(20 * MINUTE);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS, RAFIQS, SHIRINS]);
});

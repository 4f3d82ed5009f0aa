import { expect, test } from 'vitest';
import { makeHook } from '../../support/hooks.ts';
import {
  direct,
  fire,
  inChannel,
  minutes,
  RAFIQ,
  RAFIQS,
  resolve,
  SHIRIN,
  SHIRINS,
  says,
  TEAM,
  texted,
} from '../../support/on-call.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil } from '../../support/stage.ts';

/* Alerts while the service refuses the key: the people on call get no text, and the channel says so. */

/** An alert fires while the account is out of credits. */
async function outOfCredits(draft: Parameters<typeof makeHook>[1]) {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, draft);
  const mend = stage.service.faults.add({ kind: 'refuse', code: 'INSUFFICIENT_CREDITS' });
  await fire(hook);
  return { stage, hook, mend };
}

test('failed paging is reported at once and only once: in the channel with a mention of the people on call, and to admins', async () => {
  const { stage } = await outOfCredits(TEAM);
  const warning = await says(stage, /aren’t going out/);
  expect(warning.text).toContain(`<@${RAFIQ}>`);
  expect(warning.text).toContain('DiskFull');
  expect(warning.text).toMatch(
    /Text to <@U0RAFIQ0001>: on hold until <!date\^\d+\^\{time\}\|.*>: the account is out of SMS credits; after topping up/,
  );
  expect(JSON.stringify(warning.blocks)).toContain('try_again');
  const [post] = inChannel(stage);
  expect(warning.threadTs).toBe(post?.ts);
  expect(warning.seen[0]?.payload).toMatchObject({ reply_broadcast: 'true' });
  await passUntil(stage, () => direct(stage, 'rafiq').some(({ text }) => /it’s your turn/.test(text)));
  await passUntil(stage, () =>
    direct(stage, ADMIN).some(({ text }) => /whoever is on call may not know/.test(text)),
  );
  await stage.pass(2 * MINUTE);
  const warnings = inChannel(stage).filter(({ text }) => /aren’t going out/.test(text));
  expect(warnings).toHaveLength(1);
});

test('a step whose texts are held doesn’t count down; after “Try again”, each step has its full time', async () => {
  const { stage, mend } = await outOfCredits(TEAM);
  const warning = await says(stage, /aren’t going out/);
  await stage.pass(5 * MINUTE);
  expect(inChannel(stage).some(({ text }) => text.includes(SHIRIN))).toBe(false);
  mend();
  await stage.slack.press(warning, 'try_again', { user: ADMIN });
  await passUntil(stage, () => texted(stage).length === 1);
  await stage.pass(4 * MINUTE);
  expect(texted(stage)).toEqual([RAFIQS]);
  await passUntil(stage, () => texted(stage).length === 2);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS]);
  await stage.pass(15 * MINUTE);
  await says(stage, /Nobody has acknowledged DiskFull\. Everyone on the list has been texted\./);
});

test('a text that couldn’t be sent within 30 minutes expires, and the channel says so; alerts that still fire are texted once, in their current state', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { recipients: TEAM.recipients, resolved: false });
  await stage.serviceGoesAway();
  await fire(hook, 'db', 'DiskFull');
  await fire(hook, 'web', 'SiteDown');
  await minutes(stage, 20);
  await resolve(hook, 'web', 'SiteDown');
  await minutes(stage, 11);
  const warning = await says(stage, /Texts about DiskFull aren’t going out/);
  expect(warning.text).toMatch(
    /<@U0RAFIQ0001> Texts about.*\n.*Text to <@U0RAFIQ0001>: the text waited too long$/m,
  );
  expect(inChannel(stage).some(({ text }) => /Texts about SiteDown/.test(text))).toBe(false);
  await stage.serviceReturns();
  await minutes(stage, 10);
  expect(stage.accepted()).toEqual(['CRITICAL DiskFull']);
  expect((await says(stage, /Mended.*Texts about DiskFull weren’t going out/)).ts).toBe(warning.ts);
});

import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { makeHook, ON_CALL } from '../../support/hooks.ts';
import { minutes, RAFIQS, SHIRINS, texted } from '../../support/on-call.ts';
import { openFromHome } from '../../support/people-modal.ts';
import { makeRota } from '../../support/rotas.ts';
import { scheduled } from '../../support/schedules.ts';
import { ADMIN, createLinkedStage, HOUR, MINUTE, type Stage } from '../../support/stage.ts';

/*
 * The person on call gets the text, whatever names the rota. Until 21:00 in Dhaka that is Rafiq; it is 15:00.
 */

async function setUp(fields: Parameters<typeof makeRota>[1] = {}): Promise<Stage> {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await makeRota(stage, { people: ['rafiq', 'shirin'], texts: false, ...fields });
  return stage;
}

test('a call in a program’s own JSON names a rota', async () => {
  const stage = await setUp();
  const { call } = await makeHook(stage, {
    recipients: [{ kind: 'number', number: '01911111111' as never }],
  });
  await call({ to: 'Servers', message: 'The pump has stopped' });
  await minutes(stage, 1);
  expect(texted(stage)).toEqual([RAFIQS]);
  await stage.sleep(7 * HOUR);
  await call({ to: 'Servers', message: 'The pump has stopped again' });
  await minutes(stage, 2);
  expect(texted(stage)).toEqual([RAFIQS, SHIRINS]);
});

test('a scheduled text reads the rota when it is sent', async () => {
  const stage = await setUp();
  await scheduled(stage, 'Servers', 'Look at the backups', stage.clock.wall() + 7 * HOUR);
  await stage.sleep(7 * HOUR);
  await minutes(stage, 2);
  expect(texted(stage)).toEqual([SHIRINS]);
});

test('a workflow’s step names a rota among its recipients', async () => {
  const stage = await setUp();
  const inputs = { recipients: 'servers', message: 'The pump has stopped' };
  const { run } = await stage.slack.runFunction('send_sms', inputs);
  await stage.slack.waitForRun(run);
  expect(texted(stage)).toEqual([RAFIQS]);
});

test('at the end of a shift the app posts who is on call now, and texts the new person, once', async () => {
  const stage = await setUp({ channel: ON_CALL, texts: true });
  await stage.sleep(6 * HOUR - MINUTE);
  await minutes(stage, 30);
  const posts = stage.posts(/\*Servers\*: <@U0SHIRIN001> is on call now/);
  expect(posts.map(({ channel }) => channel)).toEqual([ON_CALL]);
  expect(texted(stage)).toEqual([SHIRINS]);
  await stage.restart();
  await minutes(stage, 5);
  expect(texted(stage)).toHaveLength(1);
});

test('a hand-over’s text has the priority of a person’s: it waits for 15 minutes, then the channel is told', async () => {
  const stage = await setUp({ channel: ON_CALL, texts: true });
  await stage.sleep(6 * HOUR - MINUTE);
  await stage.serviceGoesAway();
  await minutes(stage, 14);
  expect(stage.posts(/couldn’t text/)).toEqual([]);
  await minutes(stage, 4);
  expect((await stage.post(/couldn’t text/)).channel).toBe(ON_CALL);
  await stage.serviceReturns();
  await minutes(stage, 5);
  expect(texted(stage)).toEqual([]);
});

test('the Home tab says who is on call now, until when, and who is next', async () => {
  const stage = await setUp();
  await openFromHome(stage, 'open_rotas', ADMIN);
  const home = JSON.stringify(stage.slack.home(ADMIN));
  expect(home).toContain('On call now');
  expect(home).toMatch(/\*Servers\*: <@U0RAFIQ0001> is on call until today 21:00, then Shirin/);
});

import { expect, test } from 'vitest';
import { makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* Calls with the right token that had no effect: their senders are machines, so people are told. */

/** All messages about refused calls with their places, oldest first. */
const warnings = (stage: Stage): string[] =>
  stage.posts(/Nobody was texted/).map(({ channel, text }) => `${channel} ${text.split('\n').join(' ¦ ')}`);

const WORDLESS = '{"message":';

test('the first one is reported at once, in the channel and to the hook’s maker; those of the following hour at its end', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  expect((await call({ colour: 7, '01712345678': [] })).status).toBe(202);
  await stage.pass(SECOND);
  const first = warnings(stage);
  expect(first).toHaveLength(2);
  expect(first[0]).toContain(`${ON_CALL} :warning: Nobody was texted about a call to the hook *Prometheus*`);
  expect(first[0]).toContain('nothing in it says what is wrong (it has “colour”, “…”)');
  expect(first[0]).toContain('Add a field such as “title” or “message”');
  expect(first[1]).not.toContain(ON_CALL);

  for (let n = 0; n < 30; n++) expect((await call(WORDLESS)).status).toBe(400);
  expect((await call('x'.repeat(300_000))).status).toBe(413);
  await stage.pass(10 * SECOND);
  expect(warnings(stage)).toHaveLength(2);
  await stage.restart();
  await stage.pass(SECOND);
  expect(warnings(stage), 'not again for a restart').toHaveLength(2);
  await stage.sleep(60 * MINUTE);
  const second = warnings(stage).slice(2);
  expect(second).toHaveLength(2);
  expect(second[0]).toContain('about 31 calls');
  expect(second[0]).toContain('30 × there’s no word in it');
  expect(second[0]).toContain('1 × the body is too large');

  await stage.sleep(120 * MINUTE);
  expect(warnings(stage), 'nothing is left to tell').toHaveLength(4);
  expect((await call(WORDLESS)).status).toBe(400);
  await stage.pass(SECOND);
  expect(warnings(stage), 'at once, after a quiet hour').toHaveLength(6);
});

test('a restart right after the answer, and an hour without Slack, lose no report', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  stage.slack.faults.add({ on: 'chat.postMessage', kind: 'status', status: 503 });
  expect((await call('\u0001\u0002')).status).toBe(415);
  await stage.restart();
  await stage.pass(MINUTE);
  expect(warnings(stage)).toEqual([]);
  stage.slack.faults.clear();
  await stage.pass(10 * MINUTE);
  expect(warnings(stage)).toHaveLength(2);
});

test('redeliveries and calls with a wrong token aren’t reported', async () => {
  const stage = await createLinkedStage();
  const { call, token } = await makeHook(stage);
  expect((await call('', { headers: { authorization: `Bearer ${token}x` } })).status).toBe(401);
  const done = await makeHook(stage, { heartbeat: { minutes: 60 } });
  expect((await done.call(WORDLESS)).status).toBe(202);
  await stage.pass(MINUTE);
  expect(warnings(stage)).toEqual([]);
});

test('if the app isn’t in the channel, the admins are told instead', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage, { channel: 'C0RANDOM001' });
  await call('');
  await stage.pass(SECOND);
  const where = stage.posts(/Nobody was texted/).map(({ channel }) => channel);
  expect(where).not.toContain('C0RANDOM001');
  expect(where.length).toBeGreaterThan(0);
  expect(new Set(where).size, 'each once').toBe(where.length);
});

test('the same dedup_key with other words is one text; a raised severity is texted; an end frees both', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const send = async (fields: object) => {
    expect((await call({ dedup_key: 'disk', ...fields })).status).toBe(202);
    await stage.pass(MINUTE);
  };
  await send({ message: 'Disk 90%', severity: 'warning' });
  await send({ message: 'Disk 91%', severity: 'warning' });
  expect(stage.accepted()).toEqual(['Disk 90%']);
  await send({ message: 'Disk full', severity: 'critical' });
  await send({ message: 'Disk full', severity: 'critical' });
  await send({ message: 'Disk 92%', severity: 'warning' });
  expect(stage.accepted()).toEqual(['Disk 90%', 'Disk full']);
  await send({ message: 'Disk has room', action: 'resolve' });
  await stage.sleep(20 * MINUTE);
  await send({ message: 'Disk 93%', severity: 'warning' });
  expect(stage.accepted()).toEqual(['Disk 90%', 'Disk full', 'Disk has room', 'Disk 93%']);
});

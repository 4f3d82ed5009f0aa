import { expect, test } from 'vitest';
import { healthchecksCall } from '../../support/alert-samples.ts';
import { makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* Bodies from senders without a format of ours. */

const posted = (stage: Stage): string =>
  JSON.stringify(stage.slack.posts().filter(({ channel }) => channel === ON_CALL));

test('a form, JSON labelled as text, and plain words are read; the answer names a body without content', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' } };
  const plain = { headers: { 'content-type': 'text/plain; charset=UTF-8' } };
  const down = 'Name=Shop&URL=https%3A%2F%2Fshop.example%2Fpay&StatusCode=503&Status=Down&severity=critical';
  expect((await call(down, form)).status).toBe(202);
  await stage.pass(2 * MINUTE);
  expect((await call(down.replace('Down', 'Up').replace('503', '200'), form)).status).toBe(202);
  await stage.pass(2 * MINUTE);
  const alarm = JSON.stringify({ AlarmName: 'Queue too long', NewStateValue: 'ALARM', Region: 'Mumbai' });
  const notification = { Type: 'Notification', TopicArn: 'arn:aws:sns:x:1:ops', Message: alarm };
  expect((await call(JSON.stringify(notification), plain)).status).toBe(202);
  await stage.pass(2 * MINUTE);
  expect((await call('The generator is running', plain)).status).toBe(202);
  await stage.pass(2 * MINUTE);
  expect(stage.accepted()).toEqual([
    'CRITICAL Shop on shop.example/pay: Down 503',
    'RESOLVED Shop on shop.example/pay: Up 200',
    'CRITICAL Queue too long on Mumbai',
    'The generator is running',
  ]);
  const unclear = await call({ colour: 7, nested: { deep: true } });
  expect([unclear.status, await unclear.text()]).toEqual([
    202,
    expect.stringContaining('has \\"colour\\", \\"nested\\": nothing that could be texted'),
  ]);
});

test('a sender’s test button texts once, says TEST, and leaves nothing to acknowledge', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  const body = healthchecksCall({ check: '00000000-0000-0000-0000-000000000000', name: 'TEST' });
  expect((await call(body)).status).toBe(202);
  await stage.pass(30 * MINUTE);
  expect(stage.accepted()).toEqual(['TEST Prometheus: down']);
  expect(posted(stage)).toMatch(/1 test.*Only a test,.*: TEST.*Text to/);
  expect(posted(stage)).not.toMatch(/Acknowledge/);
});

test('"to" with an unknown name goes to the hook’s own recipients, and the post says so; a hook without recipients refuses the call', async () => {
  const stage = await createLinkedStage();
  const { call } = await makeHook(stage);
  expect((await call({ message: 'Disk full', to: 'Serverz' })).status).toBe(202);
  await stage.pass(10 * SECOND);
  expect(stage.accepted()).toEqual(['Disk full']);
  expect(posted(stage)).toMatch(/Text to <@U0RAFIQ0001>/);
  expect(posted(stage)).toMatch(/Not texted to[^"]*Serverz/);
  const alone = await makeHook(stage, { name: 'Posts only', severities: [] });
  const answer = await alone.call({ message: 'Disk full', to: 'Serverz' });
  expect([answer.status, await answer.json()]).toMatchObject([400, { field: 'to' }]);
  expect((await alone.call({ message: 'Disk full', to: '01812345679' })).status).toBe(202);
});

import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

/* The real program, ended by `kill -9` at the worst moments. It uses the machine's clock. */

async function killAndStart(stage: Stage): Promise<void> {
  stage.program().kill('SIGKILL');
  expect(await stage.program().ended).toBe('SIGKILL');
  stage.slack.faults.clear();
  await stage.start();
}

test('while the service has the text and hasn’t answered: uncertain, with a lasting post, and never sent again', async () => {
  const stage = await createLinkedStage({ program: runProgram });
  const { service, slack, sms, post, accepted } = stage;
  service.faults.add({ kind: 'hang', when: 'after' }, { requests: 1 });
  await sms('01712345678 hello');
  await service.requests.decided(1);
  await killAndStart(stage);

  const notice = await post(/may or may not have been sent/);
  expect(notice.kind).toBe('channel');
  expect(notice.text).toContain('this app stopped before the SMS service answered');
  await sms('01712345678 the next one');
  await post(/texted/);
  expect(accepted()).toEqual(['hello', 'the next one']);

  await slack.press(notice, 'send_again', { user: 'shirin' });
  await slack.waitFor(() => /has sent it again/.test(notice.text));
  await slack.waitFor(() => stage.posts(/texted/).length === 2);
  expect(service.requests.count()).toBe(3);
});

describe('a workflow’s step', () => {
  const inputs = { recipients: '01712345678', message: 'hello' };
  const slack = { manifest: readManifest() };

  test('between its ack and the service’s answer: uncertain, and the step ends with that', async () => {
    const stage = await createLinkedStage({ program: runProgram, slack });
    stage.service.faults.add({ kind: 'hang', when: 'after' }, { requests: 1 });
    const { run, delivery } = await stage.slack.runFunction('send_sms', inputs);
    await stage.service.requests.decided(1);
    await killAndStart(stage);
    expect((await stage.slack.waitForRun(run)).outputs).toMatchObject({ state: 'uncertain' });
    await stage.slack.redeliverEvent(delivery);
    expect(stage.accepted()).toEqual(['hello']);
    expect(stage.service.requests.count()).toBe(1);
  });

  test('before Slack has its result: the step ends after the start, and there is one text', async () => {
    const stage = await createLinkedStage({ program: runProgram, slack });
    stage.slack.faults.add({ kind: 'hang', on: 'functions.completeSuccess' });
    const { run } = await stage.slack.runFunction('send_sms', inputs);
    await stage.until(() => stage.slack.traffic.of('functions.completeSuccess').length === 1);
    await killAndStart(stage);
    expect((await stage.slack.waitForRun(run)).outputs).toMatchObject({ state: 'sent', log_id: '1' });
    expect(stage.accepted()).toEqual(['hello']);
  });
});

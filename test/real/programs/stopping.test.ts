import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createManualClock } from '../../support/manual-clock.ts';
import { ADMIN, createLinkedStage, createStage, SECOND } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends the program with exit code 0', async signal => {
  const stage = await createStage({ program: runProgram });
  stage.program().kill(signal);
  expect(await stage.program().ended).toBe(0);
});

test('a request in flight is finished, recorded and reported before the end', async () => {
  const clock = createManualClock();
  const stage = await createLinkedStage({ program: runProgram, service: { clock } });
  const { service, sms, program } = stage;
  service.faults.add({ kind: 'slow', ms: 5 * SECOND, when: 'after' }, { requests: 1 });
  await sms('01712345678 hello');
  await service.requests.decided(1);
  program().kill('SIGTERM');
  await program().says('"stopping"');
  await clock.advance(5 * SECOND);
  expect(await program().ended).toBe(0);
  expect(stage.posts(/texted/)).toHaveLength(1);
  await stage.start();
  expect((await sms('log')).body).toContain('accepted by the SMS service');
  expect(service.requests.count()).toBe(1);
});

test('a key that is being linked when the app stops: the modal shows its result first', async () => {
  const clock = createManualClock();
  const stage = await createStage({ service: { clock } });
  const { slack, service, apiKey } = stage;
  service.faults.add({ kind: 'slow', ms: 5 * SECOND, when: 'after' }, { requests: 1 });
  await slack.command({ user: ADMIN, text: 'link' });
  const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
  await slack.submit(form, { api_key: apiKey });
  await service.requests.decided(1);
  const blocks = () => JSON.stringify(form.content.blocks);
  expect(blocks()).toContain('Checking the key');
  const stopped = stage.stop();
  await clock.advance(5 * SECOND);
  await stopped;
  expect(blocks()).toContain('The key is linked');
  await stage.start();
  await stage.sms('01712345678 hello');
  await stage.post(/texted/);
});

test('the second signal ends it at once; then the request in flight is uncertain', async () => {
  const stage = await createLinkedStage({ program: runProgram });
  const { service, sms, program, post } = stage;
  service.faults.add({ kind: 'hang', when: 'after' }, { requests: 1 });
  await sms('01712345678 hello');
  await service.requests.decided(1);
  program().kill('SIGTERM');
  await program().says('"stopping"');
  program().kill('SIGTERM');
  expect(await program().ended).toBe(1);
  await stage.start();
  await post(/may or may not have been sent/);
});

test('a second process on the same folder exits with a sentence, and the first continues', async () => {
  const stage = await createLinkedStage({ program: runProgram });
  const second = runProgram(stage.environment);
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Another process is using ${stage.dataDir}: stop it first.`);
  expect(second.output().split('\n'), 'a sentence, not a stack').toHaveLength(1);
  await stage.sms('01712345678 hello');
  await stage.post(/texted/);
});

test('a port in use is reported in a sentence', async () => {
  const stage = await createStage({ program: runProgram });
  const folder = mkdtempSync(join(tmpdir(), 'sms-port-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { port } = new URL(stage.appUrl);
  const second = runProgram({ ...stage.environment, DATA_DIR: folder, PORT: port });
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe('PORT is in use by another program: stop it, or set PORT to a free one.');
});

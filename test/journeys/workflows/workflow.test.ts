import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Playground } from '../../../src/playground/index.ts';
import { keepGroup, removeGroup } from '../../support/settings.ts';
import {
  createLinkedStage,
  MINUTE,
  MODES,
  type Mode,
  SECOND,
  type Stage,
  type StageOptions,
} from '../../support/stage.ts';
import { makeTemplate } from '../../support/templates-modal.ts';

/*
 * The step "Send an SMS" of a workflow, as Slack runs it: `function_executed` in, `functions.complete…` out.
 */

const RAHIM = '01712345678';
const KARIM = '01812345678';
const MESSAGE = 'Server 3 is down';

const setUp = (options: StageOptions = {}): Promise<Stage> =>
  createLinkedStage({ ...options, slack: { manifest: readManifest(), ...options.slack } });

type Inputs = Parameters<Playground['runFunction']>[1];
const start = ({ slack }: Stage, inputs: Inputs) => slack.runFunction('send_sms', inputs);

/** Runs the step to its end. */
async function run(stage: Stage, inputs: Inputs) {
  const { run } = await start(stage, inputs);
  return stage.slack.waitForRun(run);
}

const ends = ({ slack }: Stage): number =>
  [...slack.traffic.of('functions.completeSuccess'), ...slack.traffic.of('functions.completeError')].length;

test('sends the text and ends with its result', async () => {
  const stage = await setUp();
  expect(await run(stage, { recipients: '+880 1712-345678', message: MESSAGE })).toMatchObject({
    state: 'succeeded',
    outputs: {
      state: 'sent',
      log_id: '1',
      cost: 0.35,
      balance: 99.65,
      parts: 1,
      recipient_count: 1,
      sent_count: 1,
      failed_count: 0,
      summary: '1 of 1 sent',
    },
  });
  expect(stage.accepted()).toEqual([MESSAGE]);
  await stage.pass(MINUTE);
  // A workflow posts its own messages.
  expect(stage.posts()).toEqual([]);
  expect(ends(stage)).toBe(1);
});

test('Slack gets its ack only once the run is stored, and redelivers it until then', async () => {
  const stage = await setUp();
  const { delivery, run } = await start(stage, { recipients: RAHIM, message: MESSAGE });
  expect(delivery.attempts.map(({ status }) => status)).toEqual([200]);
  await stage.slack.waitForRun(run);
  for (let time = 0; time < 4; time++) {
    expect(await stage.slack.redeliverEvent(delivery)).toMatchObject({ status: 200 });
  }
  await stage.restart();
  await stage.slack.redeliverEvent(delivery);
  await stage.pass(MINUTE);
  expect(stage.service.requests.count()).toBe(1);
  expect(ends(stage)).toBe(1);
});

test('people without a number don’t stop the others, and are named', async () => {
  const stage = await setUp();
  const kamal = stage.slack.person('kamal').id;
  const recipients = `${RAHIM}; 0171234, <@${kamal}>\n<!subteam^S0ONCALL001|@oncall>, night shift`;
  const { outputs } = await run(stage, { recipients, message: MESSAGE });
  // Rafiq in the group has the first number; Kamal has none.
  expect(outputs).toMatchObject({ state: 'partly_sent', recipient_count: 5, sent_count: 2, failed_count: 3 });
  expect(outputs).toMatchObject({ cost: 0.7, parts: 2, log_id: '1, 2' });
  expect(outputs?.problem).toContain('0171234: too few digits');
  expect(outputs?.summary).toContain(`<@${kamal}>: no phone number in their Slack profile`);
  expect(outputs?.summary).toContain('night shift: not a number, a mention, a contact, a group or a rota');
  expect(stage.accepted()).toEqual([MESSAGE, MESSAGE]);
  // A workflow may ignore its outputs, so the admin who linked the key is told.
  await stage.post(/A workflow’s text: 2 of 2 sent · 3 left out/);
});

test.each([
  ['no recipient', { message: MESSAGE }, /has no recipients/],
  ['no message', { recipients: RAHIM, message: '  ' }, /message is empty/],
  ['one wrong number', { recipients: '0171234', message: MESSAGE }, /has \d+ digits/],
  ['nobody with a number', { recipients: '0171234, nobody', message: MESSAGE }, /None of the recipients/],
  ['a message that is none', { recipients: RAHIM, message: { a: 1 } }, /message is empty/],
  ['too long a message', { recipients: RAHIM, message: 'x'.repeat(1601) }, /1,601 characters/],
])('fails with a sentence: %s', async (_name, inputs, sentence) => {
  const stage = await setUp();
  const { state, error } = await run(stage, inputs);
  expect([state, error]).toEqual(['failed', expect.stringMatching(sentence)]);
  expect(error).toMatch(/Nothing was sent\.$/);
  await stage.quiet();
  expect([stage.service.requests.count(), stage.posts().length]).toEqual([0, 0]);
});

test('an uncertain text is reported to the admin in a lasting post, with the button', async () => {
  const stage = await setUp();
  stage.service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  const { outputs } = await run(stage, { recipients: RAHIM, message: MESSAGE });
  expect(outputs).toMatchObject({ state: 'uncertain', uncertain_count: 1 });
  const post = await stage.post(/A workflow’s text to .* may or may not have been sent/);
  expect(post.kind).toBe('channel');
  await stage.slack.press(post, 'send_again', { user: 'nusrat' });
  await stage.post(/texted/);
  expect(stage.service.requests.count()).toBe(2);
});

test('the same dedup key sends once, and each run ends with the first one’s result', async () => {
  const stage = await setUp();
  stage.service.faults.add({ kind: 'hang', when: 'before' }, { requests: 1 });
  const inputs = { recipients: `${RAHIM}, ${KARIM}`, message: MESSAGE, dedup_key: 'server-3' };
  const first = await start(stage, inputs);
  const second = await start(stage, { ...inputs, recipients: `<tel:${KARIM}|${KARIM}> and ${RAHIM}` });
  const conflicting = await run(stage, { ...inputs, message: 'Server 4 is down' });
  expect(conflicting.error).toMatch(/dedup key was already used/);
  expect([first.run.state, second.run.state]).toEqual(['running', 'running']);
  await stage.pass(20 * SECOND);
  for (const { run } of [first, second]) {
    expect((await stage.slack.waitForRun(run)).outputs).toMatchObject({
      state: 'partly_sent',
      sent_count: 1,
    });
  }
  const later = await run(stage, inputs);
  expect(later.outputs).toEqual(first.run.outputs);
  expect(stage.service.requests.count()).toBe(2);
});

test('a text that waits too long for the workflow ends the step with queued, and is sent later', async () => {
  const stage = await setUp();
  await stage.serviceGoesAway();
  const { run } = await start(stage, { recipients: RAHIM, message: MESSAGE });
  await stage.pass(10 * MINUTE - SECOND);
  expect(run.state).toBe('running');
  await stage.pass(SECOND);
  expect(await stage.slack.waitForRun(run)).toMatchObject({
    state: 'succeeded',
    outputs: { state: 'queued', waiting_count: 1, problem: expect.stringContaining('still waiting') },
  });
  await stage.serviceReturns();
  await stage.pass(MINUTE);
  await stage.until(() => stage.accepted().length > 0);
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual([MESSAGE]);
  expect(ends(stage)).toBe(1);
});

test('after an invalid token, the step is completed with the app’s own', async () => {
  const stage = await setUp();
  stage.service.faults.add({ kind: 'hang', when: 'before' }, { requests: 1 });
  const { run } = await start(stage, { recipients: RAHIM, message: MESSAGE });
  stage.slack.revokeToken('token_revoked', run.token);
  await stage.pass(20 * SECOND);
  expect((await stage.slack.waitForRun(run)).outputs).toMatchObject({ state: 'uncertain' });
});

test('the run’s token is nowhere in plain, and deleted when the run ends', async () => {
  const stage = await setUp();
  await stage.serviceGoesAway();
  const { run } = await start(stage, { recipients: RAHIM, message: MESSAGE });
  await stage.quiet();
  expect(stage.stored()).not.toContain(run.token);
  expect(stage.stored()).toContain(`step ${run.id}`);
  await stage.serviceReturns();
  await stage.pass(MINUTE);
  await stage.slack.waitForRun(run);
  expect(stage.logged()).not.toContain(run.token);
  await stage.until(() => /"token":null/.test(stage.stored().replaceAll('\\', '')));
});

describe('the groups of the workspace', () => {
  async function withGroups(mode: Mode): Promise<Stage> {
    const stage = await setUp({ mode });
    await keepGroup(stage, 'Night shift', [RAHIM, KARIM]);
    await keepGroup(stage, 'রাতের দল', [RAHIM]);
    return stage;
  }
  const labels = (options: unknown[]) =>
    options.map(option => (option as { text: { text: string } }).text.text);

  test.each(MODES)(
    'are listed to users who fill in the step, and texted beside its recipients (%s)',
    async mode => {
      const stage = await withGroups(mode);
      const list = (typed?: string) => stage.slack.stepOptions('send_sms', 'groups', typed);
      expect(labels((await list()).options)).toEqual(['Night shift', 'রাতের দল']);
      expect(labels((await list('দল')).options)).toEqual(['রাতের দল']);
      expect(await list('no such')).toEqual({ options: [], wrong: [] });
      const [night] = (await list('shift')).options;
      const ended = await run(stage, { recipients: '01912345678', groups: [night?.value], message: MESSAGE });
      expect(ended.outputs).toMatchObject({ state: 'sent', sent_count: 3 });
      const texted = stage.service.log.list().map(({ number }) => number);
      expect(texted.toSorted()).toEqual([RAHIM, KARIM, '01912345678'].toSorted());
      const alone = await run(stage, { groups: [night?.value], message: 'to the group alone' });
      expect(alone.outputs).toMatchObject({ sent_count: 2 });
    },
  );

  test('that were deleted before the workflow runs are named', async () => {
    const stage = await withGroups('http');
    const [night] = (await stage.slack.stepOptions('send_sms', 'groups', 'night')).options;
    await removeGroup(stage, 'Night shift');
    const ended = await run(stage, { groups: [night?.value], message: MESSAGE });
    expect(ended.error).toContain('“Night shift” is no longer among');
    expect(stage.accepted()).toEqual([]);
  });
});

test('groups that can’t be listed at the moment are reported, and the run ends', async () => {
  const stage = await setUp();
  stage.slack.faults.add({ on: 'functions.completeSuccess', kind: 'status', status: 503, times: 1 });
  expect((await stage.slack.stepOptions('send_sms', 'groups')).wrong).toHaveLength(1);
});

test('the workspace’s templates are listed too, and the chosen one is the text', async () => {
  const stage = await setUp();
  await makeTemplate(stage, { name: 'Harvest time', text: 'The harvest begins {day|soon}' });
  await makeTemplate(stage, { name: 'Mine alone', text: 'Nobody else’s' }, 'rafiq');
  const list = (typed?: string) => stage.slack.stepOptions('send_sms', 'template', typed);
  const { options } = await list();
  expect(options.map(({ text }) => text)).toEqual([{ type: 'plain_text', text: 'Harvest time' }]);
  expect((await list('no such')).options).toEqual([]);
  const ended = await run(stage, { recipients: RAHIM, template: options[0]?.value });
  expect(ended.outputs).toMatchObject({ state: 'sent' });
  expect(stage.accepted()).toEqual(['The harvest begins soon']);
});

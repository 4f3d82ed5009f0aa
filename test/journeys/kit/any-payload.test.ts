import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { callHook, FILLED, makeHookByModal, openHookForm, openHooks } from '../../support/hooks-modal.ts';
import { idsOf } from '../../support/listeners.ts';
import { mutations, type Recorded, recorded, send } from '../../support/payloads.ts';
import { openGroups } from '../../support/people-modal.ts';
import { chooseRecipient, submitText } from '../../support/recipients.ts';
import { makeRota, openOnTop, openRotas, standIn } from '../../support/rotas.ts';
import { openGroup, openSettings } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, createStage, type Stage } from '../../support/stage.ts';

/* A signed payload of any shape is answered 200 or 400, logs no error, and changes nothing. */

/** Of some forty thousand mutations, every 41st is sent, different ones on each engine. */
const EACH = 41;

/** Uses every listener, so that each kind of payload was sent once. */
async function useAll(stage: Stage): Promise<void> {
  const { slack, sms, quiet, post } = stage;
  for (const text of ['help', 'balance', 'log', 'nonsense', '@kamal hi', '01712345678 hello'])
    await sms(text);
  await post(/texted/);
  await sms('');
  const form = await slack.waitForView('rafiq');
  for (const [action, value] of [['compose_message_input', 'It’s here']] as const)
    await slack.act(form, action, value).catch(() => undefined);
  await quiet();
  await chooseRecipient(stage, form, 'kamal');
  await submitText(stage, form, '01712345678', 'by form');
  await slack.globalShortcut('compose', { user: 'rafiq' });
  await slack.messageShortcut(slack.say({ user: 'shirin', text: 'Text this: 01712345678' }), 'text_this', {
    user: 'shirin',
  });
  await slack.openApp('rafiq');
  await slack.event({ type: 'tokens_revoked', tokens: { oauth: ['U0KAMAL0001'] } });
  await slack.runFunction('send_sms', { recipients: '01712345678', message: 'by workflow', urgent: true });

  const overview = await openSettings(stage);
  await slack.submit(await openGroup(stage, overview, 'limits'), { setting_person_texts: '9' });
  await slack.act(await openGroups(stage), 'new_group');
  const list = await slack.waitForView(ADMIN, view => JSON.stringify(view.content).includes('group_name'));
  await slack.submit(list, { group_name: 'night' });
  await quiet();
  await makeHookByModal(stage);
  const hooks = await openHooks(stage);
  const hook = await openHookForm(stage, hooks, 'change_hook');
  await slack.submit(hook, { ...FILLED, hook_name: 'Grafana' });
  await makeRota(stage);
  const standIns = await openOnTop(stage, await openRotas(stage), 'open_stand_in');
  await standIn(stage, standIns, 'shirin', stage.clock.wall(), stage.clock.wall() + 3_600_000);
  await sms('oncall Servers');
  await slack.command({ user: ADMIN, text: 'unlink' });
  await quiet();
}

/** The recorded payloads, and every button of the app in a message and in a view. */
function payloadsOf(stage: Stage): Recorded[] {
  const all = recorded(stage);
  const inView = all.find(({ what: name }) => name.endsWith('new_group'));
  const inMessage = structuredClone(inView);
  if (!inView || !inMessage) throw new Error('Nothing was pressed');
  const { view: _view, ...payload } = inMessage.payload;
  const message = {
    channel: { id: 'C0GENERAL01' },
    message: { ts: '1.2' },
    response_url: `${stage.slack.url}/x`,
  };
  const buttons = idsOf('button').flatMap(action =>
    [inView.payload, { ...payload, ...message }].map((body, index): Recorded => {
      const [pressed] = body.actions as object[];
      return {
        as: 'payload',
        what: `${action} ${index}`,
        known: 'view',
        payload: { ...body, actions: [{ ...pressed, action_id: action, value: '10' }] },
      };
    }),
  );
  const removed = all.find(({ what: name }) => name.endsWith('tokens_revoked'));
  const uninstalled: Recorded = {
    as: 'json',
    what: 'app_uninstalled',
    payload: { ...removed?.payload, team_id: 'T0ELSEWHERE', event: { type: 'app_uninstalled' } },
  };
  return [...all, ...buttons, uninstalled];
}

const errors = (stage: Stage): string[] =>
  stage
    .logged()
    .split('\n')
    .filter(line => line.includes('"level":50'));

/** Sends payloads, four at a time; returns those with another answer than 200 or 400. */
async function sendAll(stage: Stage, all: Iterable<Recorded>): Promise<unknown[]> {
  const bad: unknown[] = [];
  const next = all[Symbol.iterator]();
  const worker = async () => {
    for (let step = next.next(); !step.done; step = next.next()) {
      const { status } = await send(stage, step.value);
      if (status !== 200 && status !== 400) bad.push({ status, ...step.value });
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  return bad;
}

test('payloads of every kind with a strange value in each field', async () => {
  const stage = await createLinkedStage({
    mode: 'http',
    slack: { manifest: readManifest() },
  });
  const hook = await makeHookByModal(stage);
  await useAll(stage);
  expect(errors(stage)).toEqual([]);
  const all = payloadsOf(stage);
  const sample = function* () {
    let n = 20;
    for (const payload of all) yield* mutations(payload, () => n++ % EACH === 0);
  };
  expect(await sendAll(stage, sample())).toEqual([]);
  await stage.quiet();
  expect(errors(stage)).toEqual([]);

  // The app still works, and reads the stored data.
  await stage.restart();
  await stage.link();
  const { service, sms } = stage;
  const before = service.log.list().length;
  await sms('01712345699 still here');
  await expect.poll(() => service.log.list().length).toBeGreaterThan(before);
  expect((await callHook(stage, hook, { message: 'still here too' })).status).toBe(202);
  for (const open of [openSettings, openHooks])
    expect(JSON.stringify((await open(stage)).content)).toContain('blocks');
  const metrics = await (await fetch(`${stage.appUrl}/metrics`)).text();
  expect(metrics).not.toMatch(/^sms_quarantined.* [1-9]/m);
  expect(errors(stage)).toEqual([]);
}, 300_000);

test('JSON of any shape, as every kind', async () => {
  const stage = await createStage({ mode: 'http' });
  const names = [
    'type',
    'command',
    'event',
    'user',
    'team',
    'view',
    'actions',
    'channel',
    'callback_id',
    'id',
    'name',
    'payload',
  ];
  const words = [
    'event_callback',
    'block_actions',
    'view_submission',
    'shortcut',
    'message_action',
    'app_home_opened',
    '/sms',
  ];
  const { value } = fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(...words, null, true, 0, -1, 1e300, ''),
      fc.string(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 5 }),
    ),
  }));
  const payload = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 6 });
  await fc.assert(
    fc.asyncProperty(payload, fc.constantFrom('form', 'payload', 'json'), async (body, as) => {
      expect([200, 400]).toContain((await send(stage, { as, payload: body })).status);
    }),
    { numRuns: 300 },
  );
  expect(errors(stage)).toEqual([]);
  expect((await stage.sms('help')).status).toBe(200);
});

test('an event and a payload of a future kind are acked and ignored', async () => {
  const stage = await createStage({ mode: 'http' });
  for (const payload of [
    { type: 'event_callback', team_id: null, event: { type: 'added_one_day', at: 'night' } },
    { type: 'added_one_day', user: 7 },
  ])
    expect((await send(stage, { as: 'json', payload })).status).toBe(200);
  expect([errors(stage), stage.slack.posts()]).toEqual([[], []]);
});

test('a forged press with the ids of a button and a field reaches only the button', async () => {
  const stage = await createLinkedStage({ mode: 'http' });
  await stage.slack.act(await openGroups(stage), 'new_group');
  const pressed = recorded(stage).find(({ what: name }) => name === 'block_actions new_group');
  if (!pressed) throw new Error('Nothing was recorded');
  const [action] = pressed.payload.actions as object[];
  const fields = idsOf('field').map(id => fc.stringMatching(new RegExp(`^(?:${id})$`)));
  for (const block_id of fields.flatMap(field => fc.sample(field, 1))) {
    const payload = { ...pressed.payload, actions: [{ ...action, block_id }] };
    expect((await send(stage, { as: 'payload', payload })).status, block_id).toBe(200);
  }
  await stage.quiet();
  expect(errors(stage)).toEqual([]);
});

test('a form and a button of another version of this app say so, and keep the input', async () => {
  const stage = await createStage({ mode: 'http' });
  const overview = await openSettings(stage);
  const form = await openGroup(stage, overview, 'limits');
  await stage.slack.submit(form, { setting_person_texts: 'nonsense' });
  const submitted = recorded(stage).find(({ what: name }) => name === 'view_submission setting');
  const pressed = recorded(stage).find(({ what: name }) => name === `block_actions ${'change_setting'}`);
  if (!submitted || !pressed) throw new Error('Nothing was recorded');

  const view = submitted.payload.view as object;
  const answer = await send(stage, {
    ...submitted,
    payload: { ...submitted.payload, view: { ...view, private_metadata: '{"of":"another version"}' } },
  });
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      response_action: 'errors',
      errors: { [String(form.content.blocks.at(-1)?.block_id)]: expect.stringContaining('another version') },
    },
  ]);

  const [action] = pressed.payload.actions as object[];
  await send(stage, {
    ...pressed,
    payload: { ...pressed.payload, actions: [{ ...action, value: 'a group that is no more' }] },
  });
  await stage.slack.waitFor(
    () =>
      JSON.stringify([
        stage.slack.posts(),
        ...stage.slack.openViews(ADMIN).map(view => view.content),
      ]).includes('another version'),
    'the sentence',
  );
  expect(errors(stage)).toEqual([]);
});

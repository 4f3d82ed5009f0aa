import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPolicies } from '../../../src/escalations/service.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import type { View } from '../../../src/playground/index.ts';
import { makeHook } from '../../support/hooks.ts';
import { chooseForHook, FILLED, openHookForm, openHooks, showMore } from '../../support/hooks-modal.ts';
import {
  acknowledge,
  fire,
  gets,
  inChannel,
  keepRota,
  minutes,
  postSaying,
  RAFIQS,
  SHIRIN,
  SHIRINS,
  TEAM,
  textedNumbers,
} from '../../support/on-call.ts';
import { DATABASES, keepPolicy, openPolicies } from '../../support/policies.ts';
import { openOnTop } from '../../support/rotas.ts';
import { inStore } from '../../support/settings.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { contentOf, submitForm } from '../../support/views.ts';

/* Escalation policies: their form and list, and that the hooks which use one call by it. */

const PAUSE_MS = 300;
const KARIM = '01911111111';
const number = (local: string) => ({ kind: 'number' as const, number: local as LocalNumber });
const blockIds = (form: View): string[] => form.content.blocks.map(({ block_id: id }) => String(id));

async function choose(stage: Stage, form: View, block: string, typed: string): Promise<void> {
  await stage.slack.choose(form, 'setting', typed, { blockId: block });
  await stage.pass(PAUSE_MS);
  await stage.quiet();
}

async function fill(stage: Stage, form: View, block: string, value: unknown): Promise<void> {
  await stage.slack.act(form, 'setting', value, block);
  await stage.pass(PAUSE_MS);
  await stage.quiet();
}

test('a policy is made with steps that appear as they are needed; the preview says what happens', async () => {
  const stage = await createLinkedStage();
  const list = await openPolicies(stage);
  expect(contentOf(list)).toContain('There are no escalation policies yet.');
  const form = await openOnTop(stage, list, 'new_policy');
  await fill(stage, form, 'policy_name', 'Databases');
  const empty = await submitForm(stage, form, {});
  expect(empty.errors).toEqual({
    policy_steps_step_to_0: 'Please complete this required field.',
  });
  await choose(stage, form, 'policy_steps_step_to_0', 'rafiq');
  await choose(stage, form, 'policy_steps_step_to_1', '01612345678');
  await fill(stage, form, 'policy_steps_step_minutes_0', '৭');
  await fill(stage, form, 'policy_steps_rounds', '2');
  expect(contentOf(form)).toContain(
    'First <@U0RAFIQ0001>; after 7 minutes without an acknowledgement: 016••••5678; all of it twice;',
  );
  expect(contentOf(form)).toContain('at most *4 texts*');
  const { errors, says } = await submitForm(stage, form, {});
  expect([errors, says]).toEqual([{}, expect.stringContaining('*Databases* is saved')]);
  const again = await openPolicies(stage);
  expect(contentOf(again)).toContain('First <@U0RAFIQ0001>; after 7 minutes');
  expect(contentOf(again)).toContain('No hook uses it yet');
});

test('a hook’s form offers the policies: with one chosen it asks for no people or steps, and calls by the policy', async () => {
  const stage = await createLinkedStage();
  await keepPolicy(stage);
  const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
  await showMore(stage, form);
  const options = JSON.stringify(
    form.content.blocks.find(({ block_id: id }) => id === 'hook_recipients_policy'),
  );
  const value =
    /"text":"Databases"[^}]*\},"value":"([^"]+)"|"value":"([^"]+)","text":\{[^}]*"Databases"/.exec(options);
  const policy = value?.[1] ?? value?.[2] ?? '';
  await fill(stage, form, 'hook_recipients_policy', policy);
  expect(blockIds(form)).not.toContain('hook_recipients');
  expect(blockIds(form)).not.toContain('hook_escalation');
  expect(contentOf(form)).toContain('First <@U0RAFIQ0001>; after 5 minutes without an acknowledgement');
  // Back to people of its own, and to the policy again.
  await fill(stage, form, 'hook_recipients_policy', 'own');
  expect(blockIds(form)).toEqual(expect.arrayContaining(['hook_recipients', 'hook_escalation']));
  expect((await submitForm(stage, form, FILLED)).errors).toMatchObject({
    hook_recipients: 'Please complete this required field.',
  });
  await chooseForHook(stage, form, '01712345678');
  await fill(stage, form, 'hook_recipients_policy', policy);
  const { errors, says } = await submitForm(stage, form, FILLED);
  expect([errors, says]).toEqual([{}, expect.stringContaining('smsh_')]);

  const list = await openHooks(stage);
  expect(contentOf(list)).toContain('By the escalation policy *Databases*');
  const change = await openHookForm(stage, list, 'change_hook');
  expect(blockIds(change)).not.toContain('hook_recipients');
  expect((await submitForm(stage, change, {})).says).toContain('is saved');
});

test('an alert calls the policy’s people, then those of its next step; a change reaches what is open', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { recipients: [], policy: await keepPolicy(stage) });
  await fire(hook);
  expect(await gets(stage, 1)).toEqual([RAFIQS]);
  await inStore(stage, async (parts, { teamId, id }) => {
    const policies = createPolicies({ ...parts, newId: randomUUID });
    const [policy] = await policies.list(teamId);
    const [first = { to: [], minutes: 5 }] = DATABASES.steps;
    const steps = [first, { to: [number(KARIM)], minutes: 5 }];
    await policies.change(teamId, id, policy?.id ?? '', { ...DATABASES, steps });
  });
  await minutes(stage, 6);
  expect(textedNumbers(stage)).toEqual([RAFIQS, KARIM]);
  await acknowledge(stage, 'rafiq');
  await minutes(stage, 20);
  expect(textedNumbers(stage)).toEqual([RAFIQS, KARIM]);
});

test('a policy that hooks use can’t be deleted, and its form names them', async () => {
  const stage = await createLinkedStage();
  const rota = await keepRota(stage, SHIRIN);
  const policy = await keepPolicy(stage, { steps: [{ to: [rota], minutes: 5 }] });
  const prod = await makeHook(stage, { name: 'Prod', recipients: [], policy });
  const remove = async () => {
    const list = await openPolicies(stage);
    await stage.slack.act(list, 'delete_policy');
    await stage.slack.waitFor(() => /[Nn]ot deleted|is deleted/.test(contentOf(list)));
    return contentOf(list);
  };
  expect(await remove()).toContain(
    'Not deleted: “Databases” is used by the hook “Prod”. Take it out there first.',
  );
  const form = await openOnTop(stage, await openPolicies(stage), 'change_policy');
  expect(contentOf(form)).toContain('Used by the hook “Prod”. They follow the change at once');
  await prod.revoke();
  expect(await remove()).toContain('*Databases* is deleted');
});

test('somebody who is erased is in no policy any more; a policy without people leaves the hook to its own', async () => {
  const stage = await createLinkedStage();
  const policy = await keepPolicy(stage, { steps: [{ to: [number(KARIM)], minutes: 5 }] });
  const hook = await makeHook(stage, { ...TEAM, policy });
  await inStore(stage, async (parts, { teamId, id }) => {
    const policies = createPolicies({ ...parts, newId: randomUUID });
    const erased = { contact: 'k', number: KARIM as LocalNumber, name: 'Karim', hasNamesake: false };
    expect(await policies.leaveOut(teamId, id, erased)).toEqual(['Databases']);
    expect((await policies.list(teamId))[0]?.steps).toEqual([]);
  });
  await fire(hook);
  expect(await gets(stage, 1)).toEqual([RAFIQS]);
  await minutes(stage, 6);
  expect(textedNumbers(stage)).toEqual([RAFIQS, SHIRINS]);
});

test('a policy that is gone, in a hook without people of its own, is said in the channel as nobody reached', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage, { recipients: [], policy: { id: 'gone', label: 'Databases' } });
  await fire(hook);
  await postSaying(stage, /[Nn]obody/);
  await minutes(stage, 2);
  expect(
    inChannel(stage)
      .map(({ text }) => text)
      .join('\n'),
  ).toContain('Databases');
  expect(textedNumbers(stage)).toEqual([]);
});

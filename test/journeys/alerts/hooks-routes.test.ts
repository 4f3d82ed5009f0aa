import { expect, test } from 'vitest';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import { openHookForm, openHooks } from '../../support/hooks-modal.ts';
import { gets, minutes, RAFIQS, SHIRIN, SHIRINS, teammate, textedNumbers } from '../../support/on-call.ts';
import { keepPolicy, openPolicies } from '../../support/policies.ts';
import { createLinkedStage } from '../../support/stage.ts';
import { contentOf, submitForm } from '../../support/views.ts';

/* Routes by label: typed in a hook's form, shown for the last calls, and followed by the next ones. */

const PAUSE_MS = 300;
const OWN = '01912345670';

/** A call about two alerts of a group, of the team of databases and of another. */
function twoTeams() {
  const body = alertmanager('g', { DiskFull: { severity: 'critical' }, Slow: { severity: 'critical' } });
  const alerts = body.alerts.map((alert, index) => ({
    ...alert,
    labels: { ...alert.labels, team: index === 0 ? 'db' : 'web' },
  }));
  return { ...body, alerts };
}

test('routes are typed in the form, which shows where the last alerts would go; the next ones go there', async () => {
  const stage = await createLinkedStage();
  await keepPolicy(stage);
  const hook = await makeHook(stage, { recipients: [{ kind: 'number', number: OWN as never }] });
  await hook.call(twoTeams());
  expect(await gets(stage, 1)).toEqual([OWN]);
  const form = await openHookForm(stage, await openHooks(stage), 'change_hook');
  await stage.slack.act(form, 'setting', 'team = db, dba -> databases', 'hook_routes');
  await stage.pass(PAUSE_MS);
  await stage.quiet();
  expect(contentOf(form)).toContain('By *Databases*: First <@U0RAFIQ0001>; after 5 minutes');
  expect(contentOf(form)).toMatch(/DiskFull[^•]*→ \*Databases\*/);
  expect(contentOf(form)).toMatch(/Slow[^•]*→ the people of this hook/);
  const { errors, says } = await submitForm(stage, form, {});
  expect([errors, says]).toEqual([{}, expect.stringContaining('is saved')]);
  const list = await openHooks(stage);
  expect(contentOf(list)).toContain('1 route by label');
  const again = await openHookForm(stage, list, 'change_hook');
  expect(contentOf(again)).toContain('team = db, dba → Databases');

  const later = twoTeams();
  await hook.call({
    ...later,
    groupKey: 'h',
    alerts: later.alerts.map(alert => ({ ...alert, fingerprint: `h${alert.fingerprint}` })),
  });
  expect((await gets(stage, 3)).slice(1).sort()).toEqual([RAFIQS, OWN].sort());
  await minutes(stage, 6);
  expect(textedNumbers(stage)).toContain(SHIRINS);
});

test('what is wrong with a route is said with its line', async () => {
  const stage = await createLinkedStage();
  await keepPolicy(stage);
  await makeHook(stage);
  const form = await openHookForm(stage, await openHooks(stage), 'change_hook');
  const { errors } = await submitForm(stage, form, {
    hook_routes: 'team = db → Databases\nteam =~ w.* → Databases',
  });
  expect(errors).toEqual({
    hook_routes: expect.stringContaining('isn’t possible: routes have only “=”, without patterns'),
  });
  expect((await submitForm(stage, form, { hook_routes: 'team = db → Network' })).errors).toEqual({
    hook_routes: expect.stringContaining('Line 1: there is no policy called “Network”'),
  });
});

test('a policy that a route names is in use', async () => {
  const stage = await createLinkedStage();
  const policy = await keepPolicy(stage, { steps: [{ to: [teammate(SHIRIN)], minutes: 5 }] });
  const routes = [{ labels: [{ name: 'team', values: ['db'] }], policy }];
  await makeHook(stage, { name: 'Prod', recipients: [{ kind: 'number', number: OWN as never }], routes });
  const list = await openPolicies(stage);
  expect(contentOf(list)).toContain('Used by the hook “Prod”');
  await stage.slack.act(list, 'delete_policy');
  await stage.slack.waitFor(() => contentOf(list).includes('Not deleted'), 'the refusal');
});

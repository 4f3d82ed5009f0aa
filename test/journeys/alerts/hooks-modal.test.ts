import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { makeHook } from '../../support/hooks.ts';
import {
  callHook,
  chooseForHook,
  chosenForHook,
  content,
  FILLED,
  makeHookByModal,
  openHookForm,
  openHooks,
  showMore,
  submitHook,
} from '../../support/hooks-modal.ts';
import { offeredFor } from '../../support/recipients.ts';
import { keepNamed, removeContacts } from '../../support/settings.ts';
import { openSettings, saveGroup } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';

/* Admins make, change and revoke hooks. */

const PAUSE_MS = 300;
const FIRING = { message: 'Disk full on db-1', severity: 'critical' };

async function auditOf(stage: Stage): Promise<string> {
  const settings = await openSettings(stage);
  await stage.slack.act(settings, 'open_audit');
  const audit = await stage.slack.waitForView(ADMIN, view => content(view).includes('"callback_id":"audit"'));
  return content(audit);
}

describe('a new hook', () => {
  test('shows its address and token once, and texts what its sender posts', async () => {
    const stage = await createLinkedStage({ environment: { PUBLIC_URL: 'https://sms.example.com' } });
    const list = await openHooks(stage);
    expect(content(list)).toContain('There are no hooks yet.');
    const form = await openHookForm(stage, list, 'new_hook');
    await chooseForHook(stage, form, '01712345678', 'nusrat', 'oncall');
    const { says, errors } = await submitHook(stage, form, FILLED);
    expect(errors).toEqual({});
    const [, path = ''] = /```(?:https?:\/\/[^/]+)?(\/hooks\/[\w-]+)```/.exec(says) ?? [];
    const [token = ''] = /smsh_[\w-]{43}/.exec(says) ?? [];
    expect(says).toContain(`curl --fail-with-body 'https://sms.example.com/hooks/`);
    expect(says, 'for senders without headers').toContain(`https://sms.example.com${path}/${token}`);
    expect(says).toContain(`-H 'Authorization: Bearer ${token}'`);
    expect(form.content.submit).toBeUndefined();

    expect((await callHook(stage, { path, token }, FIRING)).status).toBe(202);
    await stage.pass(SECOND);
    const texted = stage.service.log.list().map(({ number }) => number);
    expect(texted.toSorted()).toEqual(['01612345678', '01712345678', '01812345679']);

    // The list below the form shows the hook with masked numbers; no view shows the token again.
    await stage.slack.waitFor(() => content(list).includes('*Prometheus* in <#C0ONCALL001>'));
    expect(content(list)).toContain('Texts 017••••5678, <@U0NUSRAT001>, <!subteam^S0ONCALL001>');
    await stage.slack.closeView(form);
    const again = await openHooks(stage);
    const change = await openHookForm(stage, again, 'change_hook');
    for (const view of [list, again, change]) expect(content(view)).not.toContain(token);
    const audit = await auditOf(stage);
    expect(audit).toContain('Prometheus');
    expect(audit).not.toContain(token);
    for (const text of [stage.logged(), stage.stored()]) expect(text).not.toContain(token);
  });

  test('says where the app can’t post, and how to invite it; otherwise only the hook’s maker sees a notice in the channel', async () => {
    const stage = await createLinkedStage();
    const absent = await makeHookByModal(stage, { hook_channel: 'C0RANDOM001' });
    expect(absent.says).toMatch(/I’m not in <#C0RANDOM001>.*`\/invite @SMS`/);
    const there = await makeHookByModal(stage, { hook_name: 'Grafana' });
    expect(there.says).not.toContain('/invite');
    const [seen, ...more] = stage.slack.posts({
      channel: FILLED.hook_channel,
      user: ADMIN,
      includeEphemeral: true,
    });
    expect([seen?.kind, seen?.text, more]).toEqual(['ephemeral', 'I can post in this channel.', []]);
  });

  test('a repeated submission makes one hook, and its token stays visible', async () => {
    const stage = await createLinkedStage();
    const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
    await chooseForHook(stage, form, '01712345678');
    const { reply } = await stage.slack.submit(form, FILLED);
    if (!reply) throw new Error('nothing was sent');
    await Promise.all([1, 2, 3].map(() => stage.slack.redeliver(reply.request)));
    await stage.slack.waitFor(() => content(form).includes('smsh_'));
    expect(content(form), 'nobody else finds localhost').not.toContain('localhost');
    expect(content(form)).toContain('PUBLIC_URL');
    await stage.quiet();
    expect(content(form)).toContain('smsh_');
    expect(content(await openHooks(stage)).match(/"change_hook"/g)).toHaveLength(1);
  });

  test('is reported without a token if Slack doesn’t confirm that it showed it', async () => {
    const stage = await createLinkedStage();
    const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
    await chooseForHook(stage, form, '01712345678');
    await stage.quiet();
    stage.slack.faults.add({ on: 'views.update', kind: 'status', status: 503 });
    await stage.slack.submit(form, FILLED);
    for (let tries = 0; tries < 3; tries++) await stage.pass(2 * SECOND);
    const warning = await stage.post(/Slack didn’t confirm that it showed you the token/);
    expect(warning.text).not.toContain('smsh_');
    const updates = stage.slack.traffic.of('views.update').map(exchange => JSON.stringify(exchange.request));
    const [token = ''] = /smsh_[\w-]+/.exec(decodeURIComponent(updates.join())) ?? [];
    expect(token).toHaveLength(48);
    for (const text of [stage.logged(), stage.stored()]) expect(text).not.toContain(token);
    stage.slack.faults.clear();
    expect(content(await openHooks(stage)).match(/"change_hook"/g)).toHaveLength(1);
  });

  test('errors appear under their fields, all at once', async () => {
    const stage = await createLinkedStage();
    const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
    await showMore(stage, form);
    const filled = {
      ...FILLED,
      hook_severities: [],
      hook_quiet_from: '22:00',
      hook_firing: '{lables.instance} is down',
      hook_resolved: 'Over: {{ alert }}',
    };
    await chooseForHook(stage, form, '0171', '01712345678');
    const { errors } = await submitHook(stage, form, filled);
    expect(errors).toMatchObject({
      hook_recipients: 'Can’t be texted: “0171” (too few digits).',
      hook_severities: 'Choose at least one.',
      hook_quiet_to: 'Choose both times, or neither.',
      hook_firing: expect.stringContaining('You can’t use “lables.instance” in a text.'),
      hook_resolved: expect.stringContaining('Write {what} with single braces'),
    });
    await stage.slack.act(form, 'setting', ['number 01712345678'], 'hook_recipients');
    await chooseForHook(stage, form, ...Array.from({ length: 20 }, (_, n) => `018${12_345_670 + n}`));
    const good = { ...filled, hook_severities: ['critical'], hook_quiet_to: '07:00', hook_resolved: '' };
    const more = await submitHook(stage, form, { ...good, hook_firing: '{labels.instance} is down' });
    expect(more.errors).toEqual({ hook_recipients: expect.stringContaining('the limit is 20.') });
    await stage.slack.act(form, 'setting', ['number 01712345678'], 'hook_recipients');
    const { says } = await submitHook(stage, form, {});
    expect(says).toContain('smsh_');
    expect(content(await openHooks(stage))).toContain(
      'For Critical; only critical alerts from 22:00 to 07:00',
    );
  });

  test('the preview follows the typing, with parts, cost and recipients', async () => {
    const stage = await createLinkedStage();
    await stage.sms('01712345678 a text that tells what a part costs');
    await stage.post(/texted/);
    const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
    expect(content(form)).toContain('CRITICAL HighCPU: CPU above 90% on web-1 for 10 minutes (+2 more)');
    const type = async (block: string, value: unknown) => {
      await stage.slack.act(form, 'setting', value, block);
      await stage.pass(PAUSE_MS);
    };
    await chooseForHook(stage, form, '01712345678', '০১৮১২-৩৪৫৬৭৯');
    await stage.quiet();
    expect(content(form)).toContain('One alert goes to *2 numbers*: about *0.70 credits* in total');
    await chooseForHook(stage, form, 'kamal');
    await stage.quiet();
    expect(content(form)).toContain('Won’t get a text: <@U0KAMAL0001>');
    await showMore(stage, form);
    await type('hook_firing', 'আগুন! {labels.instance}');
    expect(content(form)).toContain('"text":"আগুন! web-1 (+2 more)"');
    expect(content(form)).toContain('*1 part* · 21 characters · Unicode');
    await type('hook_language', 'bn');
    const inBangla = 'ঠিক হয়েছে: ডিস্ক প্রায় ভরে গেছে, ঢাকা সার্ভার: আর মাত্র ৩% জায়গা আছে';
    expect(content(form)).toContain(inBangla);
    expect(content(form)).toMatch(/\*2 parts\* · \d+ characters · Unicode · about \*0.70 credits\*/);
    await type('hook_unicode_parts', '1');
    expect(content(form)).not.toContain(inBangla);
    expect(content(form)).not.toContain('*2 parts*');
    await type('hook_also', []);
    expect(content(form)).not.toContain('ঠিক হয়েছে');
    await type('hook_firing', '');
    expect(content(form)).toContain('all in plain English letters is texted in English, in one part');
    await type('hook_firing', '{nonsense}');
    expect(content(form)).toContain(':warning: You can’t use “nonsense” in a text.');
    const { displayName } = stage.slack.person('kamal');
    expect(chosenForHook(form)).toEqual(['+880 1712-345678', '+880 1812-345679', displayName]);
  });
});

describe('an existing hook', () => {
  test('is changed: same address and token, new numbers and words', async () => {
    const stage = await createLinkedStage();
    const hook = await makeHookByModal(stage);
    const list = await openHooks(stage);
    const form = await openHookForm(stage, list, 'change_hook');
    expect(chosenForHook(form)).toEqual(['+880 1712-345678']);
    await stage.slack.act(form, 'setting', [], 'hook_recipients');
    await chooseForHook(stage, form, '01912345670');
    const { says } = await submitHook(stage, form, {
      hook_name: 'Grafana',
      hook_language: 'bn',
    });
    expect(says).toContain('*Grafana* is saved. Its address and token haven’t changed.');
    await stage.slack.waitFor(() => content(list).includes('*Grafana*'));
    expect((await callHook(stage, hook, FIRING)).status).toBe(202);
    await stage.pass(SECOND);
    expect(stage.service.log.list().map(({ number }) => number)).toEqual(['01912345670']);
    expect(await auditOf(stage)).toMatch(/Grafana.*Prometheus/);
  });

  test('is revoked after a question; then its calls are refused', async () => {
    const stage = await createLinkedStage();
    const hook = await makeHookByModal(stage);
    const list = await openHooks(stage);
    const form = await openHookForm(stage, list, 'change_hook');
    expect(content(list)).toContain('Alerts sent to “Prometheus” will be refused');
    await stage.slack.act(list, 'revoke_hook');
    await stage.slack.waitFor(() => content(list).includes('*Prometheus* is revoked'));
    expect(content(list)).toContain('There are no hooks yet.');
    expect((await callHook(stage, hook, FIRING)).status).toBe(401);
    expect((await submitHook(stage, form, { hook_name: 'Back' })).says).toContain(
      'This hook no longer exists',
    );
    expect((await callHook(stage, hook, FIRING)).status).toBe(401);
    await stage.pass(SECOND);
    expect(stage.accepted()).toEqual([]);
  });
});

describe('recipients', () => {
  test('are shown as they were chosen, and stay so', async () => {
    const stage = await createLinkedStage();
    await keepNamed(stage, 'Night', { '01712345671': 'Ranu Begum' });
    await makeHook(stage, {
      recipients: [
        { kind: 'number', number: '01712345678' as LocalNumber },
        { kind: 'named', name: 'night' },
        { kind: 'teammate', userId: 'U0NUSRAT001', label: 'Nusrat' },
        { kind: 'usergroup', id: 'S0ONCALL001', label: 'On call' },
      ],
    });
    const form = await openHookForm(stage, await openHooks(stage), 'change_hook');
    expect(chosenForHook(form)).toEqual(['+880 1712-345678', 'night', 'Nusrat', 'On call']);
    const { says } = await submitHook(stage, form, {});
    expect(says).toContain('is saved');
    expect(await auditOf(stage), 'nothing was changed').not.toContain('changed the hook');
  });

  test('are contacts and groups too, with their members at the time of the alert; a deleted one is reported under the field', async () => {
    const stage = await createLinkedStage();
    await keepNamed(stage, 'Night', { '01712345671': 'Ranu Begum', '01712345672': 'Shirin' });
    const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
    const offered = await offeredFor(stage, form, 'on', { action: 'setting', block: 'hook_recipients' });
    expect(offered['User groups']).toEqual(['On call (@oncall)']);
    await chooseForHook(stage, form, 'ranu', 'night');
    const { says } = await submitHook(stage, form, FILLED);
    const [, path = ''] = /```(?:https?:\/\/[^/]+)?(\/hooks\/[\w-]+)```/.exec(says) ?? [];
    const [token = ''] = /smsh_[\w-]{43}/.exec(says) ?? [];
    await callHook(stage, { path, token }, FIRING);
    await stage.pass(SECOND);
    const texted = stage.service.log.list().map(({ number }) => number);
    expect(texted.toSorted()).toEqual(['01712345671', '01712345672']);

    const late = await openHookForm(stage, await openHooks(stage), 'new_hook');
    await chooseForHook(stage, late, 'ranu');
    await removeContacts(stage, '01712345671');
    const { errors } = await submitHook(stage, late, FILLED);
    expect(errors).toEqual({
      hook_recipients: expect.stringContaining('There’s no longer anyone here called “Ranu Begum”'),
    });
  });
});

describe('permissions', () => {
  test('a member reads who can make one; a manager makes one; from Home too', async () => {
    const stage = await createLinkedStage();
    const { slack } = stage;
    const refused = content(await openHooks(stage, 'rafiq'));
    expect(refused).toContain(`<@${slack.person(ADMIN).id}>`);
    expect(refused).not.toContain('new_hook');
    const { form } = await saveGroup(stage, 'managers', { setting_managers: [slack.person('rafiq').id] });
    await slack.submit(form);
    await slack.waitFor(() => content(form).includes('Saved'));
    expect((await makeHookByModal(stage, {}, 'rafiq')).token).toMatch(/^smsh_/);
    await slack.openApp('rafiq');
    const home = await slack.waitFor(() => slack.home('rafiq'), 'the Home tab');
    const before = slack.openViews('rafiq');
    await slack.act(home, 'open_hooks');
    await slack.waitForView(
      'rafiq',
      view => !before.includes(view) && content(view).includes('*Prometheus*'),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { ON_CALL } from '../../support/hooks.ts';
import { openGroup, openSettings, saveGroup } from '../../support/settings-modal.ts';
import { ADMIN, createLinkedStage, createStage, type Stage } from '../../support/stage.ts';
import { contentOf } from '../../support/views.ts';

/** Makes users managers, as an admin does. */
async function nameManagers(stage: Stage, ...users: string[]): Promise<void> {
  const managers = users.map(user => stage.slack.person(user).id);
  const { form } = await saveGroup(stage, 'managers', { setting_managers: managers });
  await stage.slack.submit(form);
  await stage.slack.waitFor(() => contentOf(form).includes('Saved'));
}

describe('permission to open them', () => {
  test('a member is told who can; an admin and a manager see them', async () => {
    const stage = await createStage();
    const { slack } = stage;
    const refused = await openSettings(stage, 'rafiq');
    expect(contentOf(refused)).toContain(`Ask <@${slack.person('nusrat').id}>`);
    expect(contentOf(refused)).not.toContain('change_setting');

    await nameManagers(stage, 'rafiq');
    const shown = contentOf(await openSettings(stage, 'rafiq'));
    expect(shown).toContain('Who can send');
    expect(shown, 'who manages is for admins to say').not.toContain('"value":"managers"');
    expect(contentOf(await openSettings(stage))).toContain('"value":"managers"');
  });

  test('a manager can save limits, but not who the managers are', async () => {
    const stage = await createStage();
    await nameManagers(stage, 'rafiq', ADMIN);
    expect((await saveGroup(stage, 'limits', { setting_person_texts: '20' }, 'rafiq')).says).toContain(
      'Saved',
    );
    const form = await openGroup(stage, await openSettings(stage), 'managers');
    stage.slack.person(ADMIN).isAdmin = false; // The manager is still one.
    await stage.slack.submit(form, { setting_managers: [] });
    await stage.slack.waitFor(() => contentOf(form).includes('Only a workspace admin'));
  });
});

describe('input', () => {
  test('is reported under its field if wrong, all at once, and stays', async () => {
    const stage = await createStage();
    const { form, errors } = await saveGroup(stage, 'limits', {
      setting_person_texts: 'many',
      setting_person_credits: '-1',
      setting_workspace_texts: '১০০',
    });
    expect(errors).toEqual({
      setting_person_texts: 'Enter a whole number such as 20, or leave it empty for no limit.',
      setting_person_credits: 'Enter an amount such as 50 or 12.50, or leave it empty.',
    });
    expect(form.values.setting_person_texts?.setting?.value).toBe('many');
    await stage.slack.submit(form, { setting_person_texts: '20', setting_person_credits: '' });
    await stage.slack.waitFor(() => contentOf(form).includes('Saved'));
    expect(contentOf(form)).toContain('*The whole workspace, per day*: no limit → 100 texts');
    const below = stage.slack.openViews(ADMIN)[0];
    await stage.slack.waitFor(() => JSON.stringify(below).includes('*Each person, per day*: 20 texts'));
  });

  test('undo, the sign-off and working days are filled in; a line for every text is asked about once more, and then ends texts', async () => {
    const stage = await createLinkedStage();
    const { form, errors } = await saveGroup(stage, 'texts', {
      setting_undo: 'no',
      setting_signs_all: 'yes',
    });
    expect(errors).toEqual({ setting_sign_off: 'Type the line first, or don’t add it to every text.' });
    await stage.slack.submit(form, { setting_sign_off: 'Nipun Traders' });
    await stage.slack.waitFor(() => contentOf(form).includes('can cost more'));
    await stage.slack.submit(form);
    await stage.slack.waitFor(() => contentOf(form).includes('Saved'));
    await stage.sms('01712345678 hello');
    await expect.poll(stage.accepted).toEqual(['hello\nNipun Traders']);
    const none = await saveGroup(stage, 'later', { setting_working_days: [] });
    expect(none.errors).toEqual({ setting_working_days: 'Choose at least one day.' });
    const week = await saveGroup(stage, 'later', { setting_working_days: ['0', '1', '2', '3', '4', '6'] });
    expect(week.says).toContain('*Working days*: added Saturday');
  });

  test('numbers may be written in any way; each bad line is named', async () => {
    const stage = await createLinkedStage();
    const { form, errors } = await saveGroup(stage, 'blocklist', {
      setting_blocked_1: '+880 1712-345678\n0171234\n০১৮১২৩৪৫৬৭৯\nhello *all*\n01712345678',
    });
    expect(errors.setting_blocked_1).toBe(
      'Can’t be texted: “0171234” (too few digits), “hello ∗all∗” (not a phone number).',
    );
    await stage.slack.submit(form, { setting_blocked_1: '+880 1712-345678\n০১৮১২৩৪৫৬৭৯\n01712345678' });
    await stage.slack.waitFor(() => contentOf(form).includes('Saved'));
    expect(contentOf(form)).toContain('added 017••••5678, 018••••5679');
    await stage.sms('01812345679 hello');
    await stage.post(/018••••5679 is on this workspace’s list/);
    expect(stage.accepted()).toEqual([]);
  });

  test('a long list takes several fields without losing a line', async () => {
    const stage = await createStage();
    const numbers = Array.from({ length: 240 }, (_, i) => `017${String(10_000_000 + i)}`);
    await saveGroup(stage, 'blocklist', { setting_blocked_1: numbers.join('\n') });
    const form = await openGroup(stage, await openSettings(stage), 'blocklist');
    const typed = Object.keys(form.values).map(block => form.values[block]?.setting?.value);
    expect(typed.join('\n').split('\n')).toEqual(numbers);
    expect(typed).toHaveLength(2);
    await stage.slack.submit(form, {
      setting_blocked_2: `${typed[1]}\n${Array.from({ length: 210 }, (_, i) => `018${String(10_000_000 + i)}`).join('\n')}`,
    });
    await stage.slack.waitFor(() => contentOf(form).includes('Saved'));
    expect(contentOf(await openSettings(stage))).toContain('450 numbers');
    const full = await openGroup(stage, await openSettings(stage), 'blocklist');
    const { errors } = await stage.slack.submit(full, {
      setting_blocked_3: Array.from({ length: 120 }, (_, i) => `019${String(10_000_000 + i)}`).join('\n'),
    });
    expect(Object.values(errors)).toEqual(['Too many: the limit is 500.']);
  });

  test('reports nobody chosen, no channel chosen, no days', async () => {
    const stage = await createStage();
    const of = async (group: string, values: Record<string, unknown>) =>
      (await saveGroup(stage, group, values)).errors;
    expect(await of('senders', { setting_who: 'chosen' })).toHaveProperty('setting_people');
    expect(await of('channels', { setting_where: 'chosen' })).toHaveProperty('setting_channels');
    expect(await of('channels', { setting_channels: ['C0ONCALL001'] })).toHaveProperty('setting_where');
    expect(await of('senders', { setting_groups: ['S0ONCALL001'] })).toHaveProperty('setting_who');
    for (const retention of ['', '0', '366', 'ten'])
      expect(await of('privacy', { setting_retention_days: retention }), retention).toHaveProperty(
        'setting_retention_days',
      );
  });
});

test('Slack gets its ack before the app asks it anything', async () => {
  const stage = await createStage();
  const { slack } = stage;
  const form = await openGroup(stage, await openSettings(stage), 'limits');
  const free = slack.faults.add({ kind: 'hang', on: '*' });
  const { reply } = await slack.submit(form, { setting_person_texts: '20' });
  expect(reply?.problem).toBeUndefined();
  expect(contentOf(form)).toContain('One moment');
  free();
  await slack.waitFor(() => contentOf(form).includes('Saved'));
});

describe('before saving', () => {
  test('a change that reaches more people is shown once more, and only exactly that change is then saved', async () => {
    const stage = await createStage();
    const { form, says } = await saveGroup(stage, 'senders', { setting_others: ['guests'] });
    expect(says).toContain('Check it once more');
    expect(says).toContain('*Guests*: can’t send → can send');
    // Any other change is shown first, too.
    await stage.slack.submit(form, { setting_others: ['guests', 'otherTeams'] });
    expect(contentOf(form)).toContain(
      '*People from other workspaces (Slack Connect)*: can’t send → can send',
    );
    await stage.slack.submit(form);
    await stage.slack.waitFor(() => contentOf(form).includes('Saved'));
  });

  test('another user’s change meanwhile isn’t overwritten unseen', async () => {
    const stage = await createStage();
    const mine = await openGroup(stage, await openSettings(stage), 'limits');
    await saveGroup(stage, 'limits', { setting_workspace_texts: '50' }, 'tahmina');
    await stage.slack.submit(mine, { setting_person_texts: '5' });
    expect(contentOf(mine)).toContain('someone changed these settings');
    expect(contentOf(mine)).toContain('*The whole workspace, per day*: 50 texts → no limit');
    await stage.slack.submit(mine, { setting_workspace_texts: '50' });
    await stage.slack.waitFor(() => contentOf(mine).includes('*Each person, per day*: no limit → 5 texts'));
  });
});

describe('senders', () => {
  test('people and user groups, as Slack lists them', async () => {
    const stage = await createLinkedStage();
    const { form, says } = await saveGroup(stage, 'senders', {
      setting_who: 'chosen',
      setting_people: [stage.slack.person('nusrat').id],
      setting_groups: ['S0ONCALL001'],
    });
    expect(contentOf(form)).not.toContain('Check it once more');
    expect(says).toContain('everyone in this workspace → <@U0NUSRAT001>, <!subteam^S0ONCALL001>');
    await stage.sms('01712345678 on call');
    await stage.post(/texted/);
  });

  test('if Slack doesn’t list the groups, those chosen earlier stay', async () => {
    const stage = await createStage();
    await saveGroup(stage, 'senders', { setting_who: 'chosen', setting_groups: ['S0ONCALL001'] });
    stage.slack.faults.add({ kind: 'refusal', error: 'missing_scope', on: 'usergroups.list' });
    const people = [stage.slack.person('shirin').id];
    const { form } = await saveGroup(stage, 'senders', { setting_people: people });
    await stage.slack.submit(form);
    await stage.slack.waitFor(() => contentOf(form).includes('Saved'));
    expect(contentOf(form)).toContain('<@U0SHIRIN001>, <!subteam^S0ONCALL001>');
  });
});

describe('broadcasts', () => {
  test('can’t exceed the hard limit, or the hours of nine to nine, or need an approval without a place for requests', async () => {
    const stage = await createStage();
    const { form, errors } = await saveGroup(stage, 'broadcasts', {
      setting_broadcast_texts: '10001',
      setting_approval_above: '200',
      setting_promotional_from: '08:00',
    });
    expect(errors).toEqual({
      setting_broadcast_texts: 'Enter a whole number from 1 to 10,000.',
      setting_approval_channel: 'Choose the channel where we should ask for approval.',
      setting_promotional_from: expect.stringContaining('between 09:00 and 21:00'),
    });
    const { errors: inVain } = await stage.slack.submit(form, {
      setting_broadcast_texts: '',
      setting_approval_above: '',
      setting_approval_channel: ON_CALL,
      setting_promotional_from: '10:00',
      setting_promotional_to: '10:00',
    });
    expect(inVain).toEqual({
      setting_approval_above: expect.stringContaining('or clear the channel'),
      setting_promotional_to: expect.stringContaining('with the end after the beginning'),
    });
    await stage.slack.submit(form, {
      setting_broadcast_texts: '৫০০',
      setting_broadcast_credits: '250',
      setting_approval_above: '0',
      setting_promotional_to: '18:30',
    });
    await stage.slack.waitFor(() => contentOf(form).includes('Saved'));
    expect(contentOf(form)).toContain('*Largest broadcast*: 10,000 people → 500 people');
    expect(contentOf(form)).toContain(
      `*A second person approves*: never → every broadcast, asked for in <#${ON_CALL}>`,
    );
    expect(contentOf(form)).toContain(
      'from 09:00 to 21:00, Bangladesh time → from 10:00 to 18:30, Bangladesh time',
    );
  });

  test('a change that allows more is shown once more', async () => {
    const stage = await createStage();
    const channel = ON_CALL;
    const strict = {
      setting_approval_above: '20',
      setting_approval_channel: channel,
      setting_promotional_from: '10:00',
    };
    expect((await saveGroup(stage, 'broadcasts', strict)).says).toContain('Saved');
    for (const looser of [
      { setting_approval_above: '21' },
      { setting_approval_above: '' },
      { setting_promotional_from: '09:30' },
    ])
      expect((await saveGroup(stage, 'broadcasts', looser)).says).toContain('Check it once more');
  });
});

test('a channel for approvals without the app gets a warning, as a hook’s does', async () => {
  const stage = await createStage();
  const asking = { setting_approval_above: '20', setting_approval_channel: 'C0RANDOM001' };
  const { says } = await saveGroup(stage, 'broadcasts', asking);
  expect(says).toContain('I’m not in <#C0RANDOM001>');
  const again = { setting_approval_channel: ON_CALL };
  expect((await saveGroup(stage, 'broadcasts', again)).says).not.toContain('I’m not in');
});

describe('the audit log', () => {
  test('has who changed what, page by page; never the key, never a full number', async () => {
    const stage = await createLinkedStage();
    await saveGroup(stage, 'blocklist', { setting_blocked_1: '01712345678' });
    for (let texts = 30; texts > 18; texts--)
      await saveGroup(stage, 'limits', { setting_person_texts: String(texts) });
    const overview = await openSettings(stage);
    await stage.slack.act(overview, 'open_audit');
    const log = await stage.slack.waitForView(ADMIN, view =>
      contentOf(view).includes('"callback_id":"audit"'),
    );
    expect(contentOf(log)).toContain('*Each person, per day*: 20 texts → 19 texts');
    expect(contentOf(log)).not.toContain('linked an API key');
    await stage.slack.act(log, 'turn_audit');
    await stage.slack.waitFor(() => contentOf(log).includes('linked an API key'));
    expect(contentOf(log)).toContain('added 017••••5678');
    expect(contentOf(log)).toContain('linked an API key');
    expect(contentOf(log)).toContain(`<@${stage.slack.person(ADMIN).id}>`);
    expect(contentOf(log)).not.toMatch(new RegExp(`${stage.apiKey}|01712345678`));

    stage.slack.person(ADMIN).isAdmin = false;
    await stage.slack.act(log, 'turn_audit');
    await stage.slack.waitFor(() => contentOf(log).includes('Only a workspace admin'));
    expect(contentOf(log)).not.toContain('5678');
  });
});

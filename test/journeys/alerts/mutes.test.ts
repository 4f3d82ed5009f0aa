import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { alertmanager, type Caller, makeHook } from '../../support/hooks.ts';
import {
  fill,
  inChannel,
  muteFromPost,
  numbers,
  openFromPost,
  openMutes,
  passHours,
  shows,
  submitMute,
} from '../../support/mutes.ts';
import { opened, said } from '../../support/people-modal.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';

/* A mute: the alerts it covers are tracked and posted, and not texted, until it ends. */

const FIRST = '01712345678';
const NEXT = '01812345678';
const HOUR = 60 * MINUTE;
const number = (local: string) => ({ kind: 'number' as const, number: local as never });
const STEPS = {
  recipients: [number(FIRST)],
  escalation: {
    firstMinutes: 5,
    steps: [{ to: [number(NEXT)], minutes: 5 }],
    rounds: 1,
    severities: ['critical' as const],
  },
};
const critical = { severity: 'critical', startsAt: '2026-11-21T08:59:00Z' };
const over = { ...critical, status: 'resolved' as const };

const setUp = (environment: Record<string, string> = {}): Promise<Stage> =>
  createLinkedStage({
    environment: { PUBLIC_URL: 'https://sms.example.com', ...environment },
    slack: { manifest: readManifest() },
  });
const fire = async ({ call }: Caller, name = 'DiskFull', alert: object = critical) =>
  expect((await call(alertmanager(`of ${name}`, { [name]: alert }))).status).toBe(202);
const texted = (stage: Stage, count: number) => passUntil(stage, () => numbers(stage).length >= count);

describe('from the post', () => {
  test('the steps stop, and the post says until when and by whom; alerts that fire at its end are texted as new', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, STEPS);
    await fire(hook);
    const post = await shows(stage, /Next: .+ at <!date/);
    await texted(stage, 1);
    const form = await openFromPost(stage, post, 'kamal');
    expect(said(form)).toContain('This covers 1 alert firing now');
    expect(said(form)).toContain('DiskFull');
    // A user without permission to change hooks mutes this incident, for some hours.
    expect(said(form)).not.toMatch(/All alerts of a hook|Alerts with certain labels|Until a time/);
    const { says, reply } = await submitMute(stage, form, {
      mute_time: '2',
      mute_reason: 'new disk *today*',
    });
    expect(says).toContain('Muted until');
    if (reply) await stage.slack.redeliver(reply.request);
    const muted = await shows(stage, /1 alert muted until <!date.* by <@U0KAMAL0001>: nobody gets a text/);
    expect(muted.text).not.toMatch(/Next:|was muted for/);
    await stage.pass(20 * MINUTE);
    expect(numbers(stage)).toEqual([FIRST]);
    const all = () => stage.slack.openViews('nusrat').find(view => /DiskFull/.test(said(view)));
    await stage.slack.press(muted, 'open_alerts', { user: 'nusrat' });
    await passUntil({ pass: () => stage.pass(100) }, () => all() !== undefined);
    expect(said(all() ?? form)).toMatch(/"name":"mute".*CRITICAL DiskFull/);
    const list = said(await openMutes(stage, 'kamal', 'silence'));
    expect(list.match(/"end_mute"/g)).toHaveLength(1);
    expect(list).toContain('DiskFull (*Prometheus*)');
    expect(list).toContain('by <@U0KAMAL0001>: new disk ∗today∗');

    await passHours(stage, 2);
    await texted(stage, 2);
    expect(stage.accepted()).toEqual(['CRITICAL DiskFull', 'CRITICAL DiskFull']);
    const line =
      /\*Prometheus\*: the mute by <@U0KAMAL0001> has ended\. It covered 1 alert, and 1 is still firing\./;
    await shows(stage, line);
    await stage.pass(5 * MINUTE);
    await texted(stage, 3);
    expect(numbers(stage)).toEqual([FIRST, FIRST, NEXT]);
    expect(inChannel(stage).filter(({ text }) => line.test(text))).toHaveLength(1);
    expect(said(await openMutes(stage, 'kamal'))).toContain('Nothing is muted.');
  });

  test('alerts that ended meanwhile are only posted, with one line that counts them', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, STEPS);
    await fire(hook);
    await texted(stage, 1);
    await muteFromPost(stage, await shows(stage, /DiskFull/), 'kamal', '1');
    await shows(stage, /1 alert muted/);
    await fire(hook, 'DiskFull', over);
    await shows(stage, /resolved: DiskFull/);
    await passHours(stage, 1);
    await shows(stage, /has ended\. It covered 1 alert\./);
    await stage.pass(HOUR);
    expect(stage.accepted()).toEqual(['CRITICAL DiskFull']);
    expect(inChannel(stage)).toHaveLength(2);
  });

  test('End now in the form of a muted post: it is texted at once', async () => {
    const stage = await setUp();
    await fire(await makeHook(stage, STEPS));
    await texted(stage, 1);
    const post = await shows(stage, /DiskFull/);
    await muteFromPost(stage, post, 'kamal', '8');
    await shows(stage, /1 alert muted/);
    const form = await openFromPost(stage, post, 'rafiq');
    expect(said(form)).toContain('Muted already:');
    await stage.slack.act(form, 'end_mute');
    await passUntil(stage, () => said(form).includes('The mute has ended'));
    await texted(stage, 2);
    await shows(
      stage,
      /<@U0RAFIQ0001> ended the mute by <@U0KAMAL0001>\. It covered 1 alert, and 1 is still firing/,
    );
  });
});

describe('from /sms mute', () => {
  test('labels in all hooks: wrong ones are reported at the field, the covered alerts before saving; Home and the audit log show it', async () => {
    const stage = await setUp();
    const [prod, grafana] = [
      await makeHook(stage, STEPS),
      await makeHook(stage, { ...STEPS, name: 'Grafana' }),
    ];
    await fire(prod);
    await texted(stage, 1);
    const list = await openMutes(stage);
    expect(said(list)).toContain('Nothing is muted.');
    const form = await opened(stage, ADMIN, () => stage.slack.act(list, 'new_mute'));
    await fill(stage, form, 'mute_what', 'labels');
    await fill(stage, form, 'mute_what_hook_of_labels', '*');
    await fill(stage, form, 'mute_what_labels', 'alertname =~ Disk.*');
    const wrong = await submitMute(stage, form);
    expect(wrong.errors).toEqual({
      mute_what_labels:
        '“alertname =~ Disk.*” is a pattern, and a mute takes none. Type the whole value; put it in quotes if the * belongs to it.',
    });
    await fill(stage, form, 'mute_what_labels', 'alertname = DiskFul');
    expect(said(form)).toContain('Of what fires now, this covers nothing.');
    expect(said(form)).toContain('Labels of what fires now: alertname = DiskFull · severity = critical');
    await fill(stage, form, 'mute_what_labels', 'alertname = DiskFull and severity != warning');
    expect(said(form)).toContain('This covers 1 alert firing now');
    expect((await submitMute(stage, form)).says).toContain('Muted until');
    await passUntil(stage, () =>
      said(list).includes('Alerts with alertname = DiskFull and severity != warning (all hooks)'),
    );

    await fire(grafana);
    await fire(grafana, 'HostDown');
    await texted(stage, 2);
    await stage.pass(20 * MINUTE);
    expect(stage.accepted().filter(text => /DiskFull/.test(text))).toHaveLength(1);
    await stage.slack.openApp('kamal');
    const home = await stage.slack.waitFor(() => stage.slack.home('kamal'), 'the Home tab');
    expect(JSON.stringify(home.content)).toMatch(/Some alerts are muted until .*"open_mutes"/);

    await stage.slack.act(list, 'end_mute');
    await passUntil(stage, () => said(list).includes('The mute has ended'));
    await passUntil(stage, () => stage.accepted().filter(text => /DiskFull/.test(text)).length >= 2);
    const settings = await opened(stage, ADMIN, () => stage.slack.command({ user: ADMIN, text: 'settings' }));
    const audit = said(await opened(stage, ADMIN, () => stage.slack.act(settings, 'open_audit')));
    expect(audit).toContain(
      'muted alerts with “alertname = DiskFull and severity != warning” of all hooks until',
    );
    expect(audit).toContain(
      'ended the mute of alerts with “alertname = DiskFull and severity != warning” of all hooks',
    );
  });

  test('a whole hook until a time in the next 30 days; its missed heartbeat isn’t texted', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, { name: 'Backup', heartbeat: { minutes: 5 } });
    const beat = () =>
      fetch(stage.appUrl + hook.path, { method: 'POST', headers: { authorization: `Bearer ${hook.token}` } });
    await beat();
    await stage.pass(SECOND);
    const list = await openMutes(stage);
    const form = await opened(stage, ADMIN, () => stage.slack.act(list, 'new_mute'));
    await fill(stage, form, 'mute_time', 'until');
    const wall = stage.clock.wall() / 1000;
    const at = async (seconds: number) =>
      (await submitMute(stage, form, { mute_time_until: wall + seconds })).errors;
    expect(await at(-60)).toEqual({ mute_time_until: 'Choose a time to come.' });
    expect(await at(31 * 86_400)).toEqual({ mute_time_until: 'Choose a time within 30 days.' });
    expect(await at(3600)).toEqual({});
    for (let passed = 0; passed < 12 * MINUTE; passed += 10 * SECOND) await stage.pass(10 * SECOND);
    await shows(stage, /No heartbeat since.*\n.*1 alert muted until/);
    expect(stage.accepted()).toEqual([]);
    for (let passed = 0; passed < 50 * MINUTE; passed += 10 * SECOND) await stage.pass(10 * SECOND);
    await texted(stage, 1);
    expect(stage.accepted()[0]).toMatch(/^CRITICAL Backup: no heartbeat for/);
  });

  test('a revoked hook’s mute disappears from the list', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, STEPS);
    await makeHook(stage, { ...STEPS, name: 'Grafana' });
    await fire(hook);
    await muteFromPost(stage, await shows(stage, /DiskFull/), ADMIN, '8');
    expect(said(await openMutes(stage))).toContain('end_mute');
    await hook.revoke();
    expect(said(await openMutes(stage))).toContain('Nothing is muted.');
  });
});

describe('from the phone', () => {
  const press = async (stage: Stage, path: string, action: string): Promise<number> => {
    const body = new URLSearchParams({ what: action });
    let status = 0;
    const done = fetch(stage.appUrl + path, { method: 'POST', body, redirect: 'manual' }).then(answer => {
      ({ status } = answer);
    });
    await passUntil({ pass: () => stage.pass(50) }, () => status > 0);
    await done;
    return status;
  };

  test('after an acknowledgement, for at most 8 hours; a visit changes nothing', async () => {
    const stage = await setUp();
    await fire(await makeHook(stage, { ...STEPS, link: true }));
    await texted(stage, 1);
    const [path = ''] = /\/a\/\w+$/.exec(stage.accepted()[0] ?? '') ?? [];
    const page = async () => (await fetch(stage.appUrl + path)).text();
    expect(await page()).not.toContain('mute_');
    await press(stage, path, 'mute_1');
    expect(await page()).not.toContain('Muted until');

    await press(stage, path, 'take');
    const html = await page();
    for (const hours of [1, 2, 4, 8]) expect(html).toContain(`value="mute_${hours}"`);
    expect(html).not.toContain('<script');
    for (const action of ['mute_12', 'mute_0', 'mute_', 'mute']) await press(stage, path, action);
    expect(await page()).not.toContain('Muted until');
    await press(stage, path, 'mute_8');
    const muted = await page();
    expect(muted).toMatch(/Muted until Sat 21 Nov, 23:0\d: nobody gets a text/);
    expect(muted).not.toContain('mute_');
    await shows(stage, /1 alert muted until .* by <@U0RAFIQ0001>/);
    // The acknowledgement ends without a text.
    await passHours(stage, 6);
    expect(stage.accepted()).toHaveLength(1);
    await press(stage, path, 'unmute');
    await texted(stage, 2);
    expect(await page()).not.toContain('Muted until');
  });

  test('the owner of a link can’t end another user’s mute of the whole hook', async () => {
    const stage = await setUp();
    const admins = [number('01812345679')];
    await fire(await makeHook(stage, { ...STEPS, recipients: admins, link: true }));
    await texted(stage, 1);
    const [path = ''] = /\/a\/\w+$/.exec(stage.accepted()[0] ?? '') ?? [];
    await press(stage, path, 'take');
    const post = await shows(stage, /DiskFull/);
    const form = await openFromPost(stage, post, ADMIN);
    await fill(stage, form, 'mute_what', 'hook');
    expect((await submitMute(stage, form)).says).toContain('Muted until');
    const muted = await (await fetch(stage.appUrl + path)).text();
    expect(muted).toContain('Muted until');
    expect(muted).not.toContain('unmute');
    await press(stage, path, 'unmute');
    expect(said(await openMutes(stage))).toContain('end_mute');
  });
});

describe('permissions', () => {
  test('a guest who wasn’t texted may not mute; only users who change hooks may mute one, for any time, or end that', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, STEPS);
    await fire(hook);
    const post = await shows(stage, /DiskFull/);
    const refused = await openFromPost(stage, post, 'farhana');
    expect(said(refused)).toMatch(/only do this if these alerts text them/);
    // A value that the form never offered is checked on submission.
    const form = await openFromPost(stage, post, 'kamal');
    for (const values of [
      { mute_what: 'hook' },
      { mute_what: 'labels', mute_what_labels: 'a != b' },
      { mute_time: 'until', mute_time_until: stage.clock.wall() / 1000 + 60 },
    ]) {
      const forged = await stage.slack.submit(form, values).catch((error: unknown) => error);
      expect(JSON.stringify([forged, said(form)])).not.toContain('Muted until');
    }
    expect(inChannel(stage)[0]?.text).not.toContain('muted');

    const own = await opened(stage, ADMIN, () => stage.slack.press(post, 'post_mute', { user: ADMIN }));
    await fill(stage, own, 'mute_what', 'hook');
    expect((await submitMute(stage, own)).says).toContain('Muted until');
    await shows(stage, /1 alert muted/);
    expect(said(await openMutes(stage, 'kamal'))).not.toMatch(/end_mute|new_mute/);
    expect(said(await openMutes(stage, 'farhana'))).not.toContain('Prometheus');
  });
});

test.each(['en', 'bn'])('the list, the form, the post and the page are in %s', async language => {
  const stage = await setUp({ DEFAULT_LANGUAGE: language });
  const hook = await makeHook(stage, { ...STEPS, link: true });
  await fire(hook);
  await texted(stage, 1);
  const post = await shows(stage, /DiskFull/);
  const form = await openFromPost(stage, post, ADMIN);
  await fill(stage, form, 'mute_what', 'labels');
  await fill(stage, form, 'mute_what_labels', 'alertname = DiskFull');
  await submitMute(stage, form);
  const list = said(await openMutes(stage, ADMIN, language === 'bn' ? 'মিউট' : 'mute'));
  const muted = await shows(stage, /:mute:/);
  const [path = ''] = /\/a\/\w+$/.exec(stage.accepted()[0] ?? '') ?? [];
  const page = await (await fetch(stage.appUrl + path)).text();
  for (const shown of [list, muted.text, page, said(form)])
    expect(/[\u0980-\u09ff]/.test(shown)).toBe(language === 'bn');
});

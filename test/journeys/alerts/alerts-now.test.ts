import { describe, expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import { makeHook } from '../../support/hooks.ts';
import { muteFromPost } from '../../support/mutes.ts';
import { fire, postSaying, RAFIQ, resolve, TEAM, teammate } from '../../support/on-call.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* What fires now: at the top of Home for those whom it calls and for managers, and by `/sms alerts`. */

const setUp = (): Promise<Stage> => createLinkedStage({ slack: { manifest: readManifest() } });
const openAlerts = (stage: Stage, user: string, word = 'alerts') =>
  opened(stage, user, () => stage.slack.command({ user, text: word }));

/** A person's Home tab once it is published anew. */
async function home(stage: Stage, user: string): Promise<string> {
  const { slack } = stage;
  const before = slack.home(user)?.hash;
  await slack.openApp(user);
  await slack.waitFor(() => slack.home(user)?.hash !== before, `another Home tab of ${user}`);
  return JSON.stringify(slack.home(user)?.content.blocks ?? []);
}

describe('on Home', () => {
  test('whoever is called and managers see what fires above all else, with who is next; others don’t', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, TEAM);
    expect(await home(stage, ADMIN)).not.toContain('Firing now');
    await fire(hook);
    await postSaying(stage, /Next: .+ at <!date/);
    await stage.pass(5000);
    const shown = (user: string) => JSON.stringify(stage.slack.home(user)?.content ?? null);
    await stage.slack.waitFor(
      () => shown(ADMIN).includes('Firing now'),
      'the Home tab that was open already',
    );
    const theirs = await home(stage, 'rafiq');
    expect(theirs.indexOf('Firing now')).toBeLessThan(theirs.indexOf('Your last texts'));
    expect(theirs).toMatch(/CRITICAL.+DiskFull/);
    expect(theirs).toContain('*Prometheus*, since <!date');
    expect(theirs).toContain('Next: <@U0SHIRIN001> at');
    expect(await home(stage, ADMIN)).toContain('Firing now');
    expect(await home(stage, 'kamal')).not.toContain('Firing now');
    // Nobody has texted Shirin yet, but the hook names her.
    expect(await home(stage, 'shirin')).toContain('Firing now');

    await stage.slack.act(stage.slack.home('rafiq') as never, 'take_alerts');
    await postSaying(stage, /Acknowledged by <@U0RAFIQ0001>/);
    const after = await home(stage, 'rafiq');
    expect(after).toContain('Acknowledged by <@U0RAFIQ0001>');
    expect(after).toContain('give_back_alerts');
    expect(after).not.toContain('take_alerts');
    await resolve(hook);
    await passUntil(stage, () => stage.posts(/resolved: DiskFull/).length > 0);
    expect(await home(stage, 'rafiq')).not.toContain('Firing now');
  });
});

describe('/sms alerts', () => {
  test('lists what is open, mine, muted, and what ended last week, with buttons that act there, and finds by name and hook', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, TEAM);
    const quiet = await makeHook(stage, { name: 'Backups', recipients: [teammate('U0SHIRIN001')] });
    expect(contentOf(await openAlerts(stage, 'kamal'))).toContain('Nothing is firing.');
    await fire(hook);
    await fire(quiet, 'nightly', 'BackupLate');
    await postSaying(stage, /DiskFull/);
    await postSaying(stage, /BackupLate/);
    const list = await openAlerts(stage, 'rafiq');
    expect(contentOf(list)).toContain('Open (2)');
    expect(contentOf(list)).toMatch(/DiskFull.+BackupLate|BackupLate.+DiskFull/);
    await stage.slack.act(list, 'incidents_mine');
    await passUntil({ pass: () => stage.pass(100) }, () => !contentOf(list).includes('BackupLate'));
    expect(contentOf(list)).toContain('DiskFull');

    await stage.slack.act(list, 'take_alerts');
    await passUntil({ pass: () => stage.pass(100) }, () => contentOf(list).includes('You have it.'));
    expect(contentOf(list)).toContain(`Acknowledged by <@${RAFIQ}>`);
    await postSaying(stage, /Acknowledged by <@U0RAFIQ0001>/);
    await stage.pass(20 * MINUTE);
    expect(stage.accepted().filter(text => text.includes('DiskFull'))).toHaveLength(1);

    const all = await openAlerts(stage, 'shirin');
    await stage.slack.act(all, 'incidents_search_input', 'backups');
    await stage.pass(300);
    await stage.slack.waitFor(() => !contentOf(all).includes('DiskFull'), 'what was found');
    expect(contentOf(all)).toContain('BackupLate');
    await resolve(hook);
    await postSaying(stage, /resolved: DiskFull/);
    // The alert state has forgotten it by then; its timeline hasn't.
    await stage.clock.sleep(26 * 60 * MINUTE);
    const late = await openAlerts(stage, 'shirin');
    await stage.slack.act(late, 'incidents_over');
    await passUntil({ pass: () => stage.pass(100) }, () => contentOf(late).includes('DiskFull'));
    expect(contentOf(late)).toMatch(/\*DiskFull\* · began .* · acknowledged after .* · over/);
    expect(contentOf(late)).toContain('*Prometheus*');
  });

  test('what is muted has its own list, in Bangla, too', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, TEAM);
    await fire(hook);
    await muteFromPost(stage, await postSaying(stage, /DiskFull/), 'rafiq', '2');
    await home(stage, 'shirin');
    await stage.slack.act(stage.slack.home('shirin') as never, 'choose_language', 'bn');
    await stage.quiet();
    const list = await openAlerts(stage, 'shirin', 'অ্যালার্ট');
    expect(contentOf(list)).toContain('মিউট (১)');
    expect(contentOf(list)).not.toMatch(/Open|Firing|since/);
  });

  test('a guest sees only what calls them', async () => {
    const stage = await setUp();
    const hook = await makeHook(stage, { recipients: [teammate(stage.slack.person('imran').id)] });
    const second = await makeHook(stage, { name: 'Other', recipients: [teammate(RAFIQ)] });
    const refusal = await stage.slack.command({ user: 'imran', text: 'alerts' });
    expect(refusal).toBeDefined();
    await fire(hook);
    await fire(second, 'web', 'LatencyHigh');
    await postSaying(stage, /DiskFull/);
    await postSaying(stage, /LatencyHigh/);
    const list = await openAlerts(stage, 'imran');
    expect(contentOf(list)).toContain('DiskFull');
    expect(contentOf(list)).not.toContain('LatencyHigh');
  });
});

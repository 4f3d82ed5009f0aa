import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import type { Settings } from '../../../src/workspace/settings.ts';
import { decide } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, MINUTE } from '../../support/stage.ts';

const ON_CALL = 'S0ONCALL001';

/** A linked stage with these settings. */
async function stageWith(changes: Partial<Settings>) {
  const stage = await createLinkedStage();
  await decide(stage, changes);
  return stage;
}
type Stage = Awaited<ReturnType<typeof stageWith>>;

/** Types `/sms` and expects a refusal that only the sender sees, without a request to the SMS service. */
async function expectRefusal(
  stage: Stage,
  sentence: RegExp,
  sender: { user?: string; channel?: string } = {},
) {
  const before = stage.service.requests.count();
  await stage.sms('01712345678 hello', sender);
  const refusal = await stage.post(sentence);
  expect(refusal.visibleTo).toBe(stage.slack.person(sender.user ?? 'rafiq').id);
  expect(refusal.text).toMatch(/nothing was sent/i);
  await stage.quiet();
  expect(stage.service.requests.count()).toBe(before);
  return refusal.text;
}

describe('guests and people of other teams', () => {
  test.each([
    ['imran', 'guests', /Guests can’t send/],
    ['arif', 'otherTeams', /only members of this one/],
  ] as const)('%s may send only if the setting for them says so', async (user, field, sentence) => {
    const otherField = field === 'guests' ? 'otherTeams' : 'guests';
    const stage = await stageWith({ [otherField]: true });
    await expectRefusal(stage, sentence, { user, channel: '#on-call' });
    await decide(stage, { [field]: true });
    await stage.sms('01712345678 let in', { user, channel: '#on-call' });
    await stage.post(/texted/);
    expect(stage.accepted()).toEqual(['let in']);
  });
});

describe('Only some people', () => {
  test('others are refused, and told whom to ask: managers and the admin who linked the key', async () => {
    const stage = await createLinkedStage();
    const [shirin, kamal, admin] = ['shirin', 'kamal', ADMIN].map(name => stage.slack.person(name).id) as [
      string,
      string,
      string,
    ];
    await decide(stage, { senders: { people: [shirin], groups: [] }, managers: [kamal] });
    const refusal = await expectRefusal(stage, /Only some people can send/);
    expect(refusal).toContain(`Ask <@${kamal}> or <@${admin}>`);
    await stage.sms('01712345678 hello', { user: 'shirin' });
    await stage.post(/texted/);
  });

  test('members of a chosen user group may, from the moment Slack lists them', async () => {
    const stage = await stageWith({ senders: { people: [], groups: [ON_CALL] } });
    await stage.sms('01712345678 on call');
    await stage.post(/texted/);
    await expectRefusal(stage, /Only some people can send/, { user: 'nusrat' });
    const group = [...stage.slack.world.workspaces.values()][0]?.userGroups.find(
      usergroup => usergroup.id === ON_CALL,
    );
    group?.users.push(stage.slack.person('nusrat').id);
    await stage.pass(5 * MINUTE);
    await stage.sms('01712345678 just joined', { user: 'nusrat' });
    await stage.slack.waitFor(() => stage.posts(/texted/).length === 2);
  });

  test('while Slack doesn’t answer about a group, the text waits and says so, then is sent', async () => {
    const stage = await stageWith({ senders: { people: [], groups: [ON_CALL] } });
    stage.slack.faults.add({ kind: 'status', status: 503, on: 'usergroups.users.list' });
    await stage.sms('01712345678 patience');
    await stage.post(/is on hold: Slack isn’t saying who can send texts/);
    stage.slack.faults.clear();
    await stage.pass(10_000);
    await stage.post(/texted/);
    expect(stage.accepted()).toEqual(['patience']);
  });

  test('without the scope, the answer blames the app, not the person', async () => {
    const stage = await createLinkedStage({ slack: { scopes: ['commands', 'chat:write', 'users:read'] } });
    await decide(stage, { senders: { people: [], groups: [ON_CALL] } });
    expect(await expectRefusal(stage, /missing_scope/)).toContain('usergroups:read');
  });
});

describe('only some channels', () => {
  test('in other channels a text is refused, naming the right ones; in those it is sent', async () => {
    const stage = await stageWith({ channels: ['C0ONCALL001', 'C0RANDOM001'] });
    const refusal = await expectRefusal(stage, /can’t send texts from here/);
    expect(refusal).toContain('You can from <#C0ONCALL001>, <#C0RANDOM001>.');
    await stage.sms('01712345678 hello', { channel: '#on-call' });
    await stage.post(/texted/);
  });
});

test('a number on the blocklist is never texted, however it is written and whatever names it', async () => {
  const stage = await stageWith({ blocklist: ['01712345678', '01812345679'] as LocalNumber[] });
  const { sms, post, posts, slack, quiet, service } = stage;
  expect(await expectRefusal(stage, /017••••5678 is on this workspace’s list/)).toContain(
    `Ask <@${slack.person(ADMIN).id}>`,
  );
  await sms('+880 1712-345678 hello');
  await sms('@nusrat hello');
  await post(/018••••5679 is on/);
  await quiet();
  expect(posts(/is on this workspace’s list/)).toHaveLength(3);
  expect(service.requests.count()).toBe(0);
  await sms('01712345670 another number');
  await post(/texted/);
});

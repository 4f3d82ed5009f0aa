import { describe, expect, test } from 'vitest';
import { meghna, padma, type WorkspaceSeed } from '../../../src/playground/index.ts';
import { install } from '../../support/installing.ts';
import { createStage, MODES, type Stage } from '../../support/stage.ts';

const org = { id: 'E0DELTA0001', name: 'Delta Group' };
const jamuna: WorkspaceSeed = {
  id: 'T0JAMUNA001',
  name: 'Jamuna Tea',
  domain: 'jamuna-tea',
  botUserId: 'U0JAMUNABOT',
  botId: 'B0JAMUNABOT',
  people: [
    { id: 'U0MITHU0001', name: 'mithu', realName: 'Mithu Das', role: 'admin' },
    { id: 'U0BIJOY0001', name: 'bijoy', realName: 'Bijoy Roy', role: 'member' },
  ],
  channels: [{ id: 'C0JAMUNA001', name: 'general', kind: 'public', botIsMember: true }],
  org,
};

/** Padma has its own installation; the other two belong to one organisation. */
const stageWithOrg = (mode: 'http' | 'socket'): Promise<Stage> =>
  createStage({
    mode,
    oauth: true,
    startAt: Date.now(),
    slack: {
      manifest: { features: { slash_commands: [{ command: '/sms', should_escape: true }] } },
      workspaces: [padma, { ...meghna, org }, jamuna],
    },
  });

describe.each(MODES)('installed for an organisation, over %s', mode => {
  test('one installation serves its workspaces, each with its own key, and no others', async () => {
    const stage = await stageWithOrg(mode);
    const { slack, service, restart, quiet } = stage;
    const page = await install(stage, { team: meghna.id, user: 'jamil', orgWide: true });
    expect(page.html).toContain('installed for your organisation');
    const type = (team: string, user: string, text: string) => slack.command({ team, user, text });
    expect((await type(padma.id, 'rafiq', 'help')).body).toContain('isn’t installed');
    await slack.waitForPost(post => post.text.includes('Thank you for installing'));

    // The organisation's token loads the user's permission, in the right workspace.
    await type(jamuna.id, 'bijoy', 'link');
    const refusal = await slack.waitFor(() =>
      slack
        .openViews('bijoy', jamuna.id)
        .map(view => JSON.stringify(view.content.blocks))
        .find(blocks => blocks.includes('Only a workspace admin')),
    );
    expect(refusal).toContain('U0MITHU0001');

    const poor = service.accounts.create({ name: 'Jamuna', credits: '0' });
    await type(jamuna.id, 'mithu', 'link');
    const form = await slack.waitFor(() =>
      slack.openViews('mithu', jamuna.id).find(view => view.content.submit),
    );
    await slack.submit(form, { api_key: service.keys.create(poor.id).key });
    await quiet();
    await restart();
    await type(jamuna.id, 'bijoy', '01712345678 hello');
    // The notice to the admin who linked the key is a post that no request from Slack caused.
    const held = await slack.waitForPost(post => post.text.includes('This workspace’s texts are on hold'));
    expect([held.teamId, held.channel]).toEqual([jamuna.id, 'D0MITHU0001']);
    expect((await type(meghna.id, 'sadia', 'balance')).body).toContain('no API key');
  });
});

import { describe, expect, test } from 'vitest';
import { meghna, padma } from '../../../src/playground/index.ts';
import { addPost, appAuthor } from '../../../src/playground/world/posts.ts';
import { findChannel, findWorkspace } from '../../../src/playground/world/world.ts';
import { install } from '../../support/installing.ts';
import { createStage, MODES, type Stage } from '../../support/stage.ts';

const DAY = 86_400_000;

describe.each(MODES)('installed by OAuth, over %s', mode => {
  const stageWithTwo = (): Promise<Stage> =>
    createStage({
      mode,
      oauth: true,
      startAt: Date.now(),
      slack: {
        manifest: {
          features: { slash_commands: [{ command: '/sms', should_escape: true }] },
          functions: { send_sms: { title: 'Send' } },
        },
        workspaces: [padma, meghna],
      },
    });
  const welcomes = ({ slack }: Stage, team: string) =>
    slack.posts({ team }).filter(post => post.text.includes('Thank you for installing'));
  /** A user in the second workspace types a command. */
  const typeInSecond = ({ slack }: Stage, text: string, user = 'rafiq') =>
    slack.command({ team: meghna.id, user, text });
  async function linkThere(stage: Stage, apiKey: string): Promise<void> {
    const { slack } = stage;
    await typeInSecond(stage, 'link', 'jamil');
    const form = () => slack.openViews('jamil', meghna.id).find(view => view.content.submit);
    await slack.submit(await slack.waitFor(form), { api_key: apiKey });
    await slack.waitFor(() =>
      JSON.stringify(slack.openViews('jamil', meghna.id).at(-1)?.content).includes('The key is linked'),
    );
  }

  test('two workspaces, each with its own token, key and receipts; the installer is told the next step once', async () => {
    const stage = await stageWithTwo();
    const { slack, service, apiKey, link, sms, post, restart, quiet } = stage;
    const page = await install(stage, { user: 'tahmina' });
    expect([page.status, page.html]).toEqual([200, expect.stringContaining('The SMS app is installed')]);
    await install(stage, { team: meghna.id, user: 'jamil' });
    await slack.waitFor(() => welcomes(stage, padma.id).length + welcomes(stage, meghna.id).length === 2);
    const [welcome] = welcomes(stage, meghna.id);
    if (!welcome) throw new Error('nobody was welcomed');

    // The button opens the form that links a key.
    await slack.press(welcome, 'open_link', { user: 'jamil' });
    const form = await slack.waitFor(() =>
      slack.openViews('jamil', meghna.id).find(view => view.content.submit),
    );
    const account = service.accounts.create({ name: 'Meghna', credits: '50' });
    await slack.submit(form, { api_key: service.keys.create(account.id).key });
    await link(apiKey);
    await restart();
    await sms('01712345678 from Padma');
    await typeInSecond(stage, '01812345678 from Meghna');
    await post(/texted \*017••••5678\*/);
    const receipt = await post(/texted \*018••••5678\*/);
    expect(receipt.teamId).toBe(meghna.id);
    const sent = service.log.list().map(entry => [entry.accountId, entry.message]);
    expect(sent.sort()).toEqual([
      [stage.accountId, 'from Padma'],
      [account.id, 'from Meghna'],
    ]);
    await quiet();
    expect([welcomes(stage, padma.id), welcomes(stage, meghna.id)].map(list => list.length)).toEqual([1, 1]);
    for (const { value } of slack.world.tokens.values()) {
      expect(value).toMatch(/^xoxb-/);
      expect(stage.stored()).not.toContain(value);
      expect(stage.logged()).not.toContain(value);
    }
  });

  test('a workspace without an installation is told where to get one, and none of its data is stored', async () => {
    const stage = await stageWithTwo();
    const reply = await typeInSecond(stage, '01712345678 hello');
    expect([reply.status, reply.json]).toMatchObject([200, { response_type: 'ephemeral' }]);
    expect(reply.body).toContain(`${new URL(stage.appUrl).port}/slack/install`);
    expect(reply.body).toMatch(/isn’t installed.*nothing was sent/);
    await stage.quiet();
    expect(stage.service.requests.count()).toBe(0);
  });

  test('a user who presses a button there is told the same, and a workflow’s step ends with that message', async () => {
    // The app is in Slack, but our store has no installation.
    const stage = await stageWithTwo();
    const { slack } = stage;
    const workspace = findWorkspace(slack.world);
    const post = addPost(slack.world, workspace, {
      channel: findChannel(workspace, 'general'),
      author: appAuthor(slack.world, workspace),
      text: 'of before',
      blocks: [
        {
          type: 'actions',
          block_id: 'x',
          elements: [{ type: 'button', action_id: 'open_link', text: { type: 'plain_text', text: 'Link' } }],
        },
      ],
      via: 'before',
      payload: {},
    });
    expect((await slack.press(post, 'open_link', { user: 'nusrat' })).status).toBe(200);
    const reply = await slack.waitForPost(post => post.text.includes('isn’t installed'));
    expect(reply.visibleTo).toBe(slack.person('nusrat').id);
    const { run } = await slack.runFunction('send_sms', { recipients: '01712345678', message: 'hello' });
    expect(await slack.waitForRun(run)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('isn’t installed'),
    });
    expect(stage.service.requests.count()).toBe(0);
  });

  test('removed: token and key are deleted at once, waiting texts are refused, and the rest is kept in case they return', async () => {
    const stage = await stageWithTwo();
    const { slack, service, apiKey, accepted, pass, sleep } = stage;
    await install(stage, { team: meghna.id });
    await install(stage);
    await linkThere(stage, apiKey);
    await typeInSecond(stage, '01712345678 before');
    await slack.waitFor(() => accepted().length === 1);
    await pass(0);
    service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
    await typeInSecond(stage, '01812345678 waits');
    await slack.waitForPost(post => post.teamId === meghna.id && post.text.includes('is on hold'));
    await slack.uninstall(meghna.id);
    await pass(30_000);
    expect(accepted()).toEqual(['before']);

    // Installed again in time: the history is there, but no key.
    await install(stage, { team: meghna.id });
    const log = await typeInSecond(stage, 'log');
    expect(log.body).toMatch(/not sent.*\n?.*accepted/s);
    expect((await typeInSecond(stage, 'balance')).body).toContain('no API key');
    await sleep(15 * DAY);
    expect((await typeInSecond(stage, 'log')).body).toContain('017••••5678');
  });

  test('an event from before the newest installation, or about a person’s own token, changes nothing', async () => {
    const stage = await stageWithTwo();
    const { slack, apiKey, accepted, pass, sleep } = stage;
    await install(stage, { team: meghna.id });
    const old = await slack.event({ type: 'app_mention' }, meghna.id);
    await pass(60_000);
    await install(stage, { team: meghna.id });
    await linkThere(stage, apiKey);
    old.payload.event = { type: 'app_uninstalled' };
    expect((await slack.redeliverEvent(old)).status).toBe(200);
    await slack.event({ type: 'tokens_revoked', tokens: { oauth: ['U0JAMIL0001'], bot: [] } }, meghna.id);
    await sleep(15 * DAY);
    await typeInSecond(stage, '01712345678 still there');
    await slack.waitFor(() => accepted().length === 1);
  });
});

import { describe, expect, test } from 'vitest';
import { padma, type View } from '../../../src/playground/index.ts';
import { addPost, appAuthor } from '../../../src/playground/world/posts.ts';
import { findChannel, findWorkspace } from '../../../src/playground/world/world.ts';
import { install } from '../../support/installing.ts';
import { offeredFor, submitText } from '../../support/recipients.ts';
import { decide, keepNamed } from '../../support/settings.ts';
import { createStage, type Stage } from '../../support/stage.ts';

/*
 * A channel shared with another workspace that doesn't have the app: its people's actions there belong to
 * ours.
 */

const STRANGER = 'arif';
const SHARED = 'on-call';

describe.each([
  ['one token', false],
  ['OAuth', true],
] as const)('a user of another workspace, with %s', (_, oauth) => {
  async function setUp(): Promise<Stage> {
    const stage = await createStage({ ...(oauth ? { oauth, startAt: Date.now() } : {}) });
    if (oauth) await install(stage);
    await stage.link();
    return stage;
  }

  /** Opens a form by a button under a message in the shared channel. */
  async function formFor({ slack }: Stage): Promise<View> {
    const workspace = findWorkspace(slack.world);
    const button = {
      type: 'button',
      action_id: 'compose',
      text: { type: 'plain_text', text: 'Send a text' },
    };
    const post = addPost(slack.world, workspace, {
      channel: findChannel(workspace, SHARED),
      author: appAuthor(slack.world, workspace),
      text: 'Text us',
      blocks: [{ type: 'actions', block_id: 'compose', elements: [button] }],
      via: 'test',
      payload: {},
    });
    await slack.press(post, 'compose', { user: STRANGER });
    return slack.waitForView(STRANGER, view => view.content.submit !== undefined);
  }

  const submit = async (stage: Stage) =>
    submitText(stage, await formFor(stage), '01712345678', 'from next door');

  test('is offered this workspace’s people if its rules let them send, and otherwise none', async () => {
    const stage = await setUp();
    await keepNamed(stage, 'Field team', { '01712345671': 'Ranu Begum' });
    expect(await offeredFor(stage, await formFor(stage), 'ranu')).toEqual({});
    await decide(stage, { otherTeams: true });
    expect(await offeredFor(stage, await formFor(stage), 'ranu')).toEqual({
      Contacts: ['Ranu Begum (017••••5671)'],
    });
  });

  test('is told this workspace’s rules when they open a form there', async () => {
    const stage = await setUp();
    const form = await formFor(stage);
    await stage.slack.waitFor(() => /only members of this one can send/.test(JSON.stringify(form.content)));
  });

  test('sends with this workspace’s key if its rules let them', async () => {
    const stage = await setUp();
    await decide(stage, { otherTeams: true });
    await submit(stage);
    expect(await stage.post(/texted/)).toMatchObject({ teamId: padma.id, channel: 'C0ONCALL001' });
    expect(stage.accepted()).toEqual(['from next door']);
    expect((await stage.slack.command({ user: STRANGER, text: 'log' })).body).toContain('017••••5678');
  });
});

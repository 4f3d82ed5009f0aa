import { expect, test } from 'vitest';
import { meghna, type Post, padma } from '../../../src/playground/index.ts';
import { addPost, appAuthor } from '../../../src/playground/world/posts.ts';
import { findChannel, findWorkspace } from '../../../src/playground/world/world.ts';
import { twoInstalled } from '../../support/installing.ts';
import { idsOf } from '../../support/listeners.ts';
import { MINUTE, type Stage } from '../../support/stage.ts';

/** Two workspaces with the app; only the first one has a key, texts, and secrets. */
async function stageWithSecrets(): Promise<Stage> {
  const stage = await twoInstalled();
  await stage.link();
  await stage.quiet();
  stage.service.requests.clear();
  return stage;
}

/** A post in the second workspace with every button, each with this value: a user there might forge it. */
function forgePost({ slack }: Stage, value: string): Post {
  const workspace = findWorkspace(slack.world, meghna.id);
  const button = (action_id: string) => ({
    type: 'button',
    action_id,
    value,
    text: { type: 'plain_text', text: action_id },
  });
  return addPost(slack.world, workspace, {
    channel: findChannel(workspace, 'general'),
    author: appAuthor(slack.world, workspace),
    text: 'forged',
    blocks: [{ type: 'actions', block_id: 'forged', elements: idsOf('button').map(button) }],
    via: 'forged',
    payload: {},
  });
}

/** Everything that users of the second workspace were told in posts and modals, except the forged post. */
function shownThere({ slack }: Stage): string {
  // The app repeats their own input to them.
  const isTheirs = /^(?:forged$|There’s no longer a group called)/;
  const posts = slack.posts({ team: meghna.id }).filter(post => !isTheirs.test(post.text));
  return JSON.stringify([posts, slack.openViews('jamil', meghna.id).map(view => view.content)]);
}

test('every button with every id of another workspace does nothing, and reveals nothing', async () => {
  const stage = await stageWithSecrets();
  const { slack, service, sms, post, pass, accepted, quiet } = stage;
  service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await sms('01912340001 a private word');
  const uncertain = await post(/may or may not/);
  await sms('01912340001 a private word');
  const question = await post(/Send it again/);
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await sms('01612340002 another');
  const waiting = await post(/is on hold/);
  const mend = slack.faults.add({ kind: 'status', status: 503, on: 'users.info' });
  await sms('01612340002 a third', { user: 'shirin' });
  const unresolved = await post(/isn’t saying who can send/);
  mend();
  await quiet();
  const before = { requests: service.requests.count(), posts: stage.posts().length };

  const ids = [uncertain, question, waiting, unresolved].map(
    post => /"value":"([^"]+)"/.exec(JSON.stringify(post.blocks))?.[1] ?? '',
  );
  expect(new Set(ids).size).toBe(4);
  for (const id of [...ids, slack.person('rafiq').id]) {
    for (const action of idsOf('button')) {
      // The app may replace the message with the reason why nothing happened.
      const copy = forgePost(stage, id);
      const reply = await slack.press(copy, action, { user: 'jamil' });
      expect(reply.status, action).toBe(200);
      for (const view of slack.openViews('jamil', meghna.id)) await slack.closeView(view);
    }
  }
  await quiet();
  expect(service.requests.count()).toBe(before.requests);
  expect(stage.posts()).toHaveLength(before.posts);
  for (const secret of ['private word', '019••••0001', '016••••0002', '01912340001', 'a third']) {
    expect(shownThere(stage)).not.toContain(secret);
  }
  for (const { id } of padma.people) expect(shownThere(stage)).not.toContain(id);

  // In the first workspace everything works as before.
  await pass(MINUTE);
  await pass(MINUTE);
  expect(accepted().sort()).toEqual(['a private word', 'a third', 'another']);
});

import type { Reply } from '../wire/connection.ts';
import { messageObject } from '../world/posts.ts';
import type { Person, Post, Workspace } from '../world/types.ts';
import { channelObject, notify, payloadBase, problemSentence, type Scene } from './scene.ts';

/** Somebody chooses a shortcut from a post's menu. Ephemeral posts have no such menu. */
export async function messageShortcut(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  post: Post,
  callbackId: string,
): Promise<Reply> {
  if (post.kind === 'ephemeral') throw new Error('Ephemeral posts have no shortcuts in Slack');
  const channel = workspace.channels.get(post.channel);
  if (!channel) throw new Error(`No channel ${post.channel}`);
  const path = scene.replyUrls.issue('app', { teamId: workspace.id, channel: channel.id, user: person.id });
  return tell(
    scene,
    person,
    await scene.app.deliver({
      kind: 'interactive',
      payload: {
        type: 'message_action',
        ...payloadBase(scene, workspace, person),
        callback_id: callbackId,
        action_ts: scene.world.ids.ts(),
        trigger_id: scene.triggers.issue({ teamId: workspace.id, user: person.id }),
        response_url: scene.url() + path,
        message_ts: post.ts,
        channel: channelObject(channel),
        message: messageObject(workspace, post),
      },
    }),
  );
}

/** Somebody chooses a global shortcut. */
export async function globalShortcut(
  scene: Scene,
  workspace: Workspace,
  person: Person,
  callbackId: string,
): Promise<Reply> {
  return tell(
    scene,
    person,
    await scene.app.deliver({
      kind: 'interactive',
      payload: {
        type: 'shortcut',
        ...payloadBase(scene, workspace, person),
        callback_id: callbackId,
        action_ts: scene.world.ids.ts(),
        trigger_id: scene.triggers.issue({ teamId: workspace.id, user: person.id }),
      },
    }),
  );
}

function tell(scene: Scene, person: Person, reply: Reply): Reply {
  const sentence = problemSentence(reply);
  if (sentence) notify(scene, person.id, sentence);
  return reply;
}

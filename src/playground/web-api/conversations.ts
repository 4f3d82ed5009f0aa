import type { JsonObject } from '../json.ts';
import type { Channel, Workspace } from '../world/types.ts';
import { directChannel } from '../world/world.ts';
import { ApiError, type Methods, required } from './method.ts';

export const conversationMethods: Methods = {
  'conversations.open': {
    scopes: ['im:write'],
    run(call) {
      const users = required(call, 'users', 'users_list_not_supplied').split(',');
      const [user = ''] = users;
      if (users.length > 1) throw new ApiError('not_enough_users');
      if (!call.workspace.people.has(user)) throw new ApiError('user_not_found');
      const channel = directChannel(call.workspace, user);
      return { no_op: true, already_open: true, channel: { id: channel.id } };
    },
  },
  'conversations.info': {
    scopes: ['channels:read', 'groups:read', 'im:read'],
    run(call) {
      const channel = visibleChannel(call.workspace, required(call, 'channel', 'channel_not_found'));
      return { channel: channelObject(call.workspace, channel) };
    },
  },
};

/** A channel the bot may know of, by id; private ones only when it is a member. */
export function visibleChannel(workspace: Workspace, id: string): Channel {
  const channel = workspace.channels.get(id);
  if (!channel || (channel.kind === 'private' && !channel.members.has(workspace.botUserId))) {
    throw new ApiError('channel_not_found');
  }
  return channel;
}

function channelObject(workspace: Workspace, channel: Channel): JsonObject {
  const isMember = channel.members.has(workspace.botUserId);
  if (channel.kind === 'im') {
    const [user] = channel.members;
    return {
      id: channel.id,
      is_im: true,
      is_channel: false,
      user,
      created: 1_700_000_000,
      is_archived: false,
    };
  }
  return {
    id: channel.id,
    name: channel.name,
    name_normalized: channel.name,
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_im: false,
    is_mpim: false,
    is_private: channel.kind === 'private',
    is_archived: false,
    is_general: channel.name === 'general',
    is_member: isMember,
    is_shared: false,
    is_ext_shared: false,
    created: 1_700_000_000,
    creator: 'U0TAHMINA01',
    topic: { value: channel.topic, creator: '', last_set: 0 },
    purpose: { value: '', creator: '', last_set: 0 },
    context_team_id: workspace.id,
  };
}

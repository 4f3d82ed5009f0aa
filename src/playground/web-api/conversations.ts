import type { JsonObject } from '../json.ts';
import type { Channel, Workspace } from '../world/types.ts';
import { directChannel } from '../world/world.ts';
import { ApiError, type Call, flag, type Methods, pageOf, required } from './method.ts';

export const conversationMethods: Methods = {
  'conversations.open': {
    scopes: ['im:write'],
    run(call) {
      const users = required(call, 'users', 'users_list_not_supplied').split(',');
      const [user = ''] = users;
      if (users.length > 1) throw new ApiError('missing_scope', { needed: 'mpim:write' });
      const person = call.workspace.people.get(user);
      if (!person) throw new ApiError('user_not_found');
      if (person.deleted) throw new ApiError('user_disabled');
      if (person.isBot) throw new ApiError('cannot_dm_bot');
      const wasOpen = [...call.workspace.channels.values()].some(
        channel => channel.kind === 'im' && channel.name === user,
      );
      const channel = directChannel(call.workspace, user);
      const complete = channelObject(call.workspace, channel);
      return {
        ...(wasOpen ? { no_op: true, already_open: true } : {}),
        channel: flag(call.args.return_im) ? complete : { id: channel.id },
      };
    },
  },
  'users.conversations': {
    scopes: ['channels:read', 'groups:read', 'im:read'],
    run(call) {
      const page = pageOf(call, 'channel', conversationsOf(call));
      return {
        channels: page.items.map(channel => channelObject(call.workspace, channel)),
        response_metadata: { next_cursor: page.nextCursor },
      };
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

/** Finds a channel by id. Throws if it doesn't exist, or if it is private and the bot isn't a member. */
export function visibleChannel(workspace: Workspace, id: string): Channel {
  const channel = workspace.channels.get(id);
  if (!channel || (channel.kind === 'private' && !channel.members.has(workspace.botUserId))) {
    throw new ApiError('channel_not_found');
  }
  return channel;
}

const TYPE_OF = { public: 'public_channel', private: 'private_channel', im: 'im' } as const;
const SCOPE_OF: Record<string, string> = {
  public_channel: 'channels:read',
  private_channel: 'groups:read',
  im: 'im:read',
  mpim: 'mpim:read',
};

/** The conversations of a person or the bot that the bot may see. */
function conversationsOf(call: Call): Channel[] {
  const { workspace, args, token } = call;
  const types = String(args.types ?? 'public_channel').split(',');
  for (const type of types) {
    const scope = Object.hasOwn(SCOPE_OF, type) ? SCOPE_OF[type] : undefined;
    if (!scope) throw new ApiError('invalid_types');
    if (!token.scopes.includes(scope))
      throw new ApiError('missing_scope', { needed: scope, provided: token.scopes.join(',') });
  }
  const user = typeof args.user === 'string' && args.user !== '' ? args.user : workspace.botUserId;
  if (!workspace.people.has(user)) throw new ApiError('user_not_found');
  return [...workspace.channels.values()].filter(
    channel =>
      types.includes(TYPE_OF[channel.kind]) &&
      channel.members.has(user) &&
      (channel.kind === 'public' || channel.members.has(workspace.botUserId)),
  );
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

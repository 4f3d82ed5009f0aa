import type { JsonObject } from '../json.ts';
import type { Person, UserGroup } from '../world/types.ts';
import { ApiError, type Call, flag, type Methods, pageOf, required } from './method.ts';

export const userMethods: Methods = {
  'users.info': {
    scopes: ['users:read'],
    run: call => ({ user: userObject(call, requestedPerson(call), flag(call.args.include_locale)) }),
  },
  'users.list': { scopes: ['users:read'], run: list },
  'users.profile.get': {
    scopes: ['users.profile:read'],
    run: call => ({ profile: profileObject(call, requestedPerson(call, call.workspace.botUserId)) }),
  },
};

function requestedPerson(call: Call, defaultId?: string): Person {
  const id = call.args.user === undefined && defaultId ? defaultId : required(call, 'user', 'user_not_found');
  const person = call.workspace.people.get(id);
  if (!person) throw new ApiError('user_not_found');
  return person;
}

function list(call: Call): JsonObject {
  // https://docs.slack.dev/reference/methods/users.list: with an organisation's token, the call must name a workspace.
  if (call.token.orgId && call.args.team_id === undefined) throw new ApiError('missing_argument');
  const page = pageOf(call, 'user', [...call.workspace.people.values()]);
  return {
    members: page.items.map(person => userObject(call, person, flag(call.args.include_locale))),
    cache_ts: Math.floor(call.world.clock.now() / 1000),
    response_metadata: { next_cursor: page.nextCursor },
  };
}

function userObject(call: Call, person: Person, withLocale: boolean): JsonObject {
  const common = {
    id: person.id,
    team_id: person.teamId,
    name: person.name,
    deleted: person.deleted,
    profile: profileObject(call, person),
    is_bot: person.isBot,
    is_app_user: false,
    updated: 1_760_000_000,
  };
  if (person.deleted) return common;
  return {
    ...common,
    color: person.color.slice(1),
    real_name: person.realName,
    tz: person.tz,
    tz_label: person.tzLabel,
    tz_offset: person.tzOffsetSeconds,
    is_admin: person.isAdmin,
    is_owner: person.isOwner,
    is_primary_owner: person.isPrimaryOwner,
    is_restricted: person.isRestricted,
    is_ultra_restricted: person.isUltraRestricted,
    is_email_confirmed: !person.isBot,
    who_can_share_contact_card: 'EVERYONE',
    ...(person.teamId === call.workspace.id ? {} : { is_stranger: false }),
    ...(withLocale ? { locale: person.locale } : {}),
  };
}

function profileObject(call: Call, person: Person): JsonObject {
  const [first = '', ...rest] = person.realName.split(' ');
  return {
    title: person.title,
    phone: person.phone,
    skype: '',
    real_name: person.realName,
    real_name_normalized: person.realName,
    display_name: person.displayName,
    display_name_normalized: person.displayName,
    status_text: '',
    status_emoji: '',
    status_expiration: 0,
    avatar_hash: `g${person.id.slice(1, 11).toLowerCase()}`,
    first_name: first,
    last_name: rest.join(' '),
    team: person.teamId,
    ...(call.token.scopes.includes('users:read.email') ? { email: person.email } : {}),
    ...(person.isBot ? { bot_id: call.workspace.botId, api_app_id: call.workspace.appId } : {}),
  };
}

export const userGroupMethods: Methods = {
  'usergroups.list': {
    scopes: ['usergroups:read'],
    run: call => ({ usergroups: call.workspace.userGroups.map(group => groupObject(call, group)) }),
  },
  'usergroups.users.list': {
    scopes: ['usergroups:read'],
    run(call) {
      const id = required(call, 'usergroup', 'no_such_subteam');
      const group = call.workspace.userGroups.find(candidate => candidate.id === id);
      if (!group) throw new ApiError('no_such_subteam');
      return { users: group.users };
    },
  },
};

function groupObject(call: Call, group: UserGroup): JsonObject {
  const { args, workspace } = call;
  return {
    id: group.id,
    team_id: workspace.id,
    is_usergroup: true,
    is_subteam: true,
    name: group.name,
    description: '',
    handle: group.handle,
    is_external: false,
    date_create: 1_700_000_000,
    date_update: 1_700_000_000,
    date_delete: 0,
    auto_type: null,
    auto_provision: false,
    created_by: group.users[0] ?? '',
    updated_by: group.users[0] ?? '',
    deleted_by: null,
    prefs: { channels: [], groups: [] },
    ...(flag(args.include_users) ? { users: group.users } : {}),
    ...(flag(args.include_count) ? { user_count: group.users.length } : {}),
  };
}

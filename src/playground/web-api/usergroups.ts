import type { JsonObject } from '../json.ts';
import type { UserGroup } from '../world/types.ts';
import { ApiError, type Call, flag, type Methods, required } from './method.ts';

export const userGroupMethods: Methods = {
  'usergroups.list': {
    scopes: ['usergroups:read'],
    run: call => ({ usergroups: call.workspace.userGroups.map(group => groupObject(call, group)) }),
  },
  'usergroups.users.list': {
    scopes: ['usergroups:read'],
    run(call) {
      const id = required(call, 'usergroup', 'no_such_subteam');
      const group = call.workspace.userGroups.find(one => one.id === id);
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

import { findPerson } from '../world/world.ts';
import type { Methods } from './method.ts';

export const authMethods: Methods = {
  'api.test': { token: 'none', run: call => ({ args: call.args }) },
  'auth.test': {
    run: ({ workspace, token, url }) => ({
      url: `${url}/`,
      team: workspace.name,
      user: findPerson(workspace, workspace.botUserId).name,
      team_id: workspace.id,
      user_id: workspace.botUserId,
      bot_id: workspace.botId,
      ...(workspace.org ? { enterprise_id: workspace.org.id } : {}),
      is_enterprise_install: token.orgId !== undefined,
    }),
  },
  'team.info': {
    scopes: ['team:read'],
    run: ({ workspace }) => ({
      team: {
        id: workspace.id,
        name: workspace.name,
        domain: workspace.domain,
        email_domain: '',
        icon: { image_default: true },
        url: `https://${workspace.domain}.slack.com/`,
      },
    }),
  },
};

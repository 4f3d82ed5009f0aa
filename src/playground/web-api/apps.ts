import { ApiError, type Methods } from './method.ts';

export const appMethods: Methods = {
  'apps.connections.open': {
    token: 'app',
    scopes: ['connections:write'],
    run({ platform: { sockets } }) {
      if (!sockets.enabled) throw new ApiError('forbidden_team', { detail: 'Socket Mode is switched off' });
      return { url: sockets.issueUrl() };
    },
  },
};

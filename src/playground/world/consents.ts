import { installApp } from './install.ts';
import type { Token, Workspace } from './types.ts';
import { findWorkspace, type World } from './world.ts';

// A code is exchanged within ten minutes: https://docs.slack.dev/authentication/installing-with-oauth
const CODE_LIFE_MS = 10 * 60_000;

/** What the app asked for when it sent a person to the consent page. */
export interface ConsentRequest {
  clientId: string;
  scopes: string[];
  state: string;
  /** Empty if the app gave none: then its first configured one applies. */
  redirectUri: string;
}

export interface Grant {
  teamId: string;
  user: string;
  scopes: string[];
  orgWide: boolean;
  /** As the app gave it; the exchange must give the same. */
  redirectUri: string;
}

export type CodeProblem = 'invalid_code' | 'code_already_used' | 'bad_redirect_uri';

export interface Consents {
  /** What is wrong with such a request, as Slack's error, or undefined. */
  problemOf(request: ConsentRequest): string | undefined;
  /** Where Slack sends a person who agreed, with a code that works once. */
  allow(request: ConsentRequest, workspace: Workspace, user: string, orgWide?: boolean): string;
  /** Where Slack sends a person who declined. */
  refuse(request: ConsentRequest): string;
  /** Exchanges a code for the workspace's bot token. */
  exchange(code: string, redirectUri: string): { grant: Grant; token: Token } | CodeProblem;
}

export function createConsents(world: World): Consents {
  const codes = new Map<string, { grant: Grant; at: number; used: boolean }>();
  const back = (request: ConsentRequest, answer: Record<string, string>) => {
    const url = new URL(request.redirectUri || (world.client.redirectUris[0] ?? ''));
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
    url.searchParams.set('state', request.state);
    return url.href;
  };
  return {
    problemOf({ clientId, scopes, redirectUri }) {
      const { id, redirectUris } = world.client;
      if (clientId !== id) return 'invalid_client_id';
      if (scopes.length === 0) return 'invalid_scope';
      if (!redirectUri) return redirectUris.length > 0 ? undefined : 'bad_redirect_uri';
      if (!URL.canParse(redirectUri)) return 'bad_redirect_uri';
      // A configured address also covers everything below it.
      const fits = redirectUris.length === 0 || redirectUris.some(uri => redirectUri.startsWith(uri));
      return fits ? undefined : 'bad_redirect_uri';
    },
    allow(request, workspace, user, orgWide = false) {
      const code = `${Math.floor(world.clock.now() / 1000)}.${world.ids.secret()}`;
      const { scopes, redirectUri } = request;
      codes.set(code, {
        grant: { teamId: workspace.id, user, scopes, orgWide, redirectUri },
        at: world.clock.now(),
        used: false,
      });
      // As in Slack, the app is installed from now on; the exchange only gives it its token.
      installApp(world, workspace, scopes, orgWide);
      return back(request, { code });
    },
    refuse: request => back(request, { error: 'access_denied' }),
    exchange(code, redirectUri) {
      const entry = codes.get(code);
      if (!entry) return 'invalid_code';
      if (entry.used) return 'code_already_used';
      if (world.clock.now() - entry.at > CODE_LIFE_MS) return 'invalid_code';
      if (entry.grant.redirectUri !== redirectUri) return 'bad_redirect_uri';
      entry.used = true;
      const { grant } = entry;
      return {
        grant,
        token: installApp(world, findWorkspace(world, grant.teamId), grant.scopes, grant.orgWide),
      };
    },
  };
}

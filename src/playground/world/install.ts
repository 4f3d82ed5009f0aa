import { randomBytes } from 'node:crypto';
import type { Grant, Person, Token, Workspace } from './types.ts';
import type { World } from './world.ts';

/**
 * The app's bot token in a workspace, from the workspace's own or its organisation's installation; undefined if the
 * app isn't installed there.
 */
export function installation(world: World, teamId: string): Token | undefined {
  const workspace = world.workspaces.get(teamId);
  return workspace && (tokenOf(world, workspace, false) ?? tokenOf(world, workspace, true));
}

function tokenOf(world: World, { id, org }: Workspace, orgWide: boolean): Token | undefined {
  return [...world.tokens.values()].find(
    token =>
      token.runId === undefined &&
      token.state === 'active' &&
      (orgWide ? token.orgId !== undefined && token.orgId === org?.id : !token.orgId && token.teamId === id),
  );
}

/** Installs the app. As in Slack, scopes add up over installations, and a valid token stays valid. */
function installApp(world: World, workspace: Workspace, scopes: string[], orgWide = false): Token {
  const before = tokenOf(world, workspace, orgWide);
  if (before) {
    before.scopes = [...new Set([...before.scopes, ...scopes])];
    world.changed();
    return before;
  }
  const value = `xoxb-${randomBytes(12).toString('hex')}`;
  const org = orgWide ? workspace.org : undefined;
  if (orgWide && !org) throw new Error(`${workspace.name} belongs to no organisation`);
  const token: Token = {
    value,
    teamId: workspace.id,
    scopes,
    state: 'active',
    ...(org ? { orgId: org.id } : {}),
  };
  world.tokens.set(value, token);
  world.changed();
  return token;
}

/** Removes the app from a workspace, or from its organisation. Its tokens are refused from now on. */
export function uninstallApp(world: World, workspace: Workspace): void {
  const { orgId } = installation(world, workspace.id) ?? {};
  for (const token of world.tokens.values()) {
    const matches = orgId ? token.orgId === orgId : token.teamId === workspace.id;
    if (matches && token.state === 'active') token.state = 'account_inactive';
  }
  for (const affected of world.workspaces.values()) {
    if (affected !== workspace && (!orgId || affected.org?.id !== orgId)) continue;
    affected.modals.clear();
    affected.homes.clear();
  }
  world.changed();
}

/** True if the organisation's installation brought the app into the workspace. */
export function isOrgWide(world: World, workspace: Workspace): boolean {
  return installation(world, workspace.id)?.orgId !== undefined;
}

// A code is exchanged within ten minutes: https://docs.slack.dev/authentication/installing-with-oauth
const CODE_LIFETIME_MS = 10 * 60_000;

/** The parameters with which the app sent a user to the consent page. */
export interface ConsentRequest {
  clientId: string;
  scopes: string[];
  state: string;
  /** Empty if the app gave none. Then the first configured address applies. */
  redirectUri: string;
}

/** Slack's error for a consent request; undefined if the request is valid. */
export function problemOfConsent({ client }: World, request: ConsentRequest): string | undefined {
  const { id, redirectUris } = client;
  const { clientId, scopes, redirectUri } = request;
  if (clientId !== id) return 'invalid_client_id';
  if (scopes.length === 0) return 'invalid_scope';
  if (!redirectUri) return redirectUris.length > 0 ? undefined : 'bad_redirect_uri';
  const target = URL.parse(redirectUri);
  if (target === null || !/^https?:$/.test(target.protocol)) return 'bad_redirect_uri';
  const fits = redirectUris.length === 0 || redirectUris.some(uri => covers(new URL(uri), target));
  return fits ? undefined : 'bad_redirect_uri';
}

/** True if a configured address covers another: the same origin, and its own path or a path below it. */
function covers(configured: URL, { origin, pathname }: URL): boolean {
  const below = configured.pathname.replace(/\/?$/, '/');
  return origin === configured.origin && (pathname === configured.pathname || pathname.startsWith(below));
}

/** The address to which Slack sends a user who agreed, with a code that works once. */
export function allowConsent(
  world: World,
  request: ConsentRequest,
  workspace: Workspace,
  user: string,
  orgWide = false,
): string {
  const { clock, codes, ids } = world;
  const code = `${Math.floor(clock.now() / 1000)}.${ids.secret()}`;
  const { scopes, redirectUri } = request;
  codes.set(code, { workspace, user, scopes, orgWide, redirectUri, at: clock.now(), used: false });
  // As in Slack, the user's consent installs the app. The exchange only hands over the token.
  installApp(world, workspace, scopes, orgWide);
  return backTo(world, request, { code });
}

/** The address to which Slack sends a user who declined. */
export const refuseConsent = (world: World, request: ConsentRequest): string =>
  backTo(world, request, { error: 'access_denied' });

function backTo(world: World, request: ConsentRequest, answer: Record<string, string>): string {
  const url = new URL(request.redirectUri || (world.client.redirectUris[0] ?? ''));
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  url.searchParams.set('state', request.state);
  return url.href;
}

export function exchangeCode(
  world: World,
  code: string,
  redirectUri: string,
): { grant: Grant; token: Token } | 'invalid_code' | 'code_already_used' | 'bad_redirect_uri' {
  const grant = world.codes.get(code);
  if (!grant) return 'invalid_code';
  if (grant.used) return 'code_already_used';
  if (world.clock.now() - grant.at > CODE_LIFETIME_MS) return 'invalid_code';
  if (grant.redirectUri !== redirectUri) return 'bad_redirect_uri';
  grant.used = true;
  return { grant, token: installApp(world, grant.workspace, grant.scopes, grant.orgWide) };
}

/** Reads the app's consent request from the address of the consent page. */
export function consentRequest(query: URLSearchParams): ConsentRequest {
  return {
    clientId: query.get('client_id') ?? '',
    scopes: (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean),
    state: query.get('state') ?? '',
    redirectUri: query.get('redirect_uri') ?? '',
  };
}

/** The default installer: an owner, otherwise an admin; throws if there is neither. */
export function installer(workspace: Workspace): Person {
  const people = [...workspace.people.values()];
  const person = people.find(candidate => candidate.isOwner) ?? people.find(candidate => candidate.isAdmin);
  if (!person) throw new Error(`Nobody in ${workspace.name} may install apps`);
  return person;
}

import { randomBytes } from 'node:crypto';
import type { Grant, Person, Token, Workspace } from './types.ts';
import type { World } from './world.ts';

/**
 * The app's bot token in a workspace, from its own or its organisation's installation; undefined if it isn't installed
 * there.
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

/** Installs the app. As in Slack, scopes add up over installations, and a valid token stays. */
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

/** Removes the app from a workspace, or from its organisation; its tokens are refused from now on. */
export function uninstallApp(world: World, workspace: Workspace): void {
  const { orgId } = installation(world, workspace.id) ?? {};
  for (const token of world.tokens.values()) {
    const meant = orgId ? token.orgId === orgId : token.teamId === workspace.id;
    if (meant && token.state === 'active') token.state = 'account_inactive';
  }
  for (const one of world.workspaces.values()) {
    if (one !== workspace && (!orgId || one.org?.id !== orgId)) continue;
    one.modals.clear();
    one.homes.clear();
  }
  world.changed();
}

/** Whether the app is in a workspace through its organisation's installation. */
export function isOrgWide(world: World, workspace: Workspace): boolean {
  return installation(world, workspace.id)?.orgId !== undefined;
}

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

/** What is wrong with such a request, as Slack's error, or undefined. */
export function problemOfConsent({ client }: World, asked: ConsentRequest): string | undefined {
  const { id, redirectUris } = client;
  const { clientId, scopes, redirectUri } = asked;
  if (clientId !== id) return 'invalid_client_id';
  if (scopes.length === 0) return 'invalid_scope';
  if (!redirectUri) return redirectUris.length > 0 ? undefined : 'bad_redirect_uri';
  const asksFor = URL.parse(redirectUri);
  if (asksFor === null || !/^https?:$/.test(asksFor.protocol)) return 'bad_redirect_uri';
  const fits = redirectUris.length === 0 || redirectUris.some(uri => covers(new URL(uri), asksFor));
  return fits ? undefined : 'bad_redirect_uri';
}

/** Whether a configured address covers another: of the same origin, its own path, or one below it. */
function covers(configured: URL, { origin, pathname }: URL): boolean {
  const below = configured.pathname.replace(/\/?$/, '/');
  return origin === configured.origin && (pathname === configured.pathname || pathname.startsWith(below));
}

/** Where Slack sends a person who agreed, with a code that works once. */
export function allowConsent(
  world: World,
  asked: ConsentRequest,
  workspace: Workspace,
  user: string,
  orgWide = false,
): string {
  const { clock, codes, ids } = world;
  const code = `${Math.floor(clock.now() / 1000)}.${ids.secret()}`;
  const { scopes, redirectUri } = asked;
  codes.set(code, { workspace, user, scopes, orgWide, redirectUri, at: clock.now(), used: false });
  // As in Slack, the app is installed from now on; the exchange only gives it its token.
  installApp(world, workspace, scopes, orgWide);
  return backTo(world, asked, { code });
}

/** Where Slack sends a person who declined. */
export const refuseConsent = (world: World, asked: ConsentRequest): string =>
  backTo(world, asked, { error: 'access_denied' });

function backTo(world: World, asked: ConsentRequest, answer: Record<string, string>): string {
  const url = new URL(asked.redirectUri || (world.client.redirectUris[0] ?? ''));
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  url.searchParams.set('state', asked.state);
  return url.href;
}

/** Exchanges a code for the workspace's bot token. */
export function exchangeCode(
  world: World,
  code: string,
  redirectUri: string,
): { grant: Grant; token: Token } | 'invalid_code' | 'code_already_used' | 'bad_redirect_uri' {
  const grant = world.codes.get(code);
  if (!grant) return 'invalid_code';
  if (grant.used) return 'code_already_used';
  if (world.clock.now() - grant.at > CODE_LIFE_MS) return 'invalid_code';
  if (grant.redirectUri !== redirectUri) return 'bad_redirect_uri';
  grant.used = true;
  return { grant, token: installApp(world, grant.workspace, grant.scopes, grant.orgWide) };
}

/** What the app asked for, from the address that it sent the person to. */
export function consentRequest(query: URLSearchParams): ConsentRequest {
  return {
    clientId: query.get('client_id') ?? '',
    scopes: (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean),
    state: query.get('state') ?? '',
    redirectUri: query.get('redirect_uri') ?? '',
  };
}

/** Who installs if nobody is named: an owner, or otherwise an admin. */
export function installer(workspace: Workspace): Person {
  const people = [...workspace.people.values()];
  const found = people.find(one => one.isOwner) ?? people.find(one => one.isAdmin);
  if (!found) throw new Error(`Nobody in ${workspace.name} may install apps`);
  return found;
}

import { randomBytes } from 'node:crypto';
import type { Token, Workspace } from './types.ts';
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
export function installApp(world: World, workspace: Workspace, scopes: string[], orgWide = false): Token {
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

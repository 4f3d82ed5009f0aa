import { randomBytes } from 'node:crypto';
import type { Token, Workspace } from './types.ts';
import type { World } from './world.ts';

/** The app's bot token in a workspace, or undefined when it is not installed there. */
export function installation(world: World, teamId: string): Token | undefined {
  return [...world.tokens.values()].find(
    token => token.teamId === teamId && token.runId === undefined && token.state === 'active',
  );
}

/** Installs the app. Scopes add up over installations, and a token that is good stays, as in Slack. */
export function installApp(world: World, workspace: Workspace, scopes: string[]): Token {
  const before = installation(world, workspace.id);
  if (before) {
    before.scopes = [...new Set([...before.scopes, ...scopes])];
    world.changed();
    return before;
  }
  const value = `xoxb-${randomBytes(12).toString('hex')}`;
  const token: Token = { value, teamId: workspace.id, scopes, state: 'active' };
  world.tokens.set(value, token);
  world.changed();
  return token;
}

/** Takes the app out of a workspace; its tokens are refused from now on. */
export function uninstallApp(world: World, workspace: Workspace): void {
  for (const token of world.tokens.values()) {
    if (token.teamId === workspace.id && token.state === 'active') token.state = 'account_inactive';
  }
  workspace.modals.clear();
  workspace.homes.clear();
  world.changed();
}

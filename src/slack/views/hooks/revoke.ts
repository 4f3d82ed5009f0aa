import type { App } from '@slack/bolt';
import { harmless } from '../../../domain/slack-text.ts';
import { ACTION } from '../../ids.ts';
import { onPress } from '../../kit/press.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { hookOf } from './form.ts';
import { hooksView } from './list.ts';

/** "Revoke", confirmed. Hooks of other workspaces can't be revoked here. */
export function registerRevokeHook(app: App, services: Services): void {
  onPress(app, services, ACTION.revokeHook, {
    read: hookId => hookId,
    may: manager,
    async carryOut({ hooks, words, log }, { workspace, userId }, hookId) {
      const hook = await hookOf(services, workspace, hookId);
      const isRevoked = hook !== null && (await hooks.revoke(workspace, userId, hookId));
      if (isRevoked) log.info({ workspace, by: userId, hook: hookId }, 'a hook was revoked');
      const its = await words.of(workspace, userId);
      const news = isRevoked ? its.hooks.revoked(harmless(hook.name, 60)) : its.hooks.gone;
      return { kind: 'shown', view: await hooksView(services, its, workspace, { news }) };
    },
  });
}

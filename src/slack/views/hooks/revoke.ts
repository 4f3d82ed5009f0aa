import type { App } from '@slack/bolt';
import { harmless } from '../../../domain/slack-text.ts';
import { wordProblem } from '../../../wording/index.ts';
import { ACTION } from '../../ids.ts';
import { onPress } from '../../press.ts';
import type { Services } from '../../services.ts';
import { managerProblem, noticeModal, showView } from '../modals.ts';
import { hookOf } from './form.ts';
import { hooksView } from './list.ts';

/** "Revoke", confirmed. Hooks of other workspaces can't be revoked here. */
export function registerRevokeHook(app: App, services: Services): void {
  onPress(app, services, ACTION.revokeHook, async press => async () => {
    const { workspace, userId, client, view, value: hookId } = press;
    if (!view) return;
    const [words, problem] = await Promise.all([
      services.words.of(workspace, userId),
      managerProblem(services, workspace, userId),
    ]);
    const show = (next: Parameters<typeof showView>[3]) =>
      showView(services, client, { viewId: view.id, workspace, userId }, next);
    if (problem) return show(noticeModal(words.hooks.title, words.link.close, wordProblem(words, problem)));
    const hook = await hookOf(services, workspace, hookId);
    const isRevoked = hook !== null && (await services.hooks.revoke(workspace, userId, hookId));
    if (isRevoked) services.log.info({ workspace, by: userId, hook: hookId }, 'a hook was revoked');
    const news = isRevoked ? words.hooks.revoked(harmless(hook.name, 60)) : words.hooks.gone;
    await show(await hooksView(services, words, workspace, { news }));
  });
}

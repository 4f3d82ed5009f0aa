import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Hook } from '../../../alerts/hooks.ts';
import { type ShowNumber, showingNumbers } from '../../../domain/number.ts';
import type { Recipient } from '../../../domain/recipient.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { Wording } from '../../../wording/index.ts';
import { actions, button, section } from '../../blocks/elements.ts';
import { shownRecipient } from '../../blocks/results.ts';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import { onPress } from '../../press.ts';
import type { Services } from '../../services.ts';
import { managerProblem, type Opener, openJudgedModal, pageModal } from '../modals.ts';
import { registerTurnPages } from '../turn-pages.ts';
import { lastCallLine } from './calls.ts';
import { severitiesOf } from './draft.ts';

const PAGE = 20;

/** `/sms hooks`: the hooks of the workspace, for admins and managers. */
export function openHooksModal(services: Services, client: WebClient, opener: Opener): Promise<void> {
  const { workspace, userId } = opener;
  return openJudgedModal(services, client, opener, {
    title: words => words.hooks.title,
    command: `${COMMAND} hooks`,
    judge: () => managerProblem(services, workspace, userId),
    fill: words => hooksView(services, words, workspace),
  });
}

/** "Alert hooks" in the Home tab: the same as `/sms hooks`. */
export function registerOpenHooks(app: App, services: Services): void {
  onPress(
    app,
    services,
    ACTION.openHooks,
    async press => () => openHooksModal(services, press.client, press),
  );
}

/** "Older" and "Newer". */
export function registerTurnHooks(app: App, services: Services): void {
  registerTurnPages(app, services, {
    action: ACTION.turnHooks,
    most: 1000,
    title: words => words.hooks.title,
    page: (words, { workspace }, skipped) => hooksView(services, words, workspace, { skipped }),
  });
}

/** @param shown `skipped`: how many come before this page; `news` is shown above it */
export async function hooksView(
  services: Services,
  words: Wording,
  workspace: string,
  shown: { skipped?: number; news?: string } = {},
): Promise<ModalView> {
  const { skipped = 0, news } = shown;
  const [hooks, { maskNumbers }] = await Promise.all([
    services.hooks.list(workspace),
    services.settings.of(workspace),
  ]);
  const shownHooks = hooks.toReversed().slice(skipped, skipped + PAGE);
  const lastCalls = await Promise.all(
    shownHooks.map(({ id }) => lastCallLine(services, words, workspace, id)),
  );
  const turn = (label: string, to: number) => button({ action: ACTION.turnHooks, label, value: String(to) });
  const turns = [
    ...(skipped > 0 ? [turn(words.audit.newer, Math.max(0, skipped - PAGE))] : []),
    ...(hooks.length > skipped + PAGE ? [turn(words.audit.older, skipped + PAGE)] : []),
  ];
  const show = showingNumbers(maskNumbers);
  return pageModal({
    id: VIEW.hooks,
    title: words.hooks.title,
    close: words.link.close,
    blocks: [
      ...(news === undefined ? [] : [section(news)]),
      section(words.hooks.intro),
      actions(button({ action: ACTION.newHook, label: words.hooks.newHook, style: 'primary' })),
      ...(hooks.length === 0 ? [section(words.hooks.none)] : []),
      ...shownHooks.flatMap((hook, index) => hookBlocks(words, hook, show, lastCalls[index] ?? null)),
      // Slack accepts an action's id only once in a block.
      ...turns.map(one => actions(one)),
    ],
  });
}

function hookBlocks(words: Wording, hook: Hook, show: ShowNumber, lastCall: string | null): KnownBlock[] {
  const { change, revoke, confirmRevoke, line, severity } = words.hooks;
  const name = harmless(hook.name, 60);
  return [
    section(
      [
        line({
          name,
          channel: hook.channel,
          to: hook.recipients.map(who => recipientName(who, show)).join(', '),
          severities: severitiesOf(hook)
            .map(one => severity[one])
            .join(', '),
          quiet: hook.quiet,
          by: hook.createdBy,
          at: hook.createdAt,
        }),
        ...(lastCall === null ? [] : [lastCall]),
      ].join('\n'),
    ),
    actions(
      button({ action: ACTION.changeHook, label: change, value: hook.id }),
      button({
        action: ACTION.revokeHook,
        label: revoke,
        value: hook.id,
        style: 'danger',
        // Plain text, which isn't formatted.
        confirm: { ...confirmRevoke, text: confirmRevoke.text(hook.name) },
      }),
    ),
  ];
}

function recipientName(who: Recipient, show: ShowNumber): string {
  return who.kind === 'usergroup' ? `<!subteam^${who.id}>` : shownRecipient(who, show);
}

import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Hook } from '../../../alerts/hooks.ts';
import { type ShowNumber, showingNumbers } from '../../../domain/number.ts';
import type { Recipient } from '../../../domain/recipient.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { EscalationWording } from '../../../wording/escalation/types.ts';
import type { Wording } from '../../../wording/index.ts';
import { shownRecipient } from '../../blocks/results.ts';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import { actions, button, section } from '../../kit/elements.ts';
import { kept } from '../../kit/kept.ts';
import { pageModal } from '../../kit/modals.ts';
import { newsBlock } from '../../kit/news.ts';
import { asIs, onView, type SharedModal } from '../../kit/press.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { lastCallLine } from './calls.ts';
import { severitiesOf } from './draft.ts';

const PAGE = 20;
const skippedSchema = z.coerce.number().int().min(0).max(1000);

/** `/sms hooks`: the hooks of the workspace, for admins and managers. */
export const hooksModal = (services: Services): SharedModal => ({
  read: asIs,
  may: manager,
  opens: {
    title: words => words.hooks.title,
    command: `${COMMAND} hooks`,
    fill: (words, { workspace }) => hooksView(services, words, workspace),
  },
});

/** "Alert hooks" in the Home tab: the same as `/sms hooks`. */
export function registerOpenHooks(app: App, services: Services): void {
  onView(app, services, ACTION.openHooks, hooksModal(services));
}

/** "Older" and "Newer". */
export function registerTurnHooks(app: App, services: Services): void {
  onView(app, services, ACTION.turnHooks, {
    read: value => kept(skippedSchema, value),
    may: manager,
    turns: (words, { workspace }, skipped) => hooksView(services, words, workspace, { skipped }),
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
  const hearts = hooks.some(({ heartbeat }) => heartbeat) ? await heartbeatsOf(services, workspace) : null;
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
      ...(news === undefined ? [] : [newsBlock(news)]),
      section(words.hooks.intro),
      actions(button({ action: ACTION.newHook, label: words.hooks.newHook, style: 'primary' })),
      ...(hooks.length === 0 ? [section(words.hooks.none)] : []),
      ...shownHooks.flatMap((hook, index) =>
        hookBlocks(words, hook, {
          show,
          standing: hearts && standingOf(services, words, hook, hearts),
          lastCall: lastCalls[index] ?? null,
        }),
      ),
      // Slack accepts an action's id only once in a block.
      ...turns.map(one => actions(one)),
    ],
  });
}

function hookBlocks(
  words: Wording,
  hook: Hook,
  { show, standing, lastCall }: { show: ShowNumber; standing: string | null; lastCall: string | null },
): KnownBlock[] {
  const { change, revoke, confirmRevoke, line, severity } = words.hooks;
  const also = alsoDoes(words.escalation.line, hook, standing);
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
        ...(also.length > 0 ? [also.join(' · ')] : []),
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

type Hearts = Awaited<ReturnType<Services['heartbeats']['all']>>;

/** Null: we can't read them right now. */
async function heartbeatsOf({ heartbeats, log }: Services, workspace: string): Promise<Hearts | null> {
  try {
    return await heartbeats.all(workspace);
  } catch (error) {
    log.warn({ err: error }, 'can’t read the heartbeats');
    return null;
  }
}

/** When a heartbeat was called last. */
function standingOf({ clock }: Services, { heartbeats }: Wording, { id }: Hook, hearts: Hearts): string {
  const heart = hearts.get(id);
  if (!heart) return heartbeats.waiting;
  const at = clock.wall(heart.calledAt);
  return heart.stopped ? heartbeats.stopped(at) : heartbeats.calledAt(at);
}

/** In short, what it does besides texting about alerts. */
function alsoDoes(said: EscalationWording['line'], hook: Hook, standing: string | null): string[] {
  const { escalation, daily, link, heartbeat } = hook;
  const limit = daily && ('texts' in daily ? said.dailyTexts(daily.texts) : said.dailyCredits(daily.credits));
  return [
    heartbeat && [said.heartbeat(heartbeat.minutes), ...(standing ? [`(${standing})`] : [])].join(' '),
    escalation && said.goesOn({ steps: escalation.steps.length, rounds: escalation.rounds }),
    link && said.link,
    limit,
  ].filter(line => typeof line === 'string');
}

function recipientName(who: Recipient, show: ShowNumber): string {
  return who.kind === 'usergroup' ? `<!subteam^${who.id}>` : shownRecipient(who, show);
}

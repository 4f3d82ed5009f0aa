import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { type ShowNumber, showingNumbers } from '../../../kit/number.ts';
import { asIs, onPress } from '../../../kit/slack/buttons.ts';
import { actions, button, linesAsBlocks, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { backToList, type PagedList, type Skipped, turned } from '../../../kit/slack/list.ts';
import type { SlackListener } from '../../../kit/slack/listener.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Recipient } from '../../../texts/recipient.ts';
import { shownRecipient } from '../../../texts/slack/receipt-messages.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import type { Hook } from '../../hooks.ts';
import { lastCallLine } from './calls.ts';
import { hookForm } from './form.ts';
import { testButton } from './send-test.ts';

/** Value: the hook's id. */
const REVOKE_HOOK = 'revoke_hook';

const PAGE = 20;
const MOST = 1000;

/** `/sms hooks` and "Alert hooks" in the Home tab: the hooks of the workspace, for admins and managers. */
export const hookList: PagedList<Skipped> = {
  id: 'hooks',
  title: words => words.hooks.title,
  command: `${COMMAND} hooks`,
  permission: manager,
  place: z.object({ skipped: z.int().min(0).max(MOST) }),
  start: () => ({ skipped: 0 }),
  turning: ({ audit }) => ({ previous: audit.newer, next: audit.older }),
  async page(services, words, { workspace }, place) {
    const [hooks, { maskNumbers }] = await Promise.all([
      services.hooks.list(workspace),
      services.settings.of(workspace),
    ]);
    const hearts = hooks.some(({ heartbeat }) => heartbeat) ? await heartbeatsOf(services, workspace) : null;
    const { skipped, ...around } = turned(place, PAGE, hooks.length);
    const shown = hooks.toReversed().slice(skipped, skipped + PAGE);
    const lastCalls = await Promise.all(shown.map(({ id }) => lastCallLine(services, words, workspace, id)));
    const show = showingNumbers(maskNumbers);
    return {
      ...around,
      blocks: [
        section(words.hooks.intro),
        actions(button({ action: openerOf(hookForm, 'new'), label: words.hooks.newHook, style: 'primary' })),
        ...(hooks.length === 0 ? [section(words.hooks.none)] : []),
        ...shown.flatMap((hook, index) =>
          hookBlocks(words, hook, {
            show,
            standing: hearts && standingOf(services, words, hook, hearts),
            lastCall: lastCalls[index] ?? null,
          }),
        ),
      ],
    };
  },
};

/** "Revoke", confirmed. Hooks of other workspaces can't be revoked here. */
export function revokeHookButton(services: Services): SlackListener {
  return onPress(services, REVOKE_HOOK, {
    read: asIs,
    permission: manager,
    requiresLiveFacts: true,
    async handle(its, press, hookId) {
      const { workspace, userId } = press;
      const hook = await its.hooks.one(workspace, hookId);
      const isRevoked = hook !== null && (await its.hooks.revoke(workspace, userId, hookId));
      if (isRevoked) its.log.info({ workspace, by: userId, hook: hookId }, 'a hook was revoked');
      const words = await its.words.of(workspace, userId);
      const news = isRevoked ? words.hooks.revoked(harmless(hook.name, 60)) : words.hooks.gone;
      return { kind: 'shown', view: await backToList(its, words, press, hookList, news) };
    },
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
    ...linesAsBlocks([
      line({
        name,
        channel: hook.channel,
        to: hook.recipients.map(who => recipientName(who, show)).join(', '),
        severities: hook.severities.map(one => severity[one]).join(', '),
        quiet: hook.quiet,
        by: hook.createdBy,
        at: hook.createdAt,
      }),
      ...(also.length > 0 ? [also.join(' · ')] : []),
      ...(lastCall === null ? [] : [lastCall]),
    ]),
    actions(
      button({ action: openerOf(hookForm, 'change'), label: change, value: hook.id }),
      testButton(words, hook),
      button({
        action: REVOKE_HOOK,
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
function alsoDoes(said: Wording['escalation']['line'], hook: Hook, standing: string | null): string[] {
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

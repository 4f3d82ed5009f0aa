import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { ShowNumber } from '../../../kit/number.ts';
import { asIs, onPress } from '../../../kit/slack/buttons.ts';
import { actions, button, linesAsBlocks, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { backToList, type PagedList, type Skipped, turned } from '../../../kit/slack/list.ts';
import type { SlackListener } from '../../../kit/slack/listener.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { escaped, harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Recipient } from '../../../texts/recipient.ts';
import { shownRecipient } from '../../../texts/slack/receipt-messages.ts';
import { showingNumbers } from '../../../workspace/masking.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import type { Hook } from '../../hooks.ts';
import { type HookAccess, heartbeatLine } from '../../payloads/senders/set-up.ts';
import { lastCallLine } from './calls.ts';
import { hookForm } from './form.ts';
import { testButton } from './send-test.ts';

/** Value: the hook's id. */
const REVOKE_HOOK = 'revoke_hook';

const PAGE = 20;
const MAX_SKIPPED = 1000;

/** `/sms hooks` and "Alert hooks" in the Home tab, for admins and managers. */
export const hookList: PagedList<Skipped> = {
  id: 'hooks',
  title: words => words.hooks.title,
  command: `${COMMAND} hooks`,
  permission: manager,
  place: z.object({ skipped: z.int().min(0).max(MAX_SKIPPED) }),
  start: () => ({ skipped: 0 }),
  turning: ({ audit }) => ({ previous: audit.newer, next: audit.older }),
  async page(services, words, { workspace }, place) {
    const [hooks, rules] = await Promise.all([
      services.hooks.list(workspace),
      services.settings.of(workspace),
    ]);
    const heartbeats = hooks.some(({ heartbeat }) => heartbeat)
      ? await heartbeatsOf(services, workspace)
      : null;
    const { skipped, ...navigation } = turned(place, PAGE, hooks.length);
    const shown = hooks.toReversed().slice(skipped, skipped + PAGE);
    const lastCalls = await Promise.all(shown.map(({ id }) => lastCallLine(services, words, workspace, id)));
    const show = showingNumbers(rules);
    return {
      ...navigation,
      blocks: [
        section(words.hooks.intro),
        actions(button({ action: openerOf(hookForm, 'new'), label: words.hooks.newHook, style: 'primary' })),
        ...(hooks.length === 0 ? [section(words.hooks.none)] : []),
        ...shown.flatMap((hook, index) =>
          hookBlocks(words, hook, {
            show,
            status: heartbeats && heartbeatStatus(services, words, hook, heartbeats),
            lastCall: lastCalls[index] ?? null,
            paste: hook.heartbeat ? heartbeatLine(accessTo(services, hook)) : null,
          }),
        ),
      ],
    };
  },
};

/** "Revoke", after Slack's confirmation. Reads only hooks of the presser's workspace. */
export function revokeHookButton(services: Services): SlackListener {
  return onPress(services, REVOKE_HOOK, {
    read: asIs,
    permission: manager,
    requiresLiveFacts: true,
    async handle(handlerServices, press, hookId) {
      const { hooks, log } = handlerServices;
      const { workspace, userId } = press;
      const hook = await hooks.one(workspace, hookId);
      const isRevoked = hook !== null && (await hooks.revoke(workspace, userId, hookId));
      if (isRevoked) log.info({ workspace, by: userId, hook: hookId }, 'a hook was revoked');
      const words = await handlerServices.words.of(workspace, userId);
      const banner = isRevoked ? words.hooks.revoked(harmless(hook.name, 60)) : words.hooks.gone;
      return { kind: 'shown', view: await backToList(handlerServices, words, press, hookList, banner) };
    },
  });
}

function hookBlocks(
  words: Wording,
  hook: Hook,
  {
    show,
    status,
    lastCall,
    paste,
  }: { show: ShowNumber; status: string | null; lastCall: string | null; paste: string | null },
): KnownBlock[] {
  const { change, revoke, confirmRevoke, line } = words.hooks;
  const settings = furtherSettings(words.escalation.line, hook, status);
  const name = harmless(hook.name, 60);
  return [
    ...linesAsBlocks([
      line({
        name,
        channel: hook.channel,
        to: hook.recipients.map(recipient => recipientName(recipient, show)).join(', '),
        severities: hook.severities.map(key => words.severity[key]).join(', '),
        quiet: hook.quiet,
        holidays: hook.quietOnHolidays,
        by: hook.createdBy,
        at: hook.createdAt,
      }),
      ...(settings.length > 0 ? [settings.join(' · ')] : []),
      ...(lastCall === null ? [] : [lastCall]),
      // Not a block of its own: a modal has 100 at most.
      ...(paste === null ? [] : [words.heartbeats.paste(escaped(paste))]),
    ]),
    actions(
      button({ action: openerOf(hookForm, 'change'), label: change, value: hook.id }),
      testButton(words, hook),
      button({
        action: REVOKE_HOOK,
        label: revoke,
        value: hook.id,
        style: 'danger',
        // Plain text, so the name needs no escaping.
        confirm: { ...confirmRevoke, text: confirmRevoke.text(hook.name) },
      }),
    ),
  ];
}

/** The address as the maker saw it, with a word for the token, which is stored nowhere. */
function accessTo(services: Services, { id }: Hook): HookAccess {
  const { url, path } = services.hookAddress(id);
  return { address: url ?? `https://…${path}`, token: 'TOKEN', secret: '' };
}

type HeartbeatsById = Awaited<ReturnType<Services['heartbeats']['all']>>;

/** The last heartbeats of the workspace's hooks; null if they can't be read now. */
async function heartbeatsOf(
  { heartbeats, log }: Services,
  workspace: string,
): Promise<HeartbeatsById | null> {
  try {
    return await heartbeats.all(workspace);
  } catch (error) {
    log.warn({ err: error }, 'can’t read the heartbeats');
    return null;
  }
}

function heartbeatStatus(
  { clock }: Services,
  { heartbeats: words }: Wording,
  { id }: Hook,
  heartbeats: HeartbeatsById,
): string {
  const heartbeat = heartbeats.get(id);
  if (!heartbeat) return words.waiting;
  const at = clock.wall(heartbeat.calledAt);
  return heartbeat.stopped ? words.stopped(at) : words.calledAt(at);
}

/** @param status a clause about the hook's last heartbeat; null if it is unknown */
function furtherSettings(words: Wording['escalation']['line'], hook: Hook, status: string | null): string[] {
  const { policy, routes, escalation, daily, link, heartbeat } = hook;
  const limit =
    daily && ('texts' in daily ? words.dailyTexts(daily.texts) : words.dailyCredits(daily.credits));
  return [
    heartbeat && [words.heartbeat(heartbeat.minutes), ...(status ? [`(${status})`] : [])].join(' '),
    policy && words.policy(harmless(policy.label, 60)),
    escalation && words.goesOn({ steps: escalation.steps.length, rounds: escalation.rounds }),
    routes.length > 0 && words.routes(routes.length),
    link && words.link,
    limit,
  ].filter(line => typeof line === 'string');
}

function recipientName(recipient: Recipient, show: ShowNumber): string {
  return recipient.kind === 'usergroup' ? `<!subteam^${recipient.id}>` : shownRecipient(recipient, show);
}

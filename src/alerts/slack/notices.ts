import type { Button } from '@slack/types';
import { z } from 'zod';
import type { HoldingCode } from '../../kit/problem.ts';
import { actions, button, linesAsBlocks } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { opensList } from '../../kit/slack/list.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import { inPosts, type PinnedMessage } from '../../kit/slack/message.ts';
import { inMrkdwn } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { buttonsOfHold, linkKeyButton, uncertainButton } from '../../texts/slack/receipt-messages.ts';
import { judgeResponder, judgeTexter } from '../permissions.ts';

export const ACTION = {
  /** Of a post about alerts. Value: its hook, which post, and its newest incident. */
  takeAlerts: 'take_alerts',
  extendAlerts: 'extend_alerts',
  giveBackAlerts: 'give_back_alerts',
  resolveAlerts: 'resolve_alerts',
} as const;

/** Which incidents a button is about: all that one post of a hook showed when it was drawn. */
export const aboutSchema = z.object({ hook: z.string(), post: z.int(), upTo: z.int() });
export type AlertsPost = z.infer<typeof aboutSchema>;

/** What can be done about the incidents of a post. Making it longer and giving it back are for whoever has it; the press says so. */
type RespondButtons = {
  kind: 'respond';
  canTake: boolean;
  canExtend: boolean;
  canGiveBack: boolean;
} & AlertsPost;

/** What a channel is shown. */
export type Notice = {
  lines: string[];
  words: Wording;
  /** One sends an uncertain text again; some release a held key, one links a key; several are for doing something about the incidents of a post. */
  buttons:
    | { kind: 'again'; textId: string }
    | { kind: 'held'; code: HoldingCode }
    | { kind: 'link' }
    | RespondButtons
    | null;
  /** In whose thread it is, shown in the channel all the same; null: only in the channel. */
  under: string | null;
};

/** One post; its few lines fit, and if they didn't, the last would be left out rather than the buttons. */
export function postOf({ lines, words, buttons, under }: Notice): PinnedMessage {
  const text = lines.map(inMrkdwn).join('\n');
  const [first] = inPosts({ text, blocks: linesAsBlocks(lines) });
  const below = buttons && actions(...buttonsOf(words, buttons));
  return {
    text: first?.text ?? '',
    blocks: [...(first?.blocks ?? []), ...(below ? [below] : [])],
    ...(under === null ? {} : { thread_ts: under, reply_broadcast: true }),
  };
}

function buttonsOf(words: Wording, buttons: NonNullable<Notice['buttons']>): Button[] {
  switch (buttons.kind) {
    case 'again':
      return [uncertainButton(words, buttons.textId)];
    case 'held':
      return buttonsOfHold(words, buttons.code);
    case 'link':
      return [linkKeyButton(words)];
    case 'respond':
      return respondButtons(words, buttons);
  }
}

function respondButtons(
  { responding }: Wording,
  { hook, post, upTo, canTake, canExtend, canGiveBack }: RespondButtons,
): Button[] {
  const value = JSON.stringify({ hook, post, upTo });
  const { button: labels } = responding;
  return [
    ...(canTake
      ? [button({ action: ACTION.takeAlerts, label: labels.acknowledge, value, style: 'primary' as const })]
      : []),
    ...(canExtend ? [button({ action: ACTION.extendAlerts, label: labels.extend, value })] : []),
    ...(canGiveBack ? [button({ action: ACTION.giveBackAlerts, label: labels.giveBack, value })] : []),
    button({
      action: ACTION.resolveAlerts,
      label: labels.resolve,
      value,
      confirm: responding.confirmResolve,
    }),
    button({ action: openerOf({ id: 'about_alerts' }, 'text'), label: labels.textSomebody, value }),
    button({ action: openerOf({ id: 'mute' }, 'post'), label: labels.mute, value }),
    button({ action: opensList({ id: 'alerts' }), label: labels.showAll, value }),
  ];
}

/** Whoever may take the incidents of a post, have them for longer, give them back, resolve them, and see all of them. */
export const responder: Permission<AlertsPost> = (services, { workspace, userId }, { hook, post, upTo }) =>
  judgeResponder(services, { workspace, userId, hook, which: { post, upTo } });

/** Whoever may have others texted about them. */
export const texter: Permission = judgeTexter;

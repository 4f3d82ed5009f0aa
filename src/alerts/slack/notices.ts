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
import { responderProblem, texterProblem } from '../permissions.ts';

export const ACTION = {
  /** Of a post about alerts. Value: its hook, which post, and its newest incident. */
  takeAlerts: 'take_alerts',
  extendAlerts: 'extend_alerts',
  giveBackAlerts: 'give_back_alerts',
  resolveAlerts: 'resolve_alerts',
} as const;

/** Which incidents a button is about: all that one post of a hook showed when it was drawn, or one of them. */
const oneSchema = z.object({ hook: z.string(), upTo: z.int() });
export const postSchema = oneSchema.extend({ post: z.int() });
export const aboutSchema = z.union([postSchema, oneSchema.extend({ incidents: z.array(z.int()).length(1) })]);
export type AlertsPost = z.infer<typeof postSchema>;
export type AboutIncidents = z.infer<typeof aboutSchema>;

/** Some of what a channel is shown. `acknowledge`: what a button below these lines is for; null: there is none. */
type NoticeSection = { lines: readonly string[]; acknowledge: AboutIncidents | null };

/**
 * What can be done about the incidents of a post. Making it longer and giving it back are for whoever has it; the press says so.
 * `isShared`: each incident has an "Acknowledge" of its own, too.
 */
type RespondButtons = {
  kind: 'respond';
  canTake: boolean;
  canExtend: boolean;
  canGiveBack: boolean;
  isShared: boolean;
} & AlertsPost;

/** What a channel is shown. */
export type Notice = {
  /** What a phone shows first of it: what is down. Null: its first line. */
  notification: string | null;
  sections: readonly NoticeSection[];
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
export function postOf({ notification, sections, words, buttons, under }: Notice): PinnedMessage {
  const lines = sections.flatMap(section => section.lines);
  const text = [...(notification === null ? [] : [notification]), ...lines].map(inMrkdwn).join('\n');
  const label = words.responding.button.acknowledge;
  const shown = sections.flatMap(({ lines: its, acknowledge }) => [
    ...linesAsBlocks(its),
    ...(acknowledge ? [actions(takeButton(label, acknowledge, 'primary'))] : []),
  ]);
  const [first] = inPosts({ text, blocks: shown });
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
  { hook, post, upTo, canTake, canExtend, canGiveBack, isShared }: RespondButtons,
): Button[] {
  const about = { hook, post, upTo };
  const value = JSON.stringify(about);
  const { button: labels } = responding;
  const take = isShared
    ? takeButton(labels.acknowledgeAll, about)
    : takeButton(labels.acknowledge, about, 'primary');
  return [
    ...(canTake ? [take] : []),
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

function takeButton(label: string, about: AboutIncidents, style?: 'primary'): Button {
  return button({ action: ACTION.takeAlerts, label, value: JSON.stringify(about), ...(style && { style }) });
}

/** Whoever may take the incidents of a post, have them for longer, give them back, resolve them, and see all of them. */
export const responder: Permission<AboutIncidents> = (services, { workspace, userId }, { hook, ...which }) =>
  responderProblem(services, { workspace, userId, hook, which });

/** Whoever may have others texted about them. */
export const texter: Permission = texterProblem;

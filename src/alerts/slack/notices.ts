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
import { buttonsOfHold, linkKeyButton, uncertainButtons } from '../../texts/slack/receipt-messages.ts';
import { responderProblem, texterProblem } from '../permissions.ts';

/** The value of each button: see `aboutSchema`. */
export const ACTION = {
  takeAlerts: 'take_alerts',
  extendAlerts: 'extend_alerts',
  giveBackAlerts: 'give_back_alerts',
  resolveAlerts: 'resolve_alerts',
} as const;

/** The incidents of a button: all that a post of a hook showed when it was drawn, or one of them. */
const baseSchema = z.object({ hook: z.string(), upTo: z.int() });
export const postSchema = baseSchema.extend({ post: z.int() });
export const aboutSchema = z.union([
  postSchema,
  baseSchema.extend({ incidents: z.array(z.int()).length(1) }),
]);
export type AlertsPost = z.infer<typeof postSchema>;
export type AboutIncidents = z.infer<typeof aboutSchema>;

/** `acknowledge`: the incident of a button below these lines; null if there is none. */
type NoticeSection = { lines: readonly string[]; acknowledge: AboutIncidents | null };

/**
 * All users see the same buttons; extending and giving back work only for the responder who has acknowledged the incidents. `isShared`:
 * each incident also has a button of its own.
 */
type RespondButtons = {
  kind: 'respond';
  canTake: boolean;
  canExtend: boolean;
  canGiveBack: boolean;
  isShared: boolean;
} & AlertsPost;

export type Notice = {
  /** The first line of a phone's notification; null if it is the post's first line. */
  notification: string | null;
  sections: readonly NoticeSection[];
  words: Wording;
  /** `again`: sends an uncertain text again; `held`: releases a held key; `link`: links a key. */
  buttons:
    | { kind: 'again'; textId: string }
    | { kind: 'held'; code: HoldingCode }
    | { kind: 'link' }
    | RespondButtons
    /** Nothing is left to do. */
    | ({ kind: 'over' } & AlertsPost)
    | null;
  /** The post in whose thread this one appears, and also in the channel; null if it isn't in a thread. */
  under: string | null;
};

/** One post. If its lines don't fit, the last ones are dropped; the buttons stay. */
export function postOf({ notification, sections, words, buttons, under }: Notice): PinnedMessage {
  const lines = sections.flatMap(section => section.lines);
  const text = [...(notification === null ? [] : [notification]), ...lines].map(inMrkdwn).join('\n');
  const label = words.responding.button.acknowledge;
  const shown = sections.flatMap(({ lines: sectionLines, acknowledge }) => [
    ...linesAsBlocks(sectionLines),
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
      return uncertainButtons(words, buttons.textId);
    case 'held':
      return buttonsOfHold(words, buttons.code);
    case 'link':
      return [linkKeyButton(words)];
    case 'respond':
      return respondButtons(words, buttons);
    case 'over': {
      const { kind: _kind, ...about } = buttons;
      return [timelineButton(words, about)];
    }
  }
}

function respondButtons(
  words: Wording,
  { hook, post, upTo, canTake, canExtend, canGiveBack, isShared }: RespondButtons,
): Button[] {
  const about = { hook, post, upTo };
  const value = JSON.stringify(about);
  const { responding } = words;
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
    timelineButton(words, about),
  ];
}

/** Opens the timelines of these incidents. */
export const timelineButton = ({ timeline }: Wording, about: AboutIncidents): Button =>
  button({ action: opensList({ id: 'timeline' }), label: timeline.button, value: JSON.stringify(about) });

function takeButton(label: string, about: AboutIncidents, style?: 'primary'): Button {
  return button({ action: ACTION.takeAlerts, label, value: JSON.stringify(about), ...(style && { style }) });
}

/** Permission to acknowledge, extend, give back, resolve and see the incidents of a post. */
export const responder: Permission<AboutIncidents> = (services, { workspace, userId }, { hook, ...which }) =>
  responderProblem(services, { workspace, userId, hook, which });

/** Permission to have other people texted about an incident. */
export const texter: Permission = texterProblem;

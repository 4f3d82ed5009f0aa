import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { asIs } from '../../kit/slack/buttons.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { onInput } from '../../kit/slack/listeners.ts';
import { type CheckPermission, openLive } from '../../kit/slack/live-views.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import type { ModalTrigger, Services, UserRef } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { openedSchedule } from '../../schedules/slack/change.ts';
import { ACTION as SCHEDULE_ACTION } from '../../schedules/slack/schedule-blocks.ts';
import { escapeBraces } from '../../texts/parse/placeholders.ts';
import { sender } from '../../texts/permissions.ts';
import { readComposeForm } from '../../texts/slack/compose/form.ts';
import { withTemplate } from '../../texts/slack/compose/template.ts';
import { requestSchema } from '../broadcast.ts';
import {
  type BroadcastForm,
  broadcastForm,
  broadcastPreview,
  channelOf,
  formFor,
  formOf,
  isBroadcastForm,
  LIVE_FIELDS,
  NEW_BROADCAST,
  readBroadcastForm,
} from './form.ts';
import { ACTION } from './ids.ts';

/**
 * Opens the form that makes a broadcast: complete and at once, since a trigger is valid for three seconds.
 *
 * @param onTop on top of the modal they are in
 */
export async function openBroadcastForm(
  services: Services,
  client: WebClient,
  opener: ModalTrigger & { check: CheckPermission },
  form: BroadcastForm,
  onTop = false,
): Promise<void> {
  const guess = services.words.atOnce(opener.workspace, opener.userId);
  const view = broadcastForm(guess, form, []);
  await openLive(services, client, opener, { view, onTop }, words =>
    shownForm(services, words, opener, form),
  );
}

/** "New broadcast", in the Home tab or under a message. */
export function newBroadcastButton(services: Services): SlackListener {
  return onView(services, ACTION.newBroadcast, {
    read: asIs,
    permission: (permissionFacts, who) => sender(permissionFacts, who, null),
    begins: (press, { channel }) => {
      const form = { ...NEW_BROADCAST, channel: channelOf(channel?.id ?? '') };
      return openBroadcastForm(services, press.client, press, form);
    },
  });
}

/** "Text many people…" in the form that makes a text: the same with what was typed there, on top of it. */
export function textManyButton(services: Services): SlackListener {
  return onView(services, ACTION.textMany, {
    read: asIs,
    permission: (permissionFacts, who) => sender(permissionFacts, who, null),
    begins: async (press, { view }) => {
      if (!view) return;
      const { draft, template, place } = readComposeForm(view);
      const { to, message } = draft;
      const isPlain = template.chosen === null;
      const form: BroadcastForm = {
        ...NEW_BROADCAST,
        ...(to?.kind === 'number'
          ? { pasted: to.number }
          : { to: to && to.kind !== 'unreadable' ? [to] : [] }),
        draft: { message: isPlain ? escapeBraces(message) : message },
        template,
        channel: channelOf(place.channel),
      };
      await openBroadcastForm(services, press.client, press, form, true);
    },
  });
}

/** "New broadcast" where too many were named for one message: the same form with them and the message in it. */
export function asBroadcastButton(services: Services): SlackListener {
  return onView(services, ACTION.asBroadcast, {
    read: asIs,
    async permission(permissionFacts, who, id) {
      const intent = await permissionFacts.intents.intent(who.workspace, id);
      if (!intent) return { kind: 'GONE' };
      return intent.actor === who.userId ? sender(permissionFacts, who, null) : { kind: 'NOT_YOURS' };
    },
    opens: {
      title: words => words.broadcasts.title,
      command: `${COMMAND} broadcast`,
      async fill(words, { workspace }, id) {
        const intent = await services.intents.intent(workspace, id);
        if (!intent) return noticeModal(words.broadcasts.title, words.link.close, words.schedules.gone);
        const { to, message, template = false, replyTo } = intent;
        const channel = channelOf(replyTo?.channel ?? '');
        const form = { ...formFor({ to, message, isTemplate: template }), channel };
        return broadcastForm(words, form, await broadcastPreview(services, words, workspace, form));
      },
    },
  });
}

/** The preview follows what is typed and chosen. */
export function broadcastFields(services: Services): SlackListener {
  return onInput(services, LIVE_FIELDS, {
    permission: sender,
    of: view => (isBroadcastForm(view) ? { what: null } : null),
    show: (words, { view, who }) => shownForm(services, words, who, readBroadcastForm(view)),
  });
}

async function shownForm(
  services: Services,
  words: Wording,
  who: UserRef,
  form: BroadcastForm,
): Promise<ModalView> {
  const finished = await withTemplate(services, who, form);
  return broadcastForm(words, finished, await broadcastPreview(services, words, who.workspace, finished));
}

/** "Make a copy" of a scheduled broadcast: the form for a new one, as it was filled in. The scheduled one stays. */
export function copyScheduleButton(services: Services): SlackListener {
  return onView(
    services,
    SCHEDULE_ACTION.copySchedule,
    openedSchedule(services, async (words, press, { what }) => {
      if (what.kind !== 'broadcast') return null;
      const ask = requestSchema.safeParse(what.request);
      if (!ask.success) return null;
      const form = formOf(ask.data);
      return broadcastForm(words, form, await broadcastPreview(services, words, press.workspace, form));
    }),
  );
}

import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { readJson } from '../../kit/json.ts';
import {
  asIs,
  enqueueThenRespond,
  type PressHandler,
  pressOf,
  registerPressHandler,
} from '../../kit/slack/buttons.ts';
import { parentListOf } from '../../kit/slack/form.ts';
import { buildForm } from '../../kit/slack/form-view.ts';
import { listView } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { noticeModal, showView } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onView, type ViewPress } from '../../kit/slack/view-buttons.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { sender } from '../../texts/permissions.ts';
import { recipientSchema } from '../../texts/recipient.ts';
import { type LaterPart, replyFor, replyPlaceSchema } from '../../texts/slack/compose/form.ts';
import { composedView, composeFormOf } from '../../texts/slack/compose/submitted.ts';
import { calendarOf } from '../calendar.ts';
import { type Schedule, whenSchema } from '../schedule.ts';
import { scheduleList } from './list.ts';
import { ACTION, plannedMessage } from './schedule-blocks.ts';
import { laterBlocks, laterOf, saveSchedule, scheduleLead, whenForm, whenOf } from './when-fields.ts';

/** "Change": opens the form as it was filled in. */
export function changeScheduleButton(services: Services): SlackListener {
  return onView(
    services,
    ACTION.changeSchedule,
    openedSchedule(services, async (words, press, schedule) => {
      const { id, content, when } = schedule;
      const responseUrl = press.view ? null : press.responseUrl;
      if (content.kind === 'broadcast')
        return buildForm(services, words, press, whenForm, {
          broadcast: null,
          schedule: id,
          zone: null,
          responseUrl,
        });
      const { userId: _author, ...place } = content.replyTo;
      const form = composeFormOf({
        // The post with the button, which says when the text goes out, is updated.
        place: { ...place, responseUrl },
        draft: { to: content.to[0] ?? null, message: content.message },
        template: content.template,
        later: laterOf(schedule, await calendarOf(services, press.workspace)),
        zone: when.zone,
        schedule: id,
        below: parentListOf(press)?.place ?? null,
      });
      return composedView(services, words, press, form);
    }),
  );
}

/**
 * A modal about a schedule, for users who may change it.
 *
 * @param fill returns null if the modal isn't for this kind of schedule
 */
export function openedSchedule(
  services: Services,
  fill: (words: Wording, press: ViewPress, schedule: Schedule) => Promise<ModalView | null>,
) {
  return {
    read: asIs,
    permission: scheduleLead,
    opens: {
      title: ({ schedules }: Wording) => schedules.title,
      command: null,
      async fill(words: Wording, press: ViewPress, id: string) {
        const schedule = await services.schedules.one(press.workspace, id);
        const { title, gone } = words.schedules;
        return (
          (schedule && (await fill(words, press, schedule))) ?? noticeModal(title, words.link.close, gone)
        );
      },
    },
  };
}

const laterRequestSchema = z.object({
  to: recipientSchema,
  message: z.string(),
  when: whenSchema,
  place: replyPlaceSchema,
  template: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The schedule to change; null: creates one. */
  schedule: z.string().nullable(),
  /** The view id of the list below the form; null if there is none. */
  list: z.string().nullable(),
  below: scheduleList.place.nullable(),
});
type LaterRequest = z.infer<typeof laterRequestSchema>;

/**
 * Takes a submitted form whose text is sent later. The view's id is the idempotency key, so that repeated
 * deliveries make one schedule.
 */
export function laterPart(services: Services): LaterPart {
  const take = registerPressHandler(services, 'compose_later', handler);
  return {
    labels: ({ schedules }, isChange) => ({
      title: isChange ? schedules.changeTitle : schedules.laterTitle,
      submit: isChange ? schedules.save : schedules.schedule,
    }),
    blocks: laterBlocks,
    errors(words, { later, zone }, wall) {
      const read = later && whenOf(words, later, zone, wall);
      return read && !read.ok ? read.errors : {};
    },
    async take(client, user, { view, form, to, message, wall }) {
      const words = services.words.cached(user.workspace, user.userId);
      const read = form.later && whenOf(words, form.later, form.zone, wall);
      if (!read?.ok) throw new Error('A text that goes out later, and no time');
      const { when } = read;
      const { place, schedule } = form;
      const { root_view_id: list } = view;
      const request: LaterRequest = {
        to,
        message,
        when,
        schedule,
        template: form.template.chosen,
        // The `response_url` will have expired by then.
        place: { ...place, responseUrl: null },
        list: list && list !== view.id ? list : null,
        below: scheduleList.place.safeParse(readJson(form.below ?? '')).data ?? null,
      };
      const press = {
        ...pressOf(user),
        channel: place.channel,
        responseUrl: place.responseUrl,
        idempotencyKey: view.id,
        value: JSON.stringify(request),
      };
      return enqueueThenRespond(services, client, take, press);
    },
  };
}

const handler: PressHandler<LaterRequest> = {
  read: value => parseStoredJson(laterRequestSchema, value),
  permission: (services, user, { schedule, place }) =>
    schedule === null ? sender(services, user, place.channel) : scheduleLead(services, user, schedule),
  requiresLiveFacts: false,
  async handle(services, press, request) {
    const { workspace, userId, client } = press;
    const words = await services.words.of(workspace, userId);
    const { to, message: typed, place, template, when, schedule } = request;
    const done = await saveSchedule(services, words, press, schedule, {
      when,
      content: before => ({
        kind: 'text',
        to: [to],
        message: typed,
        template,
        replyTo: replyFor(before?.by ?? userId, place),
      }),
    });
    if (done === null) return { kind: 'quiet' };
    if (typeof done === 'string') return { kind: 'message', message: { text: done } };
    services.scheduler.wake();
    if (request.list !== null) {
      const next = await listView(services, words, press, scheduleList, request.below ?? { skipped: 0 });
      await showView(services, client, { viewId: request.list, workspace, userId }, next);
    }
    const how = schedule === null ? 'planned' : 'changed';
    const message = await plannedMessage(services, words, press, done, how);
    // A change made under a post replaces that post.
    return { kind: how === 'changed' && press.responseUrl !== null ? 'replaced' : 'message', message };
  },
};

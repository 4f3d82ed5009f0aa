import { asIs } from '../../kit/slack/buttons.ts';
import { buildForm, openForm } from '../../kit/slack/form-view.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import { openedSchedule } from '../../schedules/slack/change.ts';
import { ACTION as SCHEDULE_ACTION } from '../../schedules/slack/schedule-blocks.ts';
import { sender } from '../../texts/permissions.ts';
import { readComposeForm, writtenIn } from '../../texts/slack/compose/form.ts';
import { templateOf } from './begun.ts';
import { broadcastForm, draftWith, newIn } from './form.ts';
import { ACTION } from './ids.ts';

/** "Text many people…" in the form for a text: opens the broadcast's form on top of it, with the typed content. */
export function textManyButton(services: Services): SlackListener {
  return onView(services, ACTION.textMany, {
    read: asIs,
    permission: (permissionFacts, user) => sender(permissionFacts, user, null),
    async begins(press, { view }) {
      if (!view) return;
      const form = readComposeForm(view);
      const { template, place } = form;
      const subject = { ...newIn(place.channel), putIn: template.putIn };
      await openForm(services, press.client, press, broadcastForm, subject, async () => {
        const message = await templateOf(services, press.workspace, {
          ...writtenIn(form),
          message: form.draft.message,
        });
        return draftWith({ to: form.draft.to, message, template: template.chosen }, place.channel);
      });
    },
  });
}

/** "Make a copy" of a scheduled broadcast: opens the form with its content. The scheduled one stays. */
export function copyScheduleButton(services: Services): SlackListener {
  return onView(
    services,
    SCHEDULE_ACTION.copySchedule,
    openedSchedule(services, async (words, press, { id, content }) =>
      content.kind === 'broadcast'
        ? buildForm(services, words, press, broadcastForm, { ...newIn(''), from: { kind: 'schedule', id } })
        : null,
    ),
  );
}

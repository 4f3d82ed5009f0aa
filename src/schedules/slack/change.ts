import type { ModalView } from '@slack/types';
import { opened } from '../../kit/slack/filling-in.ts';
import { belowOf } from '../../kit/slack/form.ts';
import { ACTION } from '../../kit/slack/ids.ts';
import { noticeModal } from '../../kit/slack/modals.ts';
import { asIs } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { onView, type ViewPress } from '../../kit/slack/view.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { composed } from '../../texts/slack/compose/live.ts';
import { composeFormOf } from '../../texts/slack/compose/submitted.ts';
import type { Schedule } from '../schedule.ts';
import { laterOf } from './fields.ts';
import { scheduleLead } from './rights.ts';
import { whenForm } from './when.ts';

/** "Change": opens the form as it was filled in. */
export function changeScheduleButton(services: Services): Surface {
  return onView(
    services,
    ACTION.changeSchedule,
    openedSchedule(services, async (words, press, schedule) => {
      const { id, what, when, next, late } = schedule;
      const responseUrl = press.view ? null : press.responseUrl;
      if (what.kind === 'broadcast')
        return opened(services, words, press, whenForm, {
          broadcast: null,
          schedule: id,
          zone: null,
          responseUrl,
        });
      const run = next ?? late ?? { local: when.start, index: 0 };
      const { userId: _author, ...place } = what.replyTo;
      const form = composeFormOf({
        // Pressed under a post, that post is what says when it goes out.
        place: { ...place, responseUrl },
        draft: { to: what.to[0] ?? null, message: what.message },
        template: what.template,
        later: laterOf(when, run.local, run.index),
        zone: when.zone,
        schedule: id,
        below: belowOf(press)?.place ?? null,
      });
      return composed(services, words, press, form);
    }),
  );
}

/**
 * A modal about a schedule, for those who may change it.
 *
 * @param fill null: it isn't for this kind of schedule
 */
export function openedSchedule(
  services: Services,
  fill: (words: Wording, press: ViewPress, schedule: Schedule) => Promise<ModalView | null>,
) {
  return {
    read: asIs,
    may: scheduleLead,
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

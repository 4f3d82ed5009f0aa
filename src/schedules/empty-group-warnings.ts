import type { Contacts } from '../contacts/store/store.ts';
import { button } from '../kit/slack/elements.ts';
import { opensList } from '../kit/slack/list.ts';
import { isSought, type Warning, type WarningSource } from '../kit/slack/warnings.ts';
import { harmless } from '../kit/slack-text.ts';
import { type FeatureRecipient, isFeatureRecipient } from '../texts/recipient.ts';
import type { Calendar } from './calendar.ts';
import { nextOpenRun, type PlannedRun, type Schedule, scheduledRecipients } from './schedule.ts';
import type { Schedules } from './store/store.ts';

declare module '../kit/slack/warnings.ts' {
  interface WarningKinds {
    schedule_group_empty: true;
  }
}

/** The contacts' groups among a schedule's recipients. */
const groupsOf = ({ content }: Schedule): FeatureRecipient[] =>
  scheduledRecipients(content).flatMap(recipient =>
    isFeatureRecipient(recipient) && recipient.feature === 'contacts' && recipient.kind === 'group'
      ? recipient
      : [],
  );

/** Schedules that go to an empty group. */
export function emptyGroupWarnings(deps: {
  schedules: Pick<Schedules, 'of'>;
  calendar: (workspace: string) => Promise<Calendar>;
  contacts: Pick<Contacts, 'find'>;
}): WarningSource {
  const { schedules, calendar, contacts } = deps;
  return {
    kind: 'schedule_group_empty',
    isUrgent: false,
    async find(workspace, among) {
      const toGroups = (await schedules.of(workspace)).filter(
        schedule => isSought(among, schedule.id) && groupsOf(schedule).length > 0,
      );
      if (toGroups.length === 0) return [];
      const ids = new Set(toGroups.flatMap(groupsOf).map(({ data }) => data.id));
      const [{ sizes }, days] = await Promise.all([
        contacts.find(workspace, { groups: [...ids] }),
        calendar(workspace),
      ]);
      return toGroups.flatMap(schedule => {
        const { run } = nextOpenRun(schedule, days);
        const empty = groupsOf(schedule).filter(({ data }) => (sizes.get(data.id) ?? 0) === 0);
        return run && empty.length > 0 ? emptyGroupWarning(schedule, run, empty) : [];
      });
    },
  };
}

function emptyGroupWarning(
  { id, by, when: { zone } }: Schedule,
  { local }: PlannedRun,
  empty: readonly FeatureRecipient[],
): Warning {
  return {
    subject: id,
    people: [by],
    leaders: 'managers',
    isToldElsewhere: false,
    say: ({ schedules }) => ({
      text: schedules.emptyGroup({ groups: empty.map(({ data }) => harmless(data.label, 60)), local, zone }),
      button: button({ action: opensList({ id: 'schedules' }), label: schedules.title }),
    }),
  };
}

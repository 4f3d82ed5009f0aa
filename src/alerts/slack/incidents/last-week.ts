import type { KnownBlock } from '@slack/types';
import { DAY_MS } from '../../../kit/day.ts';
import { actions, linesAsBlocks } from '../../../kit/slack/elements.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { NameNumber } from '../../posts/text-lines.ts';
import { incidentLine, namesOf } from '../../timeline/lines.ts';
import type { IncidentTimeline } from '../../timeline/timeline.ts';
import { timelineButton } from '../notices.ts';
import { timelinesInSlack } from '../timeline.ts';

/** An incident that is over, as its timeline has it. The alert state forgets it after about an hour. */
export type EndedIncident = { hook: string; hookName: string; timeline: IncidentTimeline };

const SHOWN_MS = 7 * DAY_MS;

/** The incidents of all hooks and pages that ended in the last week, the latest first. */
export async function endedIncidents(
  { hooksAndPages, timelines, clock }: Pick<Services, 'hooksAndPages' | 'timelines' | 'clock'>,
  workspace: string,
): Promise<EndedIncident[]> {
  const hooks = await hooksAndPages.list(workspace);
  const all = await Promise.all(
    hooks.map(async ({ id: hook, name: hookName }) =>
      (await timelines.of(workspace, hook)).map(timeline => ({ hook, hookName, timeline })),
    ),
  );
  const since = clock.wall() - SHOWN_MS;
  const endOf = ({ timeline }: EndedIncident): number => timeline.endedAt ?? 0;
  return all
    .flat()
    .filter(ended => endOf(ended) >= since)
    .sort((one, other) => endOf(other) - endOf(one));
}

export function endedBlocks(words: Wording, ended: EndedIncident, nameNumber: NameNumber): KnownBlock[] {
  const { hook, hookName, timeline } = ended;
  const showing = timelinesInSlack(nameNumber, words);
  const named = `*${namesOf(timeline, words, showing)}*`;
  const about = { hook, upTo: timeline.id, incidents: [timeline.id] };
  return [
    ...linesAsBlocks([incidentLine(timeline, named, words, showing), `*${harmless(hookName, 60)}*`]),
    actions(timelineButton(words, about)),
  ];
}

import { MINUTE_MS, writeDateTime } from '../../kit/day.ts';
import { isLocalNumber, type ShowNumber } from '../../kit/number.ts';
import { type FilePages, sendCsv } from '../../kit/pages/file-pages.ts';
import type { KnownNumbers, People } from '../../workspace/people.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import type { Responder } from '../alert.ts';
import type { TimelineEntry } from '../policy/timeline-entry.ts';
import { nameOf } from '../posts/text-lines.ts';
import { entryLine, namesOf, type TimelineShowing } from './lines.ts';
import type { IncidentTimeline } from './timeline.ts';
import type { Timelines } from './worker.ts';

/** The purpose of links to the page. */
export const TIMELINE_FILE = 'timeline';

type TimelineRow = { incident: IncidentTimeline; entry: TimelineEntry };

/**
 * The file with the timelines of a hook's incidents, for managers.
 *
 * @param deps.showingTo how this person sees numbers
 */
export function createTimelinePages(deps: {
  timelines: Pick<Timelines, 'of'>;
  teammates: KnownNumbers;
  people: Pick<People, 'knownName'>;
  showingTo: (workspace: string, userId: string) => Promise<ShowNumber>;
}): FilePages {
  const { timelines } = deps;

  /** How the file shows people and times: names where they are known, and no markup. */
  async function showingIn(
    workspace: string,
    userId: string,
    incidents: readonly IncidentTimeline[],
  ): Promise<TimelineShowing> {
    const users = await deps.teammates.numbers(workspace);
    const show = await deps.showingTo(workspace, userId);
    const ids = new Set(users.values());
    for (const { entries } of incidents)
      for (const { by } of entries) if (by?.kind === 'person') ids.add(by.userId);
    const names = new Map<string, string>();
    for (const id of ids) names.set(id, (await deps.people.knownName(workspace, id)) ?? id);
    const nameOfUser = (id: string): string => names.get(id) ?? id;
    const number = (text: string): string => {
      const user = users.get(text);
      if (user !== undefined) return nameOfUser(user);
      return isLocalNumber(text) ? show(text) : '•';
    };
    return {
      number,
      responder: (by: Responder) => (by.kind === 'person' ? nameOfUser(by.userId) : number(by.number)),
      recipient(recipient) {
        if (recipient.kind === 'number') return number(recipient.number);
        return recipient.kind === 'teammate' ? nameOfUser(recipient.userId) : nameOf(recipient);
      },
      time: writeDateTime,
      text: text => text,
    };
  }

  return {
    purpose: TIMELINE_FILE,
    permission: manager,
    refused: ({ timeline }) => timeline.file.notAllowed,

    async page({ workspace, about }, { timeline: { file } }) {
      const incidents = await timelines.of(workspace, about ?? '');
      return { title: file.title, intro: file.intro(incidents.length), download: file.download };
    },

    async download({ workspace, about, userId }, words, response) {
      const incidents = await timelines.of(workspace, about ?? '');
      const showing = await showingIn(workspace, userId, incidents);
      const { incident: id, alerts, time, happened, took } = words.timeline.file.heading;
      const rows = async function* (): AsyncGenerator<TimelineRow[]> {
        for (const incident of incidents) yield incident.entries.map(entry => ({ incident, entry }));
      };
      await sendCsv(response, 'timelines', {
        header: [id, alerts, time, happened, took],
        pages: rows(),
        cellsOf: ({ incident, entry }) => [
          String(incident.id),
          namesOf(incident, words, showing),
          showing.time(entry.at),
          entryLine(entry, words, showing),
          incident.acknowledgedMs === null ? '' : String(Math.round(incident.acknowledgedMs / MINUTE_MS)),
        ],
      });
    },
  };
}

import { z } from 'zod';
import { linkModal } from '../../contacts/slack/import.ts';
import { asIs } from '../../kit/slack/buttons.ts';
import { actions, button, context, linesAsBlocks, section } from '../../kit/slack/elements.ts';
import { type PagedList, turned } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { MAX_NAME } from '../policy/channel/alert-summary.ts';
import { type NameNumber, nameOf, responder as nameOfResponder, userOf } from '../posts/text-lines.ts';
import { TIMELINE_FILE } from '../timeline/file-page.ts';
import { incidentLine, namesOf, type TimelineShowing, timelineLines } from '../timeline/lines.ts';
import type { IncidentTimeline } from '../timeline/timeline.ts';
import { type AboutIncidents, aboutSchema, responder } from './notices.ts';

const PAGE = 30;
const LINES_PER_BLOCK = 10;

/** Value: the hook's id. */
const DOWNLOAD = 'download_timeline';

const placeSchema = z.intersection(aboutSchema, z.object({ skipped: z.int().min(0) }));
type TimelinePlace = z.infer<typeof placeSchema>;

/** The timelines of these incidents, oldest first. */
async function find(
  { timelines }: Pick<Services, 'timelines'>,
  workspace: string,
  about: AboutIncidents,
): Promise<IncidentTimeline[]> {
  const { hook, upTo } = about;
  const isMeant = ({ id, post }: IncidentTimeline): boolean =>
    id <= upTo && ('post' in about ? post === about.post : about.incidents.includes(id));
  return (await timelines.of(workspace, hook)).filter(isMeant);
}

/** How Slack shows people and times. */
export const timelinesInSlack = (nameNumber: NameNumber, { timeline }: Wording): TimelineShowing => ({
  number: nameNumber,
  responder: by => nameOfResponder(by, nameNumber),
  recipient: recipient => (recipient.kind === 'number' ? nameNumber(recipient.number) : nameOf(recipient)),
  time: timeline.timeInSlack,
  text: text => harmless(text, MAX_NAME),
});

/** "Timeline" on a post about alerts: what happened to its incidents, oldest first. */
export const timelineList: PagedList<TimelinePlace> = {
  id: 'timeline',
  title: words => words.timeline.title,
  command: null,
  permission: responder,
  place: placeSchema,
  start: value => ({ ...parseStoredJson(aboutSchema, value), skipped: 0 }),
  turning: words => words.responding.button,
  async page(services, words, { workspace }, place) {
    const showing = timelinesInSlack(userOf(await services.teammates.numbers(workspace)), words);
    const lines = (await find(services, workspace, place)).flatMap(incident => [
      incidentLine(incident, `*${namesOf(incident, words, showing)}*`, words, showing),
      ...timelineLines(incident, words, showing),
    ]);
    const { skipped, ...navigation } = turned(place, PAGE, lines.length);
    const shown = lines.slice(skipped, skipped + PAGE);
    const at = { from: skipped + 1, to: skipped + shown.length, of: lines.length };
    const { none, page, file } = words.timeline;
    return {
      ...navigation,
      blocks: [
        ...(lines.length === 0 ? [section(none)] : []),
        ...Array.from({ length: Math.ceil(shown.length / LINES_PER_BLOCK) }, (_, index) =>
          linesAsBlocks(shown.slice(index * LINES_PER_BLOCK, (index + 1) * LINES_PER_BLOCK)),
        ).flat(),
        ...(lines.length > PAGE ? [context(page(at))] : []),
      ],
      foot: [actions(button({ action: DOWNLOAD, label: file.button, value: place.hook }))],
    };
  },
};

/** "Download as a file": a link to the page with the timelines of the hook. */
export function downloadTimelineButton(services: Services): SlackListener {
  return onView(services, DOWNLOAD, {
    read: asIs,
    permission: manager,
    opens: {
      title: words => words.timeline.file.title,
      command: null,
      async fill(words, { value, ...user }) {
        const { title, sentence } = words.timeline.file;
        const url = await services.pageLink(user, TIMELINE_FILE, value);
        return linkModal(services, words, { title, sentence, url });
      },
    },
  });
}

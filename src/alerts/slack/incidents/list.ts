import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { MAX_TYPED, searchField } from '../../../contacts/slack/search.ts';
import { fold } from '../../../kit/name-matching.ts';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { type PagedList, turned } from '../../../kit/slack/list.ts';
import { COMMAND, type Permission } from '../../../kit/slack/listener.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { reader } from '../../../texts/permissions.ts';
import type { IncidentRow } from '../../incident-overview.ts';
import { userOf } from '../../posts/text-lines.ts';
import { endedBlocks, endedIncidents } from './last-week.ts';
import { incidentBlocks } from './row.ts';

const PAGE = 8;
/** More than a workspace's alerts, so that any page can be asked for. */
const MAX_SKIPPED = 10_000;

const SHOWS = ['open', 'mine', 'muted', 'over'] as const;
type Show = (typeof SHOWS)[number];

const placeSchema = z.object({
  show: z.enum(SHOWS),
  typed: z.string().max(MAX_TYPED),
  skipped: z.int().min(0).max(MAX_SKIPPED),
});
type IncidentPlace = z.infer<typeof placeSchema>;

const showsAction = (show: Show): string => `incidents_${show}`;

const FITS: Readonly<Record<Exclude<Show, 'over'>, (row: IncidentRow) => boolean>> = {
  open: () => true,
  mine: ({ isMine }) => isMine,
  muted: ({ alerts }) => alerts.some(({ standing, status }) => status === 'firing' && standing === 'muted'),
};

/** Permission to see incidents: all of them, or, for guests and others who may not see the workspace's data, those that call them. */
const incidentReader: Permission<unknown> = async (services, user) => {
  const problem = await reader(services, user, null);
  if (problem?.kind !== 'NOT_SHOWN') return problem;
  const rows = await services.incidentOverview.of(user.workspace, user.userId);
  return rows.some(({ isMine }) => isMine) ? null : problem;
};

/** `/sms alerts`, also in the Home tab: the incidents of all hooks. */
export const incidentList: PagedList<IncidentPlace> = {
  id: 'incidents',
  title: words => words.incidents.title,
  command: `${COMMAND} alerts`,
  permission: incidentReader,
  place: placeSchema,
  start: () => ({ show: 'open', typed: '', skipped: 0 }),
  also: SHOWS.map(showsAction),
  submit: words => words.incidents.submit,
  async page(services, words, user, place) {
    const { workspace, userId } = user;
    const facts = services.permissionFacts.withCachedOrLiveFacts(services);
    const [all, numbers, notReader] = await Promise.all([
      services.incidentOverview.of(workspace, userId),
      services.teammates.numbers(workspace),
      reader(facts, user, null),
    ]);
    const readable = notReader === null ? all : all.filter(({ isMine }) => isMine);
    const { show, typed } = place;
    const nameNumber = userOf(numbers);
    const ended = show === 'over' && notReader === null ? await endedIncidents(services, workspace) : [];
    const rows =
      show === 'over'
        ? ended
            .filter(({ hookName, timeline }) => saysIt(typed, [hookName, ...timeline.names]))
            .map(incident => async () => endedBlocks(words, incident, nameNumber))
        : readable
            .filter(row => FITS[show](row) && saysIt(typed, [row.hookName, ...wordsOf(row)]))
            .map(row => () => incidentBlocks(services, words, row, { workspace, userId, nameNumber }));
    const { skipped, ...navigation } = turned(place, PAGE, rows.length);
    const shown = await Promise.all(rows.slice(skipped, skipped + PAGE).map(blocksOf => blocksOf()));
    const { incidents } = words;
    const at = { from: skipped + 1, to: skipped + shown.length, of: rows.length };
    const none = typed.trim() === '' ? incidents.none[show] : incidents.noneFound(harmless(typed, 40));
    return {
      ...navigation,
      blocks: [
        searchField(incidentList, incidents.search),
        actions(...SHOWS.map(each => showButton(words, each, readable, place))),
        ...(rows.length === 0 ? [section(none)] : []),
        ...shown.flatMap((blocks): KnownBlock[] => [...blocks, { type: 'divider' }]).slice(0, -1),
        ...(rows.length > PAGE ? [context(incidents.found(at))] : []),
      ],
    };
  },
};

const showButton = ({ incidents }: Wording, show: Show, rows: readonly IncidentRow[], place: IncidentPlace) =>
  button({
    action: showsAction(show),
    label: show === 'over' ? incidents.shows.over : incidents.shows[show](rows.filter(FITS[show]).length),
    value: JSON.stringify({ ...place, show, skipped: 0 }),
    ...(place.show === show && { style: 'primary' as const }),
  });

/** What may be searched for, besides the hook's name. */
const wordsOf = ({ alerts }: IncidentRow): string[] =>
  alerts.flatMap(({ name, place, facts }) => [name, place, facts?.summary ?? '']);

/** True if one of the texts has what was typed. */
function saysIt(typed: string, texts: readonly string[]): boolean {
  const sought = fold(typed);
  return sought === '' || texts.some(text => fold(text).includes(sought));
}

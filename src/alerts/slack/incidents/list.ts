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

const FITS: Readonly<Record<Show, (row: IncidentRow) => boolean>> = {
  open: ({ endedAt }) => endedAt === null,
  mine: ({ endedAt, isMine }) => endedAt === null && isMine,
  muted: ({ endedAt, alerts }) => endedAt === null && alerts.some(({ standing }) => standing === 'muted'),
  over: ({ endedAt }) => endedAt !== null,
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
    const fitting = readable.filter(row => FITS[show](row) && saysIt(row, typed));
    const { skipped, ...navigation } = turned(place, PAGE, fitting.length);
    const shown = fitting.slice(skipped, skipped + PAGE);
    const about = { workspace, userId, nameNumber: userOf(numbers) };
    const rows = await Promise.all(shown.map(row => incidentBlocks(services, words, row, about)));
    const { incidents } = words;
    const at = { from: skipped + 1, to: skipped + shown.length, of: fitting.length };
    const none = typed.trim() === '' ? incidents.none[show] : incidents.noneFound(harmless(typed, 40));
    return {
      ...navigation,
      blocks: [
        searchField(incidentList, incidents.search),
        actions(...SHOWS.map(each => showButton(words, each, readable, place))),
        ...(fitting.length === 0 ? [section(none)] : []),
        ...rows.flatMap((blocks): KnownBlock[] => [...blocks, { type: 'divider' }]).slice(0, -1),
        ...(fitting.length > PAGE ? [context(incidents.found(at))] : []),
      ],
    };
  },
};

const showButton = ({ incidents }: Wording, show: Show, rows: readonly IncidentRow[], place: IncidentPlace) =>
  button({
    action: showsAction(show),
    label: incidents.shows[show](rows.filter(FITS[show]).length),
    value: JSON.stringify({ ...place, show, skipped: 0 }),
    ...(place.show === show && { style: 'primary' as const }),
  });

/** True if the hook's name or an alert's name, place or summary has what was typed. */
function saysIt({ hookName, alerts }: IncidentRow, typed: string): boolean {
  const sought = fold(typed);
  if (sought === '') return true;
  const texts = alerts.flatMap(({ name, place, facts }) => [name, place, facts?.summary ?? '']);
  return [hookName, ...texts].some(text => fold(text).includes(sought));
}

import { z } from 'zod';
import { countSchema } from '../../kit/json.ts';
import { abridged } from '../../kit/slack-text.ts';
import { linkSchema, rank, SEVERITIES } from '../alert.ts';
import type { Followed } from './state.ts';

/** Up to this many alerts are told apart; of more, only those that are called differently. */
export const TOLD_APART = 5;
/** How many places of alerts that are called the same are named. */
const MAX_PLACES = 6;
const MAX_SUMMARY = 240;
const MAX_DESCRIPTION = 400;
/** Characters of all addresses. */
const MAX_LINKS = 1500;

/** Alerts in a post or on a page: one, or those that are called the same. What isn't the same for all of them is left out. */
export const shownSchema = z.object({
  name: z.string(),
  severity: z.enum(SEVERITIES),
  alerts: countSchema,
  /** Where they are, the first of them. */
  places: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  links: z.array(linkSchema),
  /** Of a heartbeat: since when it is silent. */
  calledAt: z.number().optional(),
});
export type ShownAlert = z.infer<typeof shownSchema>;

type Showable = Pick<Followed, 'name' | 'place' | 'severity' | 'facts'>;

/** The alerts to show, the most severe and then the most frequent first, at most so many. */
export function shownOf(alerts: readonly Showable[], most: number): ShownAlert[] {
  const isFew = alerts.length <= TOLD_APART;
  const kinds = Map.groupBy(alerts, ({ severity, name, place }) =>
    JSON.stringify([severity, name, isFew && place]),
  );
  return [...kinds.values()]
    .flatMap(([first, ...others]) => (first ? { first, alike: [first, ...others] } : []))
    .sort(
      (one, other) =>
        rank(one.first.severity) - rank(other.first.severity) || other.alike.length - one.alike.length,
    )
    .slice(0, most)
    .map(({ first, alike }) => shown(first, alike));
}

function shown({ name, severity, facts }: Showable, alike: readonly Showable[]): ShownAlert {
  const all = alike.map(one => one.facts);
  const ofAll = (what: 'summary' | 'description' | 'message', limit: number): string => {
    const said = facts?.[what] ?? '';
    return all.every(one => one?.[what] === said) ? abridged(said, limit) : '';
  };
  // What a sender composed is called by its start.
  const isCut = facts?.composed && facts.message.length > name.length;
  let room = MAX_LINKS;
  const links = facts?.links.filter(({ url }) => {
    const isOfAll = all.every(one => one?.links.some(link => link.url === url));
    if (isOfAll) room -= url.length;
    return isOfAll && room >= 0;
  });
  return {
    name,
    severity,
    alerts: alike.length,
    places: [...new Set(alike.flatMap(({ place }) => place || []))].slice(0, MAX_PLACES),
    summary: ofAll('summary', MAX_SUMMARY),
    description: ofAll(isCut ? 'message' : 'description', MAX_DESCRIPTION),
    links: links ?? [],
    ...(facts?.calledAt !== undefined && { calledAt: facts.calledAt }),
  };
}

/** Only what they are called, and where they are. */
export const unexplained = (one: ShownAlert): ShownAlert => ({
  ...one,
  summary: '',
  description: '',
  links: [],
});

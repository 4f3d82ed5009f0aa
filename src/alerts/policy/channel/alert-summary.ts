import { z } from 'zod';
import { addCounts, countSchema } from '../../../kit/json.ts';
import { abridged } from '../../../kit/slack-text.ts';
import { type AlertFacts, linkSchema, placed, rank, SEVERITIES, type Severity } from '../../alert.ts';

/** Up to this many alerts are grouped by name and place, more of them by name only. */
const TOLD_APART = 8;
/** The most places named for alerts with the same name. */
const MAX_PLACES = 6;
const MAX_SUMMARY = 240;
const MAX_DESCRIPTION = 400;
/** If more alerts than this are shown together, none has its description. */
const MAX_DESCRIBED = 3;
/** Characters of all summaries, descriptions and addresses of alerts that are shown together. */
const MAX_DETAILS = 6000;

/**
 * An alert is open until a responder acknowledges it; a muted alert needs no responder. `lapsed`: its incident expired, so its sender is no
 * longer expected to say that it ended.
 */
export const STANDINGS = ['open', 'acknowledged', 'muted', 'lapsed'] as const;
export type Standing = (typeof STANDINGS)[number];

/** An alert in a post or on a page, or several with the same name. Details that differ between several are left out. */
export const shownSchema = z.object({
  name: z.string(),
  severity: z.enum(SEVERITIES),
  standing: z.enum(STANDINGS),
  alerts: countSchema,
  /** The first of their places. */
  places: z.array(z.string()),
  summary: z.string(),
  description: z.string(),
  links: z.array(linkSchema),
  /** When the heartbeat was last called; left out for other alerts. */
  calledAt: z.number().optional(),
});
export type ShownAlert = z.infer<typeof shownSchema>;

type Showable = {
  name: string;
  place: string;
  severity: Severity;
  facts: AlertFacts | null;
  standing?: Standing;
};

/** The alerts to show: those that need a responder first, then the most severe, then the most frequent. */
export const shownOf = (alerts: readonly Showable[], limit: number): ShownAlert[] =>
  pickShown(alerts, limit).shown;

/** The alerts to show, in the order of `shownOf`, and the remaining ones. @param beside how many other alerts the same post shows */
export function pickShown<T extends Showable>(
  alerts: readonly T[],
  limit: number,
  beside = 0,
): { shown: ShownAlert[]; remaining: T[] } {
  const isFew = alerts.length <= TOLD_APART;
  const groups = Map.groupBy(alerts, ({ severity, name, place, standing }) =>
    JSON.stringify([standing ?? 'open', severity, name, isFew && place]),
  );
  const kinds = [...groups.values()]
    .flatMap(alike => (alike[0] ? { first: alike[0], alike } : []))
    .sort(
      (one, other) =>
        needOf(one.first) - needOf(other.first) ||
        rank(one.first.severity) - rank(other.first.severity) ||
        other.alike.length - one.alike.length,
    );
  const picked = kinds.slice(0, limit);
  const isDescribed = picked.length + beside <= MAX_DESCRIBED;
  const space = { free: MAX_DETAILS / (beside + 1) };
  return {
    shown: picked.map(({ first, alike }) => shown(first, alike, isDescribed, space)),
    remaining: kinds.slice(limit).flatMap(({ alike }) => alike),
  };
}

const needOf = ({ standing = 'open' }: Showable): number => STANDINGS.indexOf(standing);

function shown(
  { name, severity, facts, standing = 'open' }: Showable,
  alike: readonly Showable[],
  isDescribed: boolean,
  space: { free: number },
): ShownAlert {
  const all = alike.map(alert => alert.facts);
  const takeSpace = (words: string): boolean => {
    if (words.length > space.free) return false;
    space.free -= words.length;
    return true;
  };
  const ofAll = (field: 'summary' | 'description' | 'message', limit: number): string => {
    const words = abridged(facts?.[field] ?? '', limit);
    return all.every(each => each?.[field] === facts?.[field]) && takeSpace(words) ? words : '';
  };
  // The name of a composed message is the start of the message.
  const isCut = facts?.composed && facts.message.length > name.length;
  return {
    name,
    severity,
    standing,
    alerts: alike.length,
    places: [...new Set(alike.flatMap(({ place }) => place || []))].slice(0, MAX_PLACES),
    summary: ofAll('summary', MAX_SUMMARY),
    description: isDescribed ? ofAll(isCut ? 'message' : 'description', MAX_DESCRIPTION) : '',
    links: (facts?.links ?? []).filter(
      ({ url }) => all.every(each => each?.links.some(link => link.url === url)) && takeSpace(url),
    ),
    ...(facts?.calledAt !== undefined && { calledAt: facts.calledAt }),
  };
}

/** Alerts with the same name and severity. `called`: the name without the place; left out if `name` has no place. */
const namedSchema = z.object({
  name: z.string(),
  called: z.string().optional(),
  severity: z.enum(SEVERITIES),
  alerts: countSchema,
});
export type Named = z.infer<typeof namedSchema>;

/** Alerts by name: the most severe and the most frequent, and how many others there are. */
export const tallySchema = z.object({ names: z.array(namedSchema).readonly(), others: countSchema });
export type NameTally = z.infer<typeof tallySchema>;

export const NO_ALERTS: NameTally = { names: [], others: 0 };

/** The most names of a tally that are chosen for their severity, and the most further names chosen for their frequency. */
const MAX_SEVERE = 5;
const MAX_FREQUENT = 6;
/** Characters of a name in a post. */
export const MAX_NAME = 100;

type Counted = Pick<Named, 'name' | 'called'> & { severity?: Severity | undefined; alerts?: number };

/** An alert as updates mention it. `name` includes the place, `called` doesn't. */
export type Mentioned = Required<Pick<Named, 'name' | 'called' | 'severity'>>;

export const mentionOf = (alert: { name: string; place: string; severity: Severity }): Mentioned => ({
  name: placed(alert),
  called: alert.name,
  severity: alert.severity,
});

/** Counts alerts by name: `DiskFull db-1` while there are few, otherwise `DiskFull` 20 times. */
export function tallyOf(alerts: Iterable<Counted>): NameTally {
  const all = [...alerts].map(({ name, called = name, severity = 'none', alerts: count = 1 }) => ({
    name: abridged(name, MAX_NAME),
    called: abridged(called, MAX_NAME),
    severity,
    alerts: count,
  }));
  const isFew = all.reduce((sum, counted) => sum + counted.alerts, 0) <= TOLD_APART;
  const byName = new Map<string, Named>();
  for (const { name, called, severity, alerts: count } of all) {
    const key = `${severity} ${isFew ? name : called}`;
    const before = byName.get(key);
    const shown = before && before.name !== name ? called : name;
    byName.set(key, {
      name: shown,
      ...(shown !== called && { called }),
      severity,
      alerts: addCounts(before?.alerts ?? 0, count),
    });
  }
  const bySeverity = [...byName.values()].sort(
    (one, other) => rank(one.severity) - rank(other.severity) || other.alerts - one.alerts,
  );
  const frequent = bySeverity.slice(MAX_SEVERE).sort((one, other) => other.alerts - one.alerts);
  return {
    names: [...bySeverity.slice(0, MAX_SEVERE), ...frequent.slice(0, MAX_FREQUENT)],
    others: frequent.slice(MAX_FREQUENT).reduce((sum, named) => addCounts(sum, named.alerts), 0),
  };
}

export function addTallies(one: NameTally, other: NameTally): NameTally {
  const tally = tallyOf([...one.names, ...other.names]);
  return { ...tally, others: addCounts(tally.others, addCounts(one.others, other.others)) };
}

/** The number of all alerts of a tally. */
export const totalOf = (tally: NameTally): number =>
  tally.names.reduce((sum, { alerts }) => addCounts(sum, alerts), tally.others);

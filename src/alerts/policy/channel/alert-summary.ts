import { z } from 'zod';
import { addCounts, countSchema } from '../../../kit/json.ts';
import { abridged } from '../../../kit/slack-text.ts';
import { type AlertFacts, linkSchema, rank, SEVERITIES, type Severity } from '../../alert.ts';

/** Up to this many alerts are told apart; of more, only those that are called differently. */
export const TOLD_APART = 8;
/** How many places of alerts that are called the same are named. */
const MAX_PLACES = 6;
const MAX_SUMMARY = 240;
const MAX_DESCRIPTION = 400;
/** Among more than these, an alert's summary has to be enough. */
const DESCRIBED = 3;
/** Characters of everything that is said about alerts which are shown together, the addresses of links included. */
const MAX_SAID = 6000;

/**
 * Who does something about an alert: nobody yet, a responder, or nobody has to as long as it is muted. `lapsed`: nothing more is
 * expected of it.
 */
export const STANDINGS = ['open', 'acknowledged', 'muted', 'lapsed'] as const;
export type Standing = (typeof STANDINGS)[number];

/** Alerts in a post or on a page: one, or those that are called the same. What isn't the same for all of them is left out. */
export const shownSchema = z.object({
  name: z.string(),
  severity: z.enum(SEVERITIES),
  standing: z.enum(STANDINGS),
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

type Showable = {
  name: string;
  place: string;
  severity: Severity;
  facts: AlertFacts | null;
  standing?: Standing;
};

/** The alerts to show, those that need somebody first, then the most severe and the most frequent, at most so many. */
export const shownOf = (alerts: readonly Showable[], most: number): ShownAlert[] =>
  pickShown(alerts, most).shown;

/** The same, with those that aren't shown. `beside`: how many others stand in the same post. */
export function pickShown<T extends Showable>(
  alerts: readonly T[],
  most: number,
  beside = 0,
): { shown: ShownAlert[]; rest: T[] } {
  const isFew = alerts.length <= TOLD_APART;
  const groups = Map.groupBy(alerts, ({ severity, name, place, standing }) =>
    JSON.stringify([standing ?? 'open', severity, name, isFew && place]),
  );
  const kinds = [...groups.values()]
    .flatMap(([first, ...others]) => (first ? { first, alike: [first, ...others] } : []))
    .sort(
      (one, other) =>
        needOf(one.first) - needOf(other.first) ||
        rank(one.first.severity) - rank(other.first.severity) ||
        other.alike.length - one.alike.length,
    );
  const picked = kinds.slice(0, most);
  const isDescribed = picked.length + beside <= DESCRIBED;
  const room = { left: MAX_SAID / (beside + 1) };
  return {
    shown: picked.map(({ first, alike }) => shown(first, alike, isDescribed, room)),
    rest: kinds.slice(most).flatMap(({ alike }) => alike),
  };
}

const needOf = ({ standing = 'open' }: Showable): number => STANDINGS.indexOf(standing);

function shown(
  { name, severity, facts, standing = 'open' }: Showable,
  alike: readonly Showable[],
  isDescribed: boolean,
  room: { left: number },
): ShownAlert {
  const all = alike.map(one => one.facts);
  const taken = (said: string): boolean => {
    if (said.length > room.left) return false;
    room.left -= said.length;
    return true;
  };
  const ofAll = (what: 'summary' | 'description' | 'message', limit: number): string => {
    const said = abridged(facts?.[what] ?? '', limit);
    return all.every(one => one?.[what] === facts?.[what]) && taken(said) ? said : '';
  };
  // What a sender composed is called by its start.
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
      ({ url }) => all.every(one => one?.links.some(link => link.url === url)) && taken(url),
    ),
    ...(facts?.calledAt !== undefined && { calledAt: facts.calledAt }),
  };
}

/** How many alerts have the same name and severity. `called`: what others of the same rule are called, too; if left out, the name. */
const namedSchema = z.object({
  name: z.string(),
  called: z.string().optional(),
  severity: z.enum(SEVERITIES),
  alerts: countSchema,
});
export type Named = z.infer<typeof namedSchema>;

/** Alerts by their names: the most severe and the most frequent, and how many others there are. */
export const tallySchema = z.object({ names: z.array(namedSchema).readonly(), others: countSchema });
export type NameTally = z.infer<typeof tallySchema>;

export const NO_ALERTS: NameTally = { names: [], others: 0 };

/** How many names are kept because they are severe, and how many more because they are frequent. */
const SEVERE = 5;
const FREQUENT = 6;
/** Characters of a name; nobody is shown more. */
export const MAX_NAME = 100;

type Counted = Pick<Named, 'name' | 'called'> & { severity?: Severity | undefined; alerts?: number };

/** Adds alerts up by their names: "DiskFull db-1" while there are few, and "DiskFull", 20 times. */
export function tallyOf(alerts: Iterable<Counted>): NameTally {
  const all = [...alerts].map(({ name, called = name, severity = 'none', alerts: count = 1 }) => ({
    name: abridged(name, MAX_NAME),
    called: abridged(called, MAX_NAME),
    severity,
    alerts: count,
  }));
  const isFew = all.reduce((sum, one) => sum + one.alerts, 0) <= TOLD_APART;
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
  const frequent = bySeverity.slice(SEVERE).sort((one, other) => other.alerts - one.alerts);
  const left = frequent.slice(FREQUENT);
  return {
    names: [...bySeverity.slice(0, SEVERE), ...frequent.slice(0, FREQUENT)],
    others: left.reduce((sum, one) => addCounts(sum, one.alerts), 0),
  };
}

export function addTallies(one: NameTally, other: NameTally): NameTally {
  const { names, others } = tallyOf([...one.names, ...other.names]);
  return { names, others: addCounts(others, addCounts(one.others, other.others)) };
}

/** How many alerts there are in all. */
export const totalOf = ({ names, others }: NameTally): number =>
  names.reduce((sum, { alerts }) => addCounts(sum, alerts), others);

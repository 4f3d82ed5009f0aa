import { z } from 'zod';
import { addCounts, countSchema } from '../../kit/json.ts';
import { abridged } from '../../kit/slack-text.ts';
import { rank, SEVERITIES, type Severity } from '../alert.ts';
import { TOLD_APART } from './shown.ts';

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

import { rank, type Severity } from '../../domain/alert.ts';
import { addCounts } from '../../domain/count.ts';
import { cut } from '../../domain/cut.ts';

/** How many alerts have the same name and severity. */
export type Named = { name: string; severity: Severity; alerts: number };

/** Alerts by their names: the most severe and the most frequent, and how many others there are. */
export type NameTally = { names: readonly Named[]; others: number };

export const NO_ALERTS: NameTally = { names: [], others: 0 };

/** How many names are kept because they are severe, and how many more because they are frequent. */
const SEVERE = 5;
const FREQUENT = 6;
/** Characters of a name; nobody is shown more. */
const MAX_NAME = 60;

/** Adds alerts up by their names. */
export function tallyOf(
  alerts: Iterable<{ name: string; severity?: Severity | undefined; alerts?: number }>,
): NameTally {
  const byName = new Map<string, Named>();
  for (const { name, severity = 'none', alerts: count = 1 } of alerts) {
    const key = `${severity} ${name}`;
    const before = byName.get(key)?.alerts ?? 0;
    byName.set(key, { name: cut(name, MAX_NAME), severity, alerts: addCounts(before, count) });
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

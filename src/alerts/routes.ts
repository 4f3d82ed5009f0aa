import { mapSeverities } from '../domain/alert.ts';
import type { Route } from './deciding/route.ts';
import type { Hook } from './hooks.ts';
import { toKey } from './recipients.ts';

/** A hook's settings in the form that deciding needs. */
function routeOf({ recipients, rules, quiet, resolved, reminders }: Hook): Route {
  const textsTo = mapSeverities(severity => {
    const rule = rules.find(({ severities }) => severities.includes(severity));
    return rule ? (rule.to ?? recipients).map(toKey) : [];
  });
  return { textsTo, quiet, resolved, reminders };
}

/** Routes for these hooks, by id. */
export function routesOf(hooks: readonly Hook[]): Map<string, Route> {
  return new Map(hooks.filter(hook => hook.revokedAt === null).map(hook => [hook.id, routeOf(hook)]));
}

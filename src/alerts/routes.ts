import { mapSeverities } from '../domain/alert.ts';
import type { Route } from './deciding/route.ts';
import type { Hook } from './hooks.ts';
import { toKey } from './recipients.ts';

/** What a hook's settings mean for deciding. */
function routeOf({ recipients, rules, quiet, resolved, reminders }: Hook): Route {
  const textsTo = mapSeverities(severity => {
    const rule = rules.find(({ severities }) => severities.includes(severity));
    return rule ? (rule.to ?? recipients).map(toKey) : [];
  });
  return { textsTo, quiet, resolved, reminders };
}

/** Those of the hooks that are there. */
export function routesOf(hooks: readonly Hook[]): Map<string, Route> {
  return new Map(hooks.filter(hook => hook.revokedAt === null).map(hook => [hook.id, routeOf(hook)]));
}

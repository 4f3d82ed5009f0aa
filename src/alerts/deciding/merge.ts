import { createCrowds } from './crowds.ts';
import { watchBoth } from './heartbeat.ts';
import { type AlertState, copyOf, crowdsIn, type Followed, groupOf, keyOf } from './state.ts';

/**
 * Adds what an earlier state followed and this one doesn't know: texts that were waiting there wait here. Whatever both
 * know stays as it is here.
 */
export function merge(state: AlertState, earlier: AlertState): AlertState {
  const merged = copyOf(state);
  const { of } = createCrowds(crowdsIn(state));
  const known = new Set(state.alerts.map(keyOf));
  const added = earlier.alerts.filter(alert => !known.has(keyOf(alert)));
  merged.nextId += earlier.nextId;
  const groups = new Set(state.incidents.map(groupOf));
  merged.incidents.push(
    ...earlier.incidents
      .filter(incident => !groups.has(groupOf(incident)))
      .map(incident => ({
        ...incident,
        id: incident.id + state.nextId,
        post: incident.post + state.nextId,
      })),
  );
  merged.alerts.push(
    ...added.map(
      (alert): Followed => ({
        ...alert,
        id: alert.id + state.nextId,
        told: of(alert.told),
        asked: of(alert.asked),
        waits: {
          firing: of(alert.waits.firing),
          reminder: of(alert.waits.reminder),
          resolved: of(alert.waits.resolved),
        },
      }),
    ),
  );
  for (const [number, times] of Object.entries(earlier.sent)) {
    merged.sent[number] = [...(merged.sent[number] ?? []), ...times].toSorted((a, b) => a - b);
  }
  for (const [number, at] of Object.entries(earlier.urgent)) {
    merged.urgent[number] = Math.max(merged.urgent[number] ?? at, at);
  }
  merged.watch = watchBoth(state.watch, earlier.watch);
  for (const [hook, spent] of Object.entries(earlier.spent)) {
    const its = merged.spent[hook];
    if (!its || its.day < spent.day) merged.spent[hook] = spent;
    else if (its.day === spent.day) {
      const [texts, parts] = [its.texts + spent.texts, its.parts + spent.parts];
      merged.spent[hook] = { ...its, texts, parts };
    }
  }
  return merged;
}

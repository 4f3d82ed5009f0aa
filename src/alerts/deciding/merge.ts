import { type Audience, copyOf, type Followed, keyOf, type Phone, type State } from './state.ts';

/**
 * Adds what an earlier state followed and this one does not know: what waited there for a text waits here. What both know
 * stays as it is here.
 */
export function merge(state: State, earlier: State): State {
  const merged = copyOf(state);
  const known = new Set(state.alerts.map(keyOf));
  const added = earlier.alerts.filter(alert => !known.has(keyOf(alert)));
  const ids = new Map(added.map(({ id }) => [id, id + state.nextId]));
  const idsOf = (alerts: readonly number[]): number[] => alerts.flatMap(id => ids.get(id) ?? []);
  merged.nextId += earlier.nextId;
  merged.alerts.push(...added.map((alert): Followed => ({ ...alert, id: alert.id + state.nextId })));
  merged.audiences.push(
    ...earlier.audiences.map((audience): Audience => ({ ...audience, alerts: idsOf(audience.alerts) })),
  );
  for (const [number, phone] of Object.entries(earlier.phones)) {
    const here = merged.phones[number];
    const pending = phone.pending.flatMap(one => idsOf([one.alert]).map(alert => ({ ...one, alert })));
    merged.phones[number] = {
      sent: [...(here?.sent ?? []), ...phone.sent].toSorted((a, b) => a - b),
      pending: [...(here?.pending ?? []), ...pending],
    } satisfies Phone;
  }
  return merged;
}

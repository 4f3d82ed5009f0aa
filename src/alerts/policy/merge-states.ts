import { watchBoth } from './calls/heartbeat.ts';
import type { AlertState, DayUse, Incident, Notified, NumberUse, TrackedAlert } from './incidents/state.ts';

/*
 * A state that couldn't be read for a while comes back beside the one that was begun meanwhile. What both know stays as it is in the
 * newer one.
 */

/** Adds what an earlier state tracked and this one doesn't know: texts that were waiting there wait here. */
export function mergeStates(state: AlertState, earlier: AlertState): AlertState {
  // Numbers of changes, incidents and texts follow those of this state.
  const shift = (number: number): number => (number > 0 ? number + state.lastChange : number);
  const lists = new Map<readonly Notified[], readonly Notified[]>();
  const incidents = new Map(state.incidents);
  for (const [key, incident] of earlier.incidents) {
    if (!incidents.has(key)) incidents.set(key, shifted(incident, shift, lists));
  }
  const texts = new Map(state.texts);
  for (const [id, text] of earlier.texts) {
    texts.set(shift(id), { ...text, incidents: text.incidents.map(shift) });
  }
  const known = new Set(state.mutes.map(({ id }) => id));
  return {
    ...state,
    lastChange: state.lastChange + earlier.lastChange,
    incidents,
    numbers: mergedNumbers(state.numbers, earlier.numbers),
    texts,
    mutes: [...earlier.mutes.filter(({ id }) => !known.has(id)), ...state.mutes],
    used: mergedUse(state.used, earlier.used),
    watch: watchBoth(state.watch, earlier.watch),
  };
}

function shifted(
  incident: Incident,
  shift: (number: number) => number,
  lists: Map<readonly Notified[], readonly Notified[]>,
): Incident {
  const { alerts, acknowledged, escalation, notified } = incident;
  const entries = lists.get(notified) ?? notified.map(entry => shiftedEntry(entry, shift));
  lists.set(notified, entries);
  return {
    ...incident,
    id: shift(incident.id),
    post: shift(incident.post),
    alerts: alerts.map(
      (alert): TrackedAlert => ({
        ...alert,
        firstChange: shift(alert.firstChange),
        change: shift(alert.change),
        endChange: shift(alert.endChange),
      }),
    ),
    acknowledged: acknowledged && {
      ...acknowledged,
      givenFor: shift(acknowledged.givenFor),
      upTo: shift(acknowledged.upTo),
    },
    escalation: escalation && { ...escalation, texts: escalation.texts.map(shift) },
    notified: entries,
  };
}

const shiftedEntry = (entry: Notified, shift: (number: number) => number): Notified => ({
  ...entry,
  firingUpTo: shift(entry.firingUpTo),
  endedUpTo: shift(entry.endedUpTo),
  before: [shift(entry.before[0]), shift(entry.before[1])],
  text: shift(entry.text),
});

function mergedNumbers(
  numbers: ReadonlyMap<string, NumberUse>,
  earlier: ReadonlyMap<string, NumberUse>,
): Map<string, NumberUse> {
  const merged = new Map(numbers);
  for (const [number, before] of earlier) {
    const use = merged.get(number);
    const sent = [...(use?.sent ?? []), ...before.sent].sort((a, b) => a - b);
    const urgent = [use?.urgentAt, before.urgentAt].filter(at => at != null);
    merged.set(number, { sent, urgentAt: urgent.length > 0 ? Math.max(...urgent) : null });
  }
  return merged;
}

/** Of the same day, both count; of another, the later day's. */
function mergedUse(
  used: ReadonlyMap<string, DayUse>,
  earlier: ReadonlyMap<string, DayUse>,
): Map<string, DayUse> {
  const merged = new Map(used);
  for (const [hook, before] of earlier) {
    const use = merged.get(hook);
    if (!use || use.day < before.day) merged.set(hook, before);
    else if (use.day === before.day) {
      merged.set(hook, { ...use, texts: use.texts + before.texts, parts: use.parts + before.parts });
    }
  }
  return merged;
}

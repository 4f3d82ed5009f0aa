import { plainLetters } from '../texts/plain-letters.ts';
import { type AlertFacts, NO_FACTS, type Occasion, type Severity } from './alert.ts';
import type { AlertKind } from './alert-list-text.ts';

/** What one text says: one alert in words, the others by their names. */
export type Statement = {
  occasion: Occasion;
  severity: Severity;
  name: string;
  /** Where it is; empty: not said. */
  place: string;
  /** Null: a storm brought so many alerts that this one's facts weren't kept. */
  facts: AlertFacts | null;
  /** All that it tells of, the most important first: the first kind is that of the named alert. */
  kinds: readonly AlertKind[];
  /** In the groups of which it says that something is over: alerts that still fire, beside those it tells of. */
  still: number;
  /** Its reader got a text a moment ago. */
  follows: boolean;
  /** Somebody tries whether the sender reaches us. */
  test?: boolean;
};

/** The same in plain letters, as far as its sender's words can be written so; what somebody composed stays as it is. */
export function inPlainLetters(statement: Statement): Statement {
  const { name, place, facts, kinds } = statement;
  return {
    ...statement,
    name: plainLetters(name),
    place: plainLetters(place),
    facts: facts && plainFacts(facts),
    kinds: kinds.map(kind => ({
      ...kind,
      called: plainLetters(kind.called),
      ...(kind.place !== undefined && { place: plainLetters(kind.place) }),
    })),
  };
}

function plainFacts(facts: AlertFacts): AlertFacts {
  const allPlain = (fields: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plainLetters(value)]));
  return {
    ...facts,
    summary: plainLetters(facts.summary),
    labels: allPlain(facts.labels),
    annotations: allPlain(facts.annotations),
    title: plainLetters(facts.title),
    value: plainLetters(facts.value),
    message: facts.composed ? facts.message : plainLetters(facts.message),
  };
}

/** What a made-up alert says, in some language. */
type SampleAlert = Record<'name' | 'place' | 'summary', string>;

/** A text about a typical alert, or about a heartbeat's silence. */
export function sampleOf(
  { name, place, summary }: SampleAlert,
  occasion: Occasion,
  heartbeat: { minutes: number } | null = null,
): Statement {
  return {
    occasion,
    severity: 'critical',
    name,
    place,
    facts: {
      ...NO_FACTS,
      summary,
      annotations: { summary },
      labels: { alertname: name, instance: place, severity: 'critical' },
      links: [{ what: 'page', url: 'https://grafana.example.com/alerting/1' }],
      title: `[FIRING:3] ${name}`,
      value: 'A=93.4',
      ...(heartbeat && { silentMs: heartbeat.minutes * 60_000 }),
    },
    kinds: [{ occasion, severity: 'critical', called: name, place: '', alerts: heartbeat ? 1 : 3 }],
    still: 0,
    follows: false,
    test: false,
  };
}

import { plainLetters } from '../texts/plain-letters.ts';
import { type AlertFacts, NO_FACTS, type Occasion, type Severity } from './alert.ts';
import type { AlertKind } from './alert-list-text.ts';

/** The content of one text: one alert in words, the others by name. */
export type Statement = {
  occasion: Occasion;
  severity: Severity;
  name: string;
  /** Its place; empty if unknown. */
  place: string;
  /** Null if the state was too full to keep the facts. */
  facts: AlertFacts | null;
  /** All alerts of the text by kind, the most important first. The first kind is that of the alert in words. */
  kinds: readonly AlertKind[];
  /** The number of alerts that still fire in incidents of ended alerts, apart from those that the text tells of. */
  still: number;
  /** The reader got another text a moment ago. */
  follows: boolean;
  /** The text is about a sender's test. */
  test?: boolean;
  /** A responder ended the alert, not its sender, so its facts are still those of its firing. */
  isResolvedHere?: boolean;
};

/** The statement in plain letters, as far as the sender's words allow. A composed message stays unchanged. */
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

type SampleAlert = Record<'name' | 'place' | 'summary', string>;

/** The statement about a made-up alert, or about a heartbeat's silence. */
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

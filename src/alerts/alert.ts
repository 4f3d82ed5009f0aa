import { z } from 'zod';
import { type Recipient, recipientSchema } from '../texts/recipient.ts';

/*
 * Glossary, for what hooks bring:
 *
 * call         one request to a hook
 * alert        one thing that is wrong, known by its fingerprint; it fires, and it resolves
 * group        alerts that the sender says belong together
 * incident     one occurrence of a group: from its first firing alert until all of it is over
 * responder    who does something about an incident: they take it, give it back, or resolve it
 * step         of an escalation: whom to text, and how long they have to take the incident before it is the next one's turn
 * heartbeat    a hook that should be called regularly: its silence is the alert
 * repeat       a call that says nothing new; after some minutes it may become a reminder
 */

/** Most severe first. `none`: the sender gives no severity, or one we don't know. */
export const SEVERITIES = ['critical', 'error', 'warning', 'info', 'none'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** What senders write for each. */
const WORDS: Readonly<Record<Exclude<Severity, 'none'>, string>> = {
  critical: 'critical crit fatal emergency disaster page p1 sev0 sev1',
  error: 'error err high major p2 sev2',
  warning: 'warning warn medium minor average p3 sev3',
  info: 'info information informational notice low debug p4 p5 sev4 sev5',
};
const BY_WORD: ReadonlyMap<string, Severity> = new Map(
  Object.entries(WORDS).flatMap(([severity, words]) =>
    words.split(' ').map(word => [word, severity as Severity] as const),
  ),
);

/** The severity that a word stands for, or null. */
export function severityOf(word: string): Severity | null {
  return BY_WORD.get(word.trim().toLowerCase()) ?? null;
}

/** Lower is more severe. */
export const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

const fieldsSchema = z.record(z.string(), z.string());

/** Where a sender's link leads. `source`: what found it; `page`: the sender's page about it. */
export const LINKS = ['runbook', 'page', 'source', 'dashboard', 'panel', 'silence'] as const;
export const linkSchema = z.object({ what: z.enum(LINKS), url: z.string() });
export type SenderLink = z.infer<typeof linkSchema>;

/** What texts, posts and pages say about an alert, beside its name and place. */
export const factsSchema = z.object({
  /** What is wrong, in one line; empty: nothing is said but the name. */
  summary: z.string().default(''),
  /** More about it, if the sender says more than the summary; it may have several lines. */
  description: z.string().default(''),
  /** Addresses that begin with http:// or https://, each kind at most once, in the order of `LINKS`. */
  links: z.array(linkSchema).default([]),
  /** What a hook's own texts can name, as the sender wrote it. */
  labels: fieldsSchema.default({}),
  annotations: fieldsSchema.default({}),
  /** The sender's own headline and message, if any. */
  title: z.string().default(''),
  message: z.string().default(''),
  value: z.string().default(''),
  /** The message is the text itself. */
  composed: z.boolean().default(false),
  /** Of a heartbeat: for how long it was silent. */
  silentMs: z.number().optional(),
  /** Of a heartbeat: when it was last called. */
  calledAt: z.number().optional(),
});
export type AlertFacts = z.infer<typeof factsSchema>;

export const NO_FACTS: AlertFacts = factsSchema.parse({});

/** The same facts without empty fields, for storing. */
export function compact(facts: AlertFacts): z.input<typeof factsSchema> {
  const isSaid = (value: AlertFacts[keyof AlertFacts]): boolean =>
    typeof value === 'object' ? Object.keys(value).length > 0 : value !== '' && value !== false;
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isSaid(value)));
}

/**
 * What says which alert it is where its fingerprint may be another one than that of what it ends, or goes on about: see `match.ts`.
 * Ids are digests.
 */
export const matchSchema = z.object({
  /** Its fingerprint comes from an id that its sender gives an alert, from its start to its end. */
  hasId: z.boolean(),
  /** An id that may be new in each call; empty: none. */
  looseId: z.string(),
  /** The id of what it is about; empty: none. */
  thingId: z.string(),
  /** The words of its headline without state, severity and values, each once, in order; empty: it has none. */
  subject: z.string(),
  /** What else it says, without values. */
  words: z.string(),
});
export type AlertMatch = z.infer<typeof matchSchema>;

/** What a call says of one alert, whoever sent it. */
export type Alert = {
  fingerprint: string;
  status: 'firing' | 'resolved';
  severity: Severity;
  /** What people call it and others like it, shortened: without its place. */
  name: string;
  /** Where it is, in one short line, most telling first: `data-loki-write-0, loki`; empty: not said. */
  place: string;
  /** By the sender's clock. If an alert occurs twice, the later occurrence has the later start. Null: not given, so occurrences count in the order they arrive. */
  startsAt: number | null;
  /** When it ended, by the same clock; null: not given. */
  endsAt: number | null;
  /** Null: its fingerprint says which it is. */
  match: AlertMatch | null;
  /** Its fingerprint is that of this occurrence alone: once it is over, it never fires again. */
  occursOnce?: true;
  facts: AlertFacts;
};

/** Why an alert is in a text. */
export type Occasion = 'firing' | 'reminder' | 'resolved';

/** An alert's name and place in one line. */
export const placed = ({ name, place }: { name: string; place: string }): string =>
  place === '' ? name : `${name} · ${place}`;

/** Somebody in Slack, or whoever reads the texts to a number. */
export const responderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), userId: z.string() }),
  z.object({ kind: z.literal('number'), number: z.string() }),
]);
export type Responder = z.infer<typeof responderSchema>;

export const sameResponder = (one: Responder, other: Responder): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const isAmong = (all: readonly Responder[], one: Responder): boolean =>
  all.some(other => sameResponder(one, other));

/**
 * A responder's identities: their Slack user and the number in its profile.
 *
 * @param users user ids, by their numbers
 */
export function identitiesOf(by: Responder, users: ReadonlyMap<string, string>): Responder[] {
  if (by.kind === 'number') {
    const userId = users.get(by.number);
    return userId === undefined ? [by] : [by, { kind: 'person', userId }];
  }
  const own = [...users].filter(([, userId]) => userId === by.userId);
  return [by, ...own.map(([number]) => ({ kind: 'number' as const, number }))];
}

/** A recipient as one string, the same for equal recipients: how the alert state identifies them. */
export function toKey(recipient: Recipient): string {
  // The schema puts the fields in order.
  return JSON.stringify(recipientSchema.parse(recipient));
}

/** The key of whoever took an incident: they are texted like anybody else. */
export const keyOfResponder = (by: Responder): string =>
  by.kind === 'person'
    ? toKey({ kind: 'teammate', userId: by.userId, label: '' })
    : JSON.stringify({ kind: 'number', number: by.number });

export function fromKey(key: string): Recipient {
  return recipientSchema.parse(JSON.parse(key));
}

import { z } from 'zod';
import { countSchema } from '../kit/json.ts';
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
  critical: 'critical crit fatal emergency disaster page p1 sev1',
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

const alertSchema = z.object({
  fingerprint: z.string(),
  status: z.enum(['firing', 'resolved']),
  severity: z.enum(SEVERITIES),
  /** What people call it and others like it, shortened: without its place. */
  name: z.string(),
  /** Where it is, in one short line, most telling first: `data-loki-write-0, loki`; empty: not said. */
  place: z.string().default(''),
  /** By the sender's clock. If an alert occurs twice, the later occurrence has the later start. Null: not given, so occurrences count in the order they arrive. */
  startsAt: z.number().nullable(),
  /** When it ended, by the same clock; null: not given. */
  endsAt: z.number().nullable().default(null),
  /** Null: its fingerprint says which it is. */
  match: matchSchema.nullable().default(null),
  facts: factsSchema,
});
export type Alert = z.infer<typeof alertSchema>;

/** An alert's name and place in one line. */
export const placed = ({ name, place }: { name: string; place: string }): string =>
  place === '' ? name : `${name} · ${place}`;

/** What a call says, whoever sent it. A schema, because calls are stored until they are processed. */
export const callSchema = z.object({
  id: z.string(),
  hook: z.string(),
  group: z.string(),
  alerts: z.array(alertSchema),
  /** Alerts that the sender left out of this call. */
  leftOut: countSchema,
  /** Who the sender wants texted instead of the hook's recipients, each as a key; null if not given. */
  to: z.array(z.string()).nullable(),
  /** These alerts can't resolve: the sender gave them no key. */
  single: z.boolean(),
  /** Somebody tries whether the sender reaches us: it is texted once and opens no incident. */
  test: z.boolean().default(false),
  receivedAt: z.number(),
});
export type Call = z.infer<typeof callSchema>;

/** Somebody in Slack, or whoever reads the texts to a number. */
export const responderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), userId: z.string() }),
  z.object({ kind: z.literal('number'), number: z.string() }),
]);
export type Responder = z.infer<typeof responderSchema>;

export const sameResponder = (one: Responder, other: Responder): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * One incident, all that one post showed, or all that the texts of one intent tell of. `upTo`: the newest incident that somebody
 * saw in the post, since others may join it meanwhile.
 */
const whichSchema = z.union([
  z.object({ incident: z.int() }),
  z.object({ post: z.int(), upTo: z.int() }),
  z.object({ intent: z.string() }),
]);
export type WhichIncidents = z.infer<typeof whichSchema>;

/** What a responder did, in Slack or on the page that a text links to. */
export const actSchema = z.object({
  /** `give_back`: they took it by mistake. `text`: somebody else is to be texted, too. */
  act: z.enum(['take', 'give_back', 'resolve', 'text']),
  hook: z.string(),
  which: whichSchema,
  by: responderSchema,
  /** Whom to text, each as a key; for any other act nobody. */
  to: z.array(z.string()).default([]),
  /** When they did it, however late it is decided. */
  at: z.number(),
});
export type Act = z.infer<typeof actSchema>;

/** None of an intent's texts went out for certain (they were refused, cancelled, or their fate is unknown), or some waited too long. */
const unsentSchema = z.object({ unsent: z.string() });
export type Unsent = z.infer<typeof unsentSchema>;

/** A heartbeat was called. */
const beatSchema = z.object({ beat: z.string(), at: z.number() });
export type Beat = z.infer<typeof beatSchema>;

/** What a workspace's alerts are told. Stored until it is processed. */
export const alertEventSchema = z.union([callSchema, actSchema, unsentSchema, beatSchema]);

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

import { z } from 'zod';
import { SEVERITIES, type Severity } from '../escalations/severity.ts';
import { type Recipient, recipientSchema } from '../texts/recipient.ts';

/*
 * The words of alerts:
 *
 * hook              an address that a program calls with alerts, and the settings that say whom to text about them
 * call              one request to a hook
 * alert             one thing that is wrong, identified by its fingerprint; it fires and ends
 * group             alerts that belong together, by what their sender says
 * incident          one occurrence of a group; a responder acknowledges it, gives it back or resolves it
 * responder         a person in Slack, or the owner of a number, who acts on an incident
 * acknowledgement   says that a responder is on an incident; it stops the steps until it ends
 * route             a hook's settings as decisions need them
 * escalation        the steps that follow one another until a responder acknowledges the incident
 * step              recipients to text, and how long they have before the next step
 * repeat interval   how long after a text a call about the same alert is only a repeat; later it may become a reminder
 * heartbeat         a hook that a program calls regularly; its silence is the alert
 * change number     counts the changes that people may be told; a person told up to a number has heard of all earlier changes
 * delivery status   the state of a text to a number: on its way, sent, uncertain, unsent, expired or blocked
 * page              a person's call for others, by hand; for its incident, it is a hook that is called once
 * mute              keeps the alerts of a hook, of groups or with certain labels from texting anybody, until a time
 * blocked           no text of the workspace can go (no key, a held key, no credits), so steps don't count down
 * hand-over         the moment at which a rota's next turn begins
 * capacity          how many alerts of a workspace are tracked one by one; alerts beyond it are only counted
 * standing post     a post that is edited as long as its incidents go on
 */

export { SEVERITIES, type Severity };

/** The words that senders write for each severity. */
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

/** The severity that a word stands for; null if none. */
export function severityOf(word: string): Severity | null {
  return BY_WORD.get(word.trim().toLowerCase()) ?? null;
}

/** Lower is more severe. */
export const rank = (severity: Severity): number => SEVERITIES.indexOf(severity);

const fieldsSchema = z.record(z.string(), z.string());

/** The targets of senders' links. `source`: what found the alert; `page`: the sender's page about it. */
export const LINKS = ['runbook', 'page', 'source', 'dashboard', 'panel', 'silence'] as const;
export const linkSchema = z.object({ what: z.enum(LINKS), url: z.string() });
export type SenderLink = z.infer<typeof linkSchema>;

/** Details of an alert for texts, posts and pages, in addition to its name and place. */
export const factsSchema = z.object({
  /** The trouble in one line; empty if the sender says nothing but the name. */
  summary: z.string().default(''),
  /** The sender's words beyond the summary. It may have several lines. */
  description: z.string().default(''),
  /** Addresses that begin with http:// or https://: at most one for each kind, in the order of `LINKS`. */
  links: z.array(linkSchema).default([]),
  /** Fields for a hook's own texts, as the sender wrote them. */
  labels: fieldsSchema.default({}),
  annotations: fieldsSchema.default({}),
  /** The sender's headline and message; empty if there are none. */
  title: z.string().default(''),
  message: z.string().default(''),
  value: z.string().default(''),
  /** The sender composed the message to be texted as it is. */
  composed: z.boolean().default(false),
  /** The time that a heartbeat was silent. */
  silentMs: z.number().optional(),
  /** When a heartbeat was last called. */
  calledAt: z.number().optional(),
});
export type AlertFacts = z.infer<typeof factsSchema>;

export const NO_FACTS: AlertFacts = factsSchema.parse({});

/** The same facts without empty fields, for storing. */
export function compact(facts: AlertFacts): z.input<typeof factsSchema> {
  const isSet = (value: AlertFacts[keyof AlertFacts]): boolean =>
    typeof value === 'object' ? Object.keys(value).length > 0 : value !== '' && value !== false;
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => isSet(value)));
}

/** Identifies an alert whose calls may have different fingerprints: see `match.ts`. Ids are digests. */
export const matchSchema = z.object({
  /** The fingerprint comes from an id that the sender keeps from the alert's start to its end. */
  hasId: z.boolean(),
  /** An id that may be new in each call; empty if there is none. */
  looseId: z.string(),
  /** The id of the thing that the alert is about; empty if there is none. */
  thingId: z.string(),
  /** The words of the headline without state, severity and values, each once, in order; empty if there are none. */
  subject: z.string(),
  /** The other words, without values. */
  words: z.string(),
});
export type AlertMatch = z.infer<typeof matchSchema>;

/** One alert of a call, in the same form for all senders. */
export type Alert = {
  fingerprint: string;
  status: 'firing' | 'resolved';
  severity: Severity;
  /** The shortened name that it shares with alerts like it, without its place. */
  name: string;
  /** Its place in one short line, most telling first: `data-loki-write-0, loki`; empty if the sender gives none. */
  place: string;
  /** By the sender's clock: a later occurrence has a later start. Null if not given, so occurrences count in the order of their calls. */
  startsAt: number | null;
  /** When it ended, by the same clock; null if not given. */
  endsAt: number | null;
  /** Null if the fingerprint alone identifies it. */
  match: AlertMatch | null;
  /** The fingerprint is of this occurrence only, so after its end it never fires again. */
  occursOnce?: true;
  facts: AlertFacts;
};

/** Why a text mentions an alert. */
export type Occasion = 'firing' | 'reminder' | 'resolved';

/** An alert's name and place in one line. */
export const placed = ({ name, place }: { name: string; place: string }): string =>
  place === '' ? name : `${name} · ${place}`;

/** A person in Slack, or the owner of a number. */
export const responderSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('person'), userId: z.string() }),
  z.object({ kind: z.literal('number'), number: z.string() }),
]);
export type Responder = z.infer<typeof responderSchema>;

export const sameResponder = (one: Responder, other: Responder): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const isAmong = (all: readonly Responder[], responder: Responder): boolean =>
  all.some(each => sameResponder(each, responder));

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

/** A recipient's key in the alert state. Equal recipients have the same key. */
export function toKey(recipient: Recipient): string {
  // The schema puts the fields in order.
  return JSON.stringify(recipientSchema.parse(recipient));
}

/** The key of a responder as a recipient. */
export const keyOfResponder = (by: Responder): string =>
  by.kind === 'person'
    ? toKey({ kind: 'teammate', userId: by.userId, label: '' })
    : JSON.stringify({ kind: 'number', number: by.number });

export function fromKey(key: string): Recipient {
  return recipientSchema.parse(JSON.parse(key));
}

import { z } from 'zod';
import { countSchema } from '../../kit/json.ts';
import { type Problem, problemSchema } from '../../kit/problem.ts';
import { factsSchema, matchSchema, responderSchema, SEVERITIES } from '../alert.ts';
import type { CalledPerson } from '../calling/called-person.ts';
import { BLOCKS } from './incidents/state.ts';

/* The events from which a decision follows. All but look-ups and unreadable ones are stored until they are decided. */

const firingSchema = z.object({
  status: z.literal('firing'),
  fingerprint: z.string(),
  /** Null if the fingerprint alone identifies it. */
  match: matchSchema.nullable().default(null),
  /** The alert never fires again after its end. */
  occursOnce: z.boolean().optional(),
  severity: z.enum(SEVERITIES),
  name: z.string(),
  place: z.string().default(''),
  labels: z.record(z.string(), z.string()).default({}),
  /** By the sender's clock; null if the sender gives none, or zero. */
  startsAt: z.number().nullable(),
  facts: factsSchema.nullable(),
});
export type FiringAlert = z.infer<typeof firingSchema>;

const endedSchema = z.object({
  status: z.literal('ended'),
  fingerprint: z.string(),
  /** Finds the alert if no firing alert has the fingerprint. */
  match: matchSchema.nullable().default(null),
  /** Both by the sender's clock; null if the sender gives none. */
  startsAt: z.number().nullable(),
  endsAt: z.number().nullable(),
  /** Its name, place and facts, in case its firing wasn't heard or it has another name now. */
  name: z.string().default(''),
  place: z.string().default(''),
  facts: factsSchema.nullable().default(null),
});
export type EndedAlert = z.infer<typeof endedSchema>;

export const incomingCallSchema = z.object({
  kind: z.literal('call'),
  id: z.string(),
  hook: z.string(),
  group: z.string(),
  alerts: z.array(z.discriminatedUnion('status', [firingSchema, endedSchema])),
  /** The number of alerts that the sender left out of this call. */
  leftOut: countSchema.default(0),
  /** The keys of recipients that the sender names instead of the hook's own. */
  to: z.array(z.string()).nullable().default(null),
  single: z.boolean().default(false),
  test: z.boolean().default(false),
  receivedAt: z.number(),
});
export type IncomingCall = z.infer<typeof incomingCallSchema>;

/** `upTo`: the last change that the responder saw, because alerts may have joined meanwhile; null if all changes are meant. */
const whichSchema = z.union([
  z.object({ incidents: z.array(z.int()), upTo: z.int().nullable().default(null) }),
  z.object({ post: z.int(), upTo: z.int().nullable().default(null) }),
]);

const baseActionSchema = z.object({
  kind: z.literal('action'),
  hook: z.string(),
  which: whichSchema,
  by: responderSchema,
  at: z.number(),
});

/** `also`: the responder's other identities, because a person in Slack is a number on the phone. */
const acknowledgerActionSchema = baseActionSchema.extend({ also: z.array(responderSchema).default([]) });

/** An action of a responder, in Slack or on the page that a text links to. */
export const responderActionSchema = z.discriminatedUnion('action', [
  baseActionSchema.extend({
    action: z.literal('acknowledge'),
    /** Its duration; null if it lasts until the incident is over, undefined if the hook's setting applies. */
    forMs: z.number().nullable().optional(),
    /** Rotas that the responder is on call for. */
    rotas: z.array(z.string()).default([]),
  }),
  /** Extends the responder's acknowledgement, counted from now. */
  acknowledgerActionSchema.extend({ action: z.literal('extend'), forMs: z.number().nullable().optional() }),
  acknowledgerActionSchema.extend({ action: z.literal('give_back') }),
  baseActionSchema.extend({ action: z.literal('text_someone_else'), to: z.array(z.string()) }),
  baseActionSchema.extend({ action: z.literal('resolve') }),
]);
export type ResponderAction = z.infer<typeof responderActionSchema>;

export const muteRequestSchema = z.object({
  kind: z.literal('mute'),
  id: z.string(),
  hook: z.string().nullable(),
  groups: z.array(z.string()).nullable().default(null),
  /** The groups' names in short, for people. */
  called: z.string().default(''),
  labels: z.array(z.object({ name: z.string(), isEqual: z.boolean(), value: z.string() })).default([]),
  by: responderSchema,
  reason: z.string().default(''),
  until: z.number(),
});
export type MuteRequest = z.infer<typeof muteRequestSchema>;

export const DELIVERY_STATUSES = ['sent', 'uncertain', 'unsent', 'expired', 'blocked'] as const;
/**
 * `unsent`: the text was refused or cancelled, or never planned. `expired`: it waited too long. `blocked`: it was refused because no
 * text of the workspace can go, such as without a key.
 */
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

const storedEventSchema = z.discriminatedUnion('kind', [
  incomingCallSchema,
  muteRequestSchema,
  z.object({ kind: z.literal('unmute'), id: z.string(), by: responderSchema }),
  /** A heartbeat was called. */
  z.object({ kind: z.literal('ping'), hook: z.string(), at: z.number() }),
  /** A rota's next turn began. */
  z.object({ kind: z.literal('hand_over'), rota: z.string() }),
  /** The list of holidays changed, so quiet times may end earlier or later. */
  z.object({ kind: z.literal('holidays') }),
  /** The delivery status of a text, for each address whose status is known. */
  z.object({
    kind: z.literal('delivery'),
    text: z.int(),
    statuses: z.array(z.tuple([z.string(), z.enum(DELIVERY_STATUSES)])),
    /** Why numbers got no text, as far as that is known. */
    problems: z.array(z.tuple([z.string(), problemSchema])).optional(),
  }),
  /** The state is from a backup. */
  z.object({ kind: z.literal('restored') }),
  /** Why no text can go now; null if texts can go. */
  z.object({ kind: z.literal('sending'), blocked: z.enum(BLOCKS).nullable() }),
]);

/** An event that is stored until it is decided. */
export const policyEventSchema = z.union([storedEventSchema, responderActionSchema]);
export type StoredEvent = z.input<typeof policyEventSchema>;
export type WhichIncidents = z.output<typeof whichSchema>;

/** Whom recipients stand for now. */
export type RecipientLookup = {
  /** The numbers of people who chose nothing about how they are called. */
  numbers: readonly string[];
  /** The people who chose something. */
  called: readonly CalledPerson[];
  /** Recipients, or members of them, who can't be texted, and why. */
  omitted: readonly { recipient: string; problem: Problem }[];
  /** Recipients, or members of them, for whom Slack doesn't answer now. */
  silent: readonly string[];
};

export type PolicyEvent =
  | z.output<typeof policyEventSchema>
  /** The look-ups that the last decision asked for. */
  | { kind: 'lookups'; lookups: ReadonlyMap<string, RecipientLookup> }
  /** The id of an event that couldn't be read, and the hook that it names; null if it names none. */
  | { kind: 'unreadable'; id: string; hook: string | null };

import { z } from 'zod';
import { countSchema } from '../../kit/json.ts';
import type { Problem } from '../../kit/problem.ts';
import { factsSchema, matchSchema, responderSchema, SEVERITIES } from '../alert.ts';
import { BLOCKS } from './incidents/state.ts';

/* What can happen to a workspace's alerts. Most events are stored until they are decided on. */

const firingSchema = z.object({
  status: z.literal('firing'),
  fingerprint: z.string(),
  /** Null: its fingerprint says which it is. */
  match: matchSchema.nullable().default(null),
  /** Once it is over, it never fires again. */
  occursOnce: z.boolean().optional(),
  severity: z.enum(SEVERITIES),
  name: z.string(),
  place: z.string().default(''),
  labels: z.record(z.string(), z.string()).default({}),
  /** By the sender's clock. Null if the sender gives none, or zero. */
  startsAt: z.number().nullable(),
  facts: factsSchema.nullable(),
});
export type FiringAlert = z.infer<typeof firingSchema>;

const endedSchema = z.object({
  status: z.literal('ended'),
  fingerprint: z.string(),
  /** In case its fingerprint isn't that of any that fires. */
  match: matchSchema.nullable().default(null),
  /** Both by the sender's clock; null if it doesn't say. */
  startsAt: z.number().nullable(),
  endsAt: z.number().nullable(),
  /** What is known of it, if its firing wasn't heard or it is called differently now. */
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
  /** Alerts that the sender left out of this call. */
  leftOut: countSchema.default(0),
  /** Recipients that the sender names instead of the hook's own, by their keys. */
  to: z.array(z.string()).nullable().default(null),
  single: z.boolean().default(false),
  test: z.boolean().default(false),
  receivedAt: z.number(),
});
export type IncomingCall = z.infer<typeof incomingCallSchema>;

/** `upTo`: the last change that the responder saw, since more may have joined meanwhile; null: all of it. */
const whichSchema = z.union([
  z.object({ incidents: z.array(z.int()), upTo: z.int().nullable().default(null) }),
  z.object({ post: z.int(), upTo: z.int().nullable().default(null) }),
]);

const doneSchema = z.object({
  kind: z.literal('action'),
  hook: z.string(),
  which: whichSchema,
  by: responderSchema,
  at: z.number(),
});

/** `also`: as whom else they may have acknowledged it, since somebody in Slack is a number on the phone. */
const ownSchema = doneSchema.extend({ also: z.array(responderSchema).default([]) });

/** What a responder did, in Slack or on the page that a text links to. */
export const responderActionSchema = z.discriminatedUnion('action', [
  doneSchema.extend({
    action: z.literal('acknowledge'),
    /** For how long; null: until it is over. Without it, as long as the hook says. */
    forMs: z.number().nullable().optional(),
    /** Rotas that the responder is on call for. */
    rotas: z.array(z.string()).default([]),
  }),
  /** By the responder who has it: for longer, counted from now. */
  ownSchema.extend({ action: z.literal('extend'), forMs: z.number().nullable().optional() }),
  ownSchema.extend({ action: z.literal('give_back') }),
  doneSchema.extend({ action: z.literal('text_someone_else'), to: z.array(z.string()) }),
  doneSchema.extend({ action: z.literal('resolve') }),
]);
export type ResponderAction = z.infer<typeof responderActionSchema>;

export const muteRequestSchema = z.object({
  kind: z.literal('mute'),
  id: z.string(),
  hook: z.string().nullable(),
  groups: z.array(z.string()).nullable().default(null),
  /** What people call these groups. */
  called: z.string().default(''),
  labels: z.array(z.object({ name: z.string(), isEqual: z.boolean(), value: z.string() })).default([]),
  by: responderSchema,
  reason: z.string().default(''),
  until: z.number(),
});
export type MuteRequest = z.infer<typeof muteRequestSchema>;

export const DELIVERY_STATUSES = ['sent', 'uncertain', 'unsent', 'expired', 'blocked'] as const;
/**
 * `unsent`: it was refused or cancelled, or there was none. `expired`: it waited too long. `blocked`: it was refused because no
 * text can go at all, such as without a key.
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
  /** What became of a text, for each number of which that is known now. */
  z.object({
    kind: z.literal('delivery'),
    text: z.int(),
    statuses: z.array(z.tuple([z.string(), z.enum(DELIVERY_STATUSES)])),
  }),
  /** Texts can't go any more, or can again. */
  z.object({ kind: z.literal('sending'), blocked: z.enum(BLOCKS).nullable() }),
]);

/** Everything that is stored for a workspace's alerts until it is decided on. */
export const policyEventSchema = z.union([storedEventSchema, responderActionSchema]);
export type StoredEvent = z.input<typeof policyEventSchema>;
export type WhichIncidents = z.output<typeof whichSchema>;

/** Whom a recipient stands for now. */
export type RecipientLookup = {
  numbers: readonly string[];
  /** People who can't be texted, and why. */
  omitted: readonly { recipient: string; problem: Problem }[];
  /** Recipients that Slack doesn't answer for now: the recipient itself, or some of its members. */
  silent: readonly string[];
};

export type PolicyEvent =
  | z.output<typeof policyEventSchema>
  /** The answer to what the last decision asked for. */
  | { kind: 'lookups'; lookups: ReadonlyMap<string, RecipientLookup> }
  /** Ids of what couldn't be read, and the hook that it names, if it names one. */
  | { kind: 'unreadable'; id: string; hook: string | null };

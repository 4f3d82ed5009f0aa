import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { TIME_OF_DAY } from '../day.ts';
import { MAX_BUTTONS, MAX_ID, MAX_VIEW_BLOCKS } from './limits.ts';

const text = z.string().nullish().catch(null);

/** What we read from every kind of payload: who sent it, and how we can answer them. */
const payloadSchema = z.object({
  type: text,
  command: text,
  response_url: text,
  trigger_id: text,
  team_id: text,
  user_id: text,
  team: z.object({ id: z.string() }).nullish().catch(null),
  user: z.object({ id: z.string(), team_id: text }).nullish().catch(null),
  view: z
    .object({
      id: z.string(),
      type: z.enum(['home', 'modal']),
      title: z.object({ text: z.string() }).nullish().catch(null),
      blocks: z.array(z.object({ type: text, block_id: text })).catch([]),
      /** The workspace that has the app; an organisation's id if it is installed for all of it. */
      app_installed_team_id: text,
    })
    .nullish()
    .catch(null),
  event: z.object({ type: text }).nullish().catch(null),
});

export type SlackPayload = ReturnType<typeof payloadOf>;

/**
 * What all of Slack's payloads have in common. Ids that it doesn't name are empty.
 *
 * The workspace is the one that has the app. In a channel shared with another workspace, what somebody from there
 * submits names theirs as the team, and ours only in its view; in an organisation, payloads may name no team except the
 * person's.
 */
export function payloadOf(body: unknown) {
  const { type, command, team, user, view, event, ...one } = payloadSchema.parse(body);
  const named = team?.id ?? one.team_id ?? user?.team_id ?? '';
  const installedIn = view?.app_installed_team_id;
  const workspace = installedIn?.startsWith('T') ? installedIn : named;
  return {
    workspace,
    /** Anything else it names, such as an organisation, belongs to the person who did something there. */
    isFromElsewhere: workspace !== named,
    userId: user?.id ?? one.user_id ?? '',
    responseUrl: one.response_url ?? null,
    triggerId: one.trigger_id ?? null,
    view: view ?? null,
    isCommand: typeof command === 'string',
    isSubmission: type === 'view_submission' && view != null,
    isEvent: event != null,
    /** A workflow's step, which waits for its end. */
    isStep: event?.type === 'function_executed',
    wantsOptions: type === 'block_suggestion',
  };
}

/* What payloads of several kinds have in common. */

/** Ids of people, workspaces and channels: letters and digits, so that several can be combined into stored names. */
const id = z.string().regex(/^[\w-]{1,100}$/);
/** A workspace. An organisation, whose ids begin with an E, is none: nothing belongs to it but its installation. */
const workspaceId = id.startsWith('T');
/** Anything that Slack makes for a single occasion. */
const token = z.string().min(1).max(500);
const label = z.string().max(MAX_ID);
/** Slack lets people type 3,000 characters into a field, and an app keep as many in a modal; some count as several. */
const typed = z.string().max(12_000);
const timestamp = z.string().regex(/^\d{1,12}\.\d{1,9}$/);
/** Seconds since the epoch. */
const time = z.int().min(0).max(99_999_999_999);
const responseUrl = z.url().max(2000);
const identified = z.object({ id });

/** Text in commands. */
const enterpriseInstall = z.union([z.boolean(), z.enum(['true', 'false'])]);

/** Where it happened, and who did it. */
const sender = {
  user: z.object({ id, team_id: id.nullish() }),
  team: z.object({ id, domain: z.string().nullish(), enterprise_id: id.nullish() }).nullish(),
  enterprise: identified.nullish(),
  is_enterprise_install: enterpriseInstall.nullish(),
};

const option = z.object({
  value: label,
  text: z.object({ text: label }).optional().catch(undefined),
});

/** The content of a form's field. The form itself says, in words, how many may be chosen; this allows more. */
const valueSchema = z.object({
  value: typed.nullish(),
  selected_option: option.nullish(),
  selected_options: z.array(option).max(1000).nullish(),
  selected_user: id.nullish(),
  selected_users: z.array(id).max(1000).nullish(),
  selected_conversation: id.nullish(),
  selected_conversations: z.array(id).max(1000).nullish(),
  selected_date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .nullish(),
  /** In seconds. */
  selected_date_time: z.int().nonnegative().max(253_402_300_799).nullish(),
  selected_time: z.string().regex(TIME_OF_DAY).nullish(),
});

/** Blocks whose texts we read. */
const READ = new Map<string, z.ZodType>([
  ['section', z.looseObject({ text: z.looseObject({ text: z.string() }).nullish() })],
  ['context', z.looseObject({ elements: z.array(z.looseObject({ text: z.string().optional() })) })],
]);

const viewSchema = z.object({
  id: token,
  type: z.enum(['modal', 'home']),
  callback_id: label.nullish().transform(said => said ?? ''),
  hash: label,
  root_view_id: token.nullish(),
  app_installed_team_id: id.nullish(),
  private_metadata: typed.nullish().transform(said => said ?? ''),
  title: z.object({ text: z.string() }).nullish(),
  /** Returned to Slack unchanged; what we read of them on the way (see `inView`) is as Slack has it. */
  blocks: z
    .array(
      z
        .looseObject({ type: z.string(), block_id: label.optional() })
        .refine(({ type, ...block }) => READ.get(type)?.safeParse(block).success ?? true),
    )
    .max(MAX_VIEW_BLOCKS)
    .transform(blocks => blocks as unknown as KnownBlock[]),
  state: z
    .object({ values: z.record(label, z.record(label, valueSchema)) })
    .nullish()
    .transform(state => state?.values ?? {})
    .transform(values => ({ values })),
});
export type PayloadView = z.infer<typeof viewSchema>;

const commandSchema = z.object({
  command: label,
  text: z.string().default(''),
  team_id: workspaceId,
  enterprise_id: id.optional().catch(undefined),
  is_enterprise_install: enterpriseInstall.optional(),
  user_id: id,
  channel_id: id,
  trigger_id: token,
  response_url: responseUrl,
});

/** Events that the app subscribes to. */
export const EVENT = {
  homeOpened: 'app_home_opened',
  appUninstalled: 'app_uninstalled',
  tokensRevoked: 'tokens_revoked',
} as const;

/** The inputs of the step that workflows may use. */
export const STEP_INPUTS = ['recipients', 'groups', 'message', 'template', 'dedup_key', 'urgent'] as const;

/** The envelope of every event. */
const envelope = {
  type: z.literal('event_callback'),
  team_id: id.nullish(),
  enterprise_id: id.nullish(),
  authorizations: z
    .array(
      z.object({
        team_id: id.nullish(),
        enterprise_id: id.nullish(),
        is_enterprise_install: z.boolean().nullish(),
      }),
    )
    .nullish(),
};

export const homeOpenedSchema = z.object({
  ...envelope,
  team_id: workspaceId,
  event: z.object({
    type: z.literal(EVENT.homeOpened),
    user: id,
    tab: z.string(),
    /** The page as the person sees it now; missing the first time. */
    view: z.object({ hash: label }).nullish(),
  }),
});

/** The app was removed, or tokens were revoked: from a workspace, or an organisation. */
export const removedSchema = z
  .object({
    ...envelope,
    event_time: time,
    event: z.object({
      type: z.enum([EVENT.appUninstalled, EVENT.tokensRevoked]),
      tokens: z.object({ bot: z.array(z.string()).nullish() }).nullish(),
    }),
  })
  .refine(({ team_id, enterprise_id }) => team_id || enterprise_id, 'names nobody');

/** Anything but text counts as missing: the step then ends with a sentence about it. */
const words = z
  .union([z.string(), z.number().transform(String), z.array(z.string()).transform(list => list.join(', '))])
  .nullish()
  .catch(null);
/** What was chosen from a list, or a variable has in its place. */
const chosen = z
  .union([z.array(typed).max(1000), typed.transform(one => [one])])
  .nullish()
  .catch(null);
/** Whatever it is, it is a key: ignoring one could send twice. */
const key = z.union([z.string(), z.json().transform(value => JSON.stringify(value))]).nullish();

export const functionExecutedSchema = z.object({
  ...envelope,
  team_id: workspaceId,
  event: z.object({
    type: z.literal('function_executed'),
    function: z.object({ callback_id: label }),
    function_execution_id: token,
    bot_access_token: z.string().min(1).max(4000),
    inputs: z.object({
      recipients: words,
      groups: chosen,
      /** What is typed where groups are chosen. */
      query: words,
      message: words,
      template: words,
      dedup_key: key,
      urgent: z.union([z.boolean(), z.string(), z.number()]).nullish().catch(null),
    } satisfies Record<(typeof STEP_INPUTS)[number] | 'query', z.ZodType>),
  }),
});

/** By the event's own `type`. */
const EVENTS: Readonly<Record<string, z.ZodType<object>>> = {
  [EVENT.homeOpened]: homeOpenedSchema,
  [EVENT.appUninstalled]: removedSchema,
  [EVENT.tokensRevoked]: removedSchema,
  function_executed: functionExecutedSchema,
};

const actionSchema = z.object({
  type: z.string(),
  action_id: label,
  block_id: label.default(''),
  /** When, by Slack's clock. */
  action_ts: timestamp.default('0.0'),
  /** For buttons. */
  value: typed.nullish(),
  /** What stands on it. */
  text: z.object({ text: typed }).nullish().catch(null),
  selected_option: z.object({ value: label }).nullish(),
});

/** From a message we read as much text as we can: there are many ways to write one. */
const nodes = z.array(z.looseObject({})).optional().catch(undefined);
const messageSchema = z.object({
  ts: timestamp,
  thread_ts: timestamp.optional(),
  text: z.string().optional().catch(undefined),
  blocks: nodes,
  attachments: nodes,
});

export const blockActionsSchema = z.object({
  type: z.literal('block_actions'),
  ...sender,
  trigger_id: token,
  /** For messages only. */
  response_url: responseUrl.nullish(),
  channel: identified.nullish(),
  message: messageSchema.pick({ ts: true, thread_ts: true }).nullish(),
  view: viewSchema.nullish(),
  actions: z.array(actionSchema).min(1).max(MAX_BUTTONS),
});

export const viewSubmissionSchema = z.object({
  type: z.enum(['view_submission', 'view_closed']),
  ...sender,
  view: viewSchema,
});

export const shortcutSchema = z.object({
  type: z.literal('shortcut'),
  ...sender,
  callback_id: label,
  trigger_id: token,
});

export const messageActionSchema = z.object({
  type: z.literal('message_action'),
  ...sender,
  callback_id: label,
  trigger_id: token,
  response_url: responseUrl,
  channel: identified.extend({ name: z.string().max(200).optional().catch(undefined) }),
  message: messageSchema,
});

export const suggestionSchema = z.object({
  type: z.literal('block_suggestion'),
  ...sender,
  action_id: label,
  block_id: label,
  value: typed,
  /** It says which workspace has the app, whatever workspace whoever types is of. */
  view: viewSchema.nullish(),
});

/** By `type`. */
const INTERACTIONS: Readonly<Record<string, z.ZodType<object>>> = {
  block_actions: blockActionsSchema,
  view_submission: viewSubmissionSchema,
  view_closed: viewSubmissionSchema,
  shortcut: shortcutSchema,
  message_action: messageActionSchema,
  block_suggestion: suggestionSchema,
};

/** `unknown`: a kind that this app doesn't use, such as a new one. */
type PayloadReading =
  | { kind: 'read'; body: Record<string, unknown>; payload: SlackPayload }
  | { kind: 'unknown'; type: string }
  | { kind: 'malformed'; where: string[] };

/**
 * A payload in the form that listeners may have: checked by the schema of its kind, without fields that the schema
 * doesn't name, so that neither Bolt nor a listener meets unchecked data, and nothing is stored that can't be read
 * back.
 */
export function readPayload(given: unknown): PayloadReading {
  const named = kindOf(given);
  if (!named) return { kind: 'malformed', where: ['type'] };
  if (!named.schema) return { kind: 'unknown', type: named.type };
  const read = named.schema.safeParse(given);
  if (!read.success)
    return { kind: 'malformed', where: read.error.issues.map(({ path }) => path.map(String).join('.')) };
  const payload = payloadOf(read.data);
  // Which field names the workspace depends on the others.
  if (!payload.isEvent && !workspaceId.safeParse(payload.workspace).success)
    return { kind: 'malformed', where: ['team'] };
  // Slack sends null for missing fields; Bolt only checks whether they are there.
  return {
    kind: 'read',
    body: Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== null)),
    payload,
  };
}

type PayloadKind = { type: string; schema: z.ZodType<object> | undefined };

/** The kind it claims to be; null: it doesn't say. */
function kindOf(given: unknown): PayloadKind | null {
  if (typeof given !== 'object' || given === null) return null;
  if ('command' in given) return { type: 'command', schema: commandSchema };
  const { type, event } = given as { type?: unknown; event?: { type?: unknown } | null };
  return type === 'event_callback' ? named(EVENTS, event?.type) : named(INTERACTIONS, type);
}

function named(schemas: Readonly<Record<string, z.ZodType<object>>>, type: unknown): PayloadKind | null {
  if (typeof type !== 'string' || type === '') return null;
  return { type, schema: Object.hasOwn(schemas, type) ? schemas[type] : undefined };
}

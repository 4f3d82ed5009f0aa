import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { TIME_OF_DAY } from '../day.ts';
import { MAX_BUTTONS, MAX_ID, MAX_VIEW_BLOCKS } from './limits.ts';

const text = z.string().nullish().catch(null);

/** Read from every kind of payload: the sender, and the ways to answer them. */
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
 * The common part of all payloads. Missing ids are empty.
 *
 * The workspace is the one that has the app. A submission from a shared channel names the person's own workspace as its
 * team, and ours only in its view. In an organisation, a payload may name no team but the person's.
 */
export function payloadOf(body: unknown) {
  const { type, command, team, user, view, event, ...ids } = payloadSchema.parse(body);
  const named = team?.id ?? ids.team_id ?? user?.team_id ?? '';
  const installedIn = view?.app_installed_team_id;
  const workspace = installedIn?.startsWith('T') ? installedIn : named;
  return {
    workspace,
    /** True for a person from another workspace. Other ids in the payload, such as an organisation's, are then theirs. */
    isFromElsewhere: workspace !== named,
    userId: user?.id ?? ids.user_id ?? '',
    responseUrl: ids.response_url ?? null,
    triggerId: ids.trigger_id ?? null,
    view: view ?? null,
    isCommand: typeof command === 'string',
    isSubmission: type === 'view_submission' && view != null,
    isEvent: event != null,
    /** A workflow's step, which waits until it is ended. */
    isStep: event?.type === 'function_executed',
    wantsOptions: type === 'block_suggestion',
  };
}

/** Ids of people, workspaces and channels: letters and digits, so that stored names can combine several. */
const id = z.string().regex(/^[\w-]{1,100}$/);
/** A workspace's id. An organisation's id begins with an E, and only an installation can belong to an organisation. */
const workspaceId = id.startsWith('T');
/** A value that Slack creates for a single occasion. */
const token = z.string().min(1).max(500);
const label = z.string().max(MAX_ID);
/** Slack accepts 3,000 characters in a field and in a modal's metadata; some count as several. */
const typed = z.string().max(12_000);
const timestamp = z.string().regex(/^\d{1,12}\.\d{1,9}$/);
/** Seconds since the epoch. */
const time = z.int().min(0).max(99_999_999_999);
const responseUrl = z.url().max(2000);
const identified = z.object({ id });

/** A boolean, which commands send as text. */
const enterpriseInstall = z.union([z.boolean(), z.enum(['true', 'false'])]);

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

/** The content of a form's field. Accepts more choices than a form allows, because the form reports too many. */
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
  /** In epoch seconds. */
  selected_date_time: z.int().nonnegative().max(253_402_300_799).nullish(),
  selected_time: z.string().regex(TIME_OF_DAY).nullish(),
});

/** The blocks whose texts we read. */
const READ = new Map<string, z.ZodType>([
  ['section', z.looseObject({ text: z.looseObject({ text: z.string() }).nullish() })],
  ['context', z.looseObject({ elements: z.array(z.looseObject({ text: z.string().optional() })) })],
]);

const viewSchema = z.object({
  id: token,
  type: z.enum(['modal', 'home']),
  callback_id: label.nullish().transform(callback => callback ?? ''),
  hash: label,
  root_view_id: token.nullish(),
  app_installed_team_id: id.nullish(),
  private_metadata: typed.nullish().transform(metadata => metadata ?? ''),
  title: z.object({ text: z.string() }).nullish(),
  /** Returned to Slack unchanged, but for the texts that `inView` splits. */
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
    /** The page that the person sees; missing the first time. */
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

/** Anything but a text, a number or a list of texts counts as missing, which ends the step with a sentence. */
const words = z
  .union([z.string(), z.number().transform(String), z.array(z.string()).transform(list => list.join(', '))])
  .nullish()
  .catch(null);
/** A choice from a list, or a variable in its place. */
const chosen = z
  .union([z.array(typed).max(1000), typed.transform(choice => [choice])])
  .nullish()
  .catch(null);
/** Any value is a key, because ignoring one could send a text twice. */
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
      /** The text typed into the field for groups. */
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
  /** By Slack's clock. */
  action_ts: timestamp.default('0.0'),
  /** The value of a button. */
  value: typed.nullish(),
  /** The button's text. */
  text: z.object({ text: typed }).nullish().catch(null),
  selected_option: z.object({ value: label }).nullish(),
});

/** The blocks or attachments of a message. Slack has many kinds, so unreadable ones count as missing. */
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
  /** Names the workspace that has the app; the person may be from another one. */
  view: viewSchema.nullish(),
});

/** By the payload's `type`. */
const INTERACTIONS: Readonly<Record<string, z.ZodType<object>>> = {
  block_actions: blockActionsSchema,
  view_submission: viewSubmissionSchema,
  view_closed: viewSubmissionSchema,
  shortcut: shortcutSchema,
  message_action: messageActionSchema,
  block_suggestion: suggestionSchema,
};

/** `unknown`: a kind of payload that this app doesn't use. */
type PayloadReading =
  | { kind: 'read'; body: Record<string, unknown>; payload: SlackPayload }
  | { kind: 'unknown'; type: string }
  | { kind: 'malformed'; where: string[] };

/**
 * Checks a payload by the schema of its kind and drops fields that the schema doesn't name. So neither Bolt nor a listener
 * meets unchecked data, and everything stored can be read back.
 */
export function readPayload(unchecked: unknown): PayloadReading {
  const kind = kindOf(unchecked);
  if (!kind) return { kind: 'malformed', where: ['type'] };
  if (!kind.schema) return { kind: 'unknown', type: kind.type };
  const read = kind.schema.safeParse(unchecked);
  if (!read.success)
    return { kind: 'malformed', where: read.error.issues.map(({ path }) => path.map(String).join('.')) };
  const payload = payloadOf(read.data);
  // Checked here, because the field that names the workspace depends on others.
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

/** The kind that a payload claims to be; null if it names none. */
function kindOf(unchecked: unknown): PayloadKind | null {
  if (typeof unchecked !== 'object' || unchecked === null) return null;
  if ('command' in unchecked) return { type: 'command', schema: commandSchema };
  const { type, event } = unchecked as { type?: unknown; event?: { type?: unknown } | null };
  return type === 'event_callback' ? named(EVENTS, event?.type) : named(INTERACTIONS, type);
}

function named(schemas: Readonly<Record<string, z.ZodType<object>>>, type: unknown): PayloadKind | null {
  if (typeof type !== 'string' || type === '') return null;
  return { type, schema: Object.hasOwn(schemas, type) ? schemas[type] : undefined };
}

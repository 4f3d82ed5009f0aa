import { z } from 'zod';
import { identified, label, responseUrl, sender, timestamp, token, typed } from './parts.ts';
import { viewSchema } from './view.ts';

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
  actions: z.array(actionSchema).min(1).max(25),
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
  channel: identified,
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
export const INTERACTIONS: Readonly<Record<string, z.ZodType<object>>> = {
  block_actions: blockActionsSchema,
  view_submission: viewSubmissionSchema,
  view_closed: viewSubmissionSchema,
  shortcut: shortcutSchema,
  message_action: messageActionSchema,
  block_suggestion: suggestionSchema,
};

import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { id, label, token, typed } from './parts.ts';

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
  selected_time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullish(),
});

/** Blocks whose texts we read. */
const READ = new Map<string, z.ZodType>([
  ['section', z.looseObject({ text: z.looseObject({ text: z.string() }).nullish() })],
  ['context', z.looseObject({ elements: z.array(z.looseObject({ text: z.string().optional() })) })],
]);

export const viewSchema = z.object({
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
    .max(100)
    .transform(blocks => blocks as unknown as KnownBlock[]),
  state: z
    .object({ values: z.record(label, z.record(label, valueSchema)) })
    .nullish()
    .transform(state => state?.values ?? {})
    .transform(values => ({ values })),
});
export type PayloadView = z.infer<typeof viewSchema>;

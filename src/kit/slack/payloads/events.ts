import { z } from 'zod';
import { id, label, time, token, typed, workspaceId } from './parts.ts';

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
export const EVENTS: Readonly<Record<string, z.ZodType<object>>> = {
  [EVENT.homeOpened]: homeOpenedSchema,
  [EVENT.appUninstalled]: removedSchema,
  [EVENT.tokensRevoked]: removedSchema,
  function_executed: functionExecutedSchema,
};

import { z } from 'zod';

const text = z.string().nullish().catch(null);

/** What is read of any payload, whichever kind it is: who sent it, and how they can be told something. */
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
      blocks: z.array(z.object({ type: text, block_id: text })),
    })
    .nullish()
    .catch(null),
  event: z.object({ type: text }).nullish().catch(null),
});

export type Payload = ReturnType<typeof payloadOf>;

/** A payload of Slack's, as far as all kinds are alike. Where it names nobody, ids are empty. */
export function payloadOf(body: unknown) {
  const { type, command, team, user, view, event, ...one } = payloadSchema.parse(body);
  return {
    workspace: team?.id ?? one.team_id ?? user?.team_id ?? '',
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

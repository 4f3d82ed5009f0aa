import { z } from 'zod';

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

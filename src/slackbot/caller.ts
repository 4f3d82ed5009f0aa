import { z } from 'zod';
import type { UserRef } from '../kit/slack/services.ts';

/* For whom Slackbot calls: Slack says it in each call, in the body that it signs. */

const metaSchema = z.object({
  slack: z.object({
    user_id: z.string().regex(/^[UW][A-Z0-9]{2,30}$/),
    team_id: z.string().regex(/^T[A-Z0-9]{2,30}$/),
  }),
});

/** @param meta a call's `_meta`; null if it names no person, or not their workspace, as it may in an organisation */
export function callerIn(meta: unknown): UserRef | null {
  const { data } = metaSchema.safeParse(meta);
  return data ? { workspace: data.slack.team_id, userId: data.slack.user_id } : null;
}

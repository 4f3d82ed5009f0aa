import { z } from 'zod';
import type { Problem } from '../../kit/problem.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { scheduleLead } from '../../schedules/slack/when-fields.ts';
import type { WrittenMessage } from '../../texts/message.ts';
import { escapeBraces } from '../../texts/parse/placeholders.ts';
import { asTemplate, fieldsIn } from '../../texts/parse/typed-placeholders.ts';
import { type BroadcastRequest, requestSchema } from '../broadcast.ts';

/* The content that a broadcast's form starts with. */

/** The source of the content: a broadcast in review, a text that named too many people, or a scheduled broadcast. */
export const fromSchema = z.object({ kind: z.enum(['broadcast', 'intent', 'schedule']), id: z.string() });
type From = z.infer<typeof fromSchema>;

export type InitialContent = Pick<BroadcastRequest, 'to' | 'message' | 'isTemplate'> &
  Partial<Pick<BroadcastRequest, 'kind' | 'channel'>>;

/** Why this person may not start with that content; null if they may, or if its source is deleted. */
export async function fromProblem(
  services: Services,
  user: UserRef,
  { kind, id }: From,
): Promise<Problem | null> {
  if (kind === 'schedule') return scheduleLead(services, user, id);
  const author =
    kind === 'intent'
      ? (await services.intents.intent(user.workspace, id))?.actor
      : (await services.broadcasts.one(user.workspace, id))?.request.by;
  return author === undefined || author === user.userId ? null : { kind: 'NOT_YOURS' };
}

/** The content of a source; null if the source is deleted, or is a broadcast that is no longer in review. */
export async function initialContent(
  services: Services,
  { workspace }: UserRef,
  { kind, id }: From,
): Promise<InitialContent | null> {
  if (kind === 'broadcast') {
    const broadcast = await services.broadcasts.one(workspace, id);
    return broadcast?.state === 'review' ? broadcast.request : null;
  }
  if (kind === 'schedule') {
    const scheduled = (await services.schedules.one(workspace, id))?.content;
    return (scheduled?.kind === 'broadcast' && requestSchema.safeParse(scheduled.request).data) || null;
  }
  const intent = await services.intents.intent(workspace, id);
  if (!intent) return null;
  const message = await templateOf(services, workspace, intent);
  return { to: intent.to, message, isTemplate: true, channel: intent.replyTo?.channel ?? '' };
}

/** Turns the message of one text into a template with the same content. */
export async function templateOf(
  { book }: Pick<Services, 'book'>,
  workspace: string,
  { message, template, typed }: WrittenMessage,
): Promise<string> {
  if (template) return message;
  if (!typed) return escapeBraces(message);
  const fields = await book.fieldsAmong(workspace, fieldsIn(message));
  return asTemplate(message, key => fields.has(key));
}

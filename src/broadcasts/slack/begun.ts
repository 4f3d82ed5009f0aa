import { z } from 'zod';
import type { Problem } from '../../kit/problem.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { scheduleLead } from '../../schedules/slack/when-fields.ts';
import type { WrittenMessage } from '../../texts/message.ts';
import { escapeBraces } from '../../texts/parse/placeholders.ts';
import { asTemplate, fieldsIn } from '../../texts/parse/typed-placeholders.ts';
import { type BroadcastRequest, requestSchema } from '../broadcast.ts';

/* What a broadcast's form begins with, where it isn't empty. */

/** A broadcast that is being reviewed, a text that named too many, or a scheduled broadcast. */
export const fromSchema = z.object({ kind: z.enum(['broadcast', 'intent', 'schedule']), id: z.string() });
type From = z.infer<typeof fromSchema>;

/** Of what was asked for before. */
export type Begun = Pick<BroadcastRequest, 'to' | 'message' | 'isTemplate'> &
  Partial<Pick<BroadcastRequest, 'kind' | 'channel'>>;

/** Why somebody may not begin with it; null: they may, or it is gone. */
export async function fromProblem(
  services: Services,
  who: UserRef,
  { kind, id }: From,
): Promise<Problem | null> {
  if (kind === 'schedule') return scheduleLead(services, who, id);
  const author =
    kind === 'intent'
      ? (await services.intents.intent(who.workspace, id))?.actor
      : (await services.broadcasts.one(who.workspace, id))?.request.by;
  return author === undefined || author === who.userId ? null : { kind: 'NOT_YOURS' };
}

/** Null: it is gone, or has begun. */
export async function begunFrom(
  services: Services,
  { workspace }: UserRef,
  { kind, id }: From,
): Promise<Begun | null> {
  if (kind === 'broadcast') {
    const one = await services.broadcasts.one(workspace, id);
    return one?.state === 'review' ? one.request : null;
  }
  if (kind === 'schedule') {
    const what = (await services.schedules.one(workspace, id))?.content;
    return (what?.kind === 'broadcast' && requestSchema.safeParse(what.request).data) || null;
  }
  const intent = await services.intents.intent(workspace, id);
  if (!intent) return null;
  const message = await templateOf(services, workspace, intent);
  return { to: intent.to, message, isTemplate: true, channel: intent.replyTo?.channel ?? '' };
}

/** A message that was for one text, as a template that says the same. */
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

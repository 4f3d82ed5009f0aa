import type { z } from 'zod';
import { commandSchema } from './command.ts';
import { EVENTS, otherEventSchema } from './events.ts';
import { INTERACTIONS } from './interactions.ts';

/**
 * A payload of Slack's as listeners may have it: checked by the schema of its kind, and without what that does not name, so
 * that neither Bolt nor a listener meets what nobody looked at, and nothing is stored that can't be read back.
 *
 * @returns null when it is none of those that Slack sends to this app
 */
export function readPayload(body: object): Record<string, unknown> | null {
  const read = schemaOf(body)?.safeParse(body);
  if (!read?.success) return null;
  // Slack says null of what is not there; Bolt looks only whether it is there.
  return Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== null));
}

function schemaOf(body: object): z.ZodType<object> | undefined {
  if ('command' in body) return commandSchema;
  const { type, event } = body as { type?: unknown; event?: { type?: unknown } | null };
  return type === 'event_callback'
    ? (named(EVENTS, event?.type) ?? otherEventSchema)
    : named(INTERACTIONS, type);
}

function named(schemas: typeof EVENTS, name: unknown): z.ZodType<object> | undefined {
  return typeof name === 'string' && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
}

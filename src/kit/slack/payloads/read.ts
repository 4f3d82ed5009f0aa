import type { z } from 'zod';
import { payloadOf } from '../payload.ts';
import { commandSchema } from './command.ts';
import { EVENTS } from './events.ts';
import { INTERACTIONS } from './interactions.ts';
import { workspaceId } from './parts.ts';

/** `unknown`: a kind that this app doesn't use, such as a new one. */
export type PayloadReading =
  | { kind: 'read'; body: Record<string, unknown> }
  | { kind: 'unknown'; type: string }
  | { kind: 'malformed'; where: string[] };

/**
 * A payload in the form that listeners may have: checked by the schema of its kind, without fields that the schema
 * doesn't name, so that neither Bolt nor a listener meets unchecked data, and nothing is stored that can't be read
 * back.
 */
export function readPayload(given: unknown): PayloadReading {
  const named = kindOf(given);
  if (!named) return { kind: 'malformed', where: ['type'] };
  if (!named.schema) return { kind: 'unknown', type: named.type };
  const read = named.schema.safeParse(given);
  if (!read.success)
    return { kind: 'malformed', where: read.error.issues.map(({ path }) => path.map(String).join('.')) };
  const { isEvent, workspace } = payloadOf(read.data);
  // Which field names the workspace depends on the others.
  if (!isEvent && !workspaceId.safeParse(workspace).success) return { kind: 'malformed', where: ['team'] };
  // Slack sends null for missing fields; Bolt only checks whether they are there.
  return {
    kind: 'read',
    body: Object.fromEntries(Object.entries(read.data).filter(([, value]) => value !== null)),
  };
}

type PayloadKind = { type: string; schema: z.ZodType<object> | undefined };

/** The kind it claims to be; null: it doesn't say. */
function kindOf(given: unknown): PayloadKind | null {
  if (typeof given !== 'object' || given === null) return null;
  if ('command' in given) return { type: 'command', schema: commandSchema };
  const { type, event } = given as { type?: unknown; event?: { type?: unknown } | null };
  return type === 'event_callback' ? named(EVENTS, event?.type) : named(INTERACTIONS, type);
}

function named(schemas: Readonly<Record<string, z.ZodType<object>>>, type: unknown): PayloadKind | null {
  if (typeof type !== 'string' || type === '') return null;
  return { type, schema: Object.hasOwn(schemas, type) ? schemas[type] : undefined };
}

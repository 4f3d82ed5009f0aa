import type { z } from 'zod';
import { readJson } from '../json.ts';
import type { PayloadView } from './payloads.ts';

/** The content of a submitted form, by block id; empty if a field is missing. */
export type FormState = {
  text(block: string): string;
  /** The texts of all fields whose block ids start with `prefix`, in the form's order. */
  texts(prefix: string): { block: string; text: string }[];
  choice(block: string): string | null;
  /** The chosen option with its name. */
  option(block: string): { value: string; text?: { text: string } | undefined } | null;
  /** Null if the form has no such field. */
  choices(block: string): string[] | null;
  /** The chosen options with their names. Null if the form has no such field. */
  options(block: string): { value: string; text?: { text: string } | undefined }[] | null;
  users(block: string): string[];
  conversations(block: string): string[];
  conversation(block: string): string | null;
  /** `YYYY-MM-DD`. */
  date(block: string): string | null;
  /** `HH:MM`. */
  time(block: string): string | null;
  /** In epoch seconds. */
  moment(block: string): number | null;
};

export function stateOf(state: PayloadView['state']['values']): FormState {
  // Each block has one element.
  const at = (block: string) => Object.values(state[block] ?? {})[0];
  const text = (block: string): string => at(block)?.value ?? '';
  return {
    text,
    texts: prefix =>
      Object.keys(state)
        .filter(block => block.startsWith(prefix))
        .map(block => ({ block, text: text(block) })),
    choice: block => at(block)?.selected_option?.value ?? null,
    option: block => at(block)?.selected_option ?? null,
    choices: block => at(block)?.selected_options?.map(({ value }) => value) ?? null,
    options: block => (at(block) ? (at(block)?.selected_options ?? []) : null),
    users: block => at(block)?.selected_users ?? [],
    conversations: block => at(block)?.selected_conversations ?? [],
    conversation: block => at(block)?.selected_conversation ?? null,
    date: block => at(block)?.selected_date ?? null,
    time: block => at(block)?.selected_time ?? null,
    moment: block => at(block)?.selected_date_time ?? null,
  };
}

/**
 * Data that Slack kept for us with a form or a button is unreadable, because another version of this app wrote it. The
 * receiver tells the person.
 */
export class OutdatedMetadataError extends Error {
  override name = 'OutdatedMetadataError';
}

/**
 * Parses data that Slack kept for us, such as the value of a button.
 *
 * @throws OutdatedMetadataError
 */
export function parseStored<T>(schema: z.ZodType<T>, value: unknown): T {
  const read = schema.safeParse(value);
  if (!read.success) throw new OutdatedMetadataError('What Slack kept can’t be read', { cause: read.error });
  return read.data;
}

/**
 * Parses JSON that Slack kept for us.
 *
 * @throws OutdatedMetadataError
 */
export function parseStoredJson<T>(schema: z.ZodType<T>, json: string): T {
  return parseStored(schema, readJson(json));
}

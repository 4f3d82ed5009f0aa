import { z } from 'zod';
import { block, flags } from './texts.ts';

// https://docs.slack.dev/reference/block-kit/blocks/rich-text-block

const style = z
  .strictObject(
    flags('bold', 'italic', 'strike', 'code', 'underline', 'highlight', 'client_highlight', 'unlink'),
  )
  .optional();
const border = z.literal([0, 1]).optional();
const id = z.string().min(1);

function inline<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject({ type: z.literal(type), ...shape, style });
}

/** Inline elements, by type. */
const INLINE = {
  text: inline('text', { text: z.string().min(1) }),
  link: inline('link', { url: z.string().min(1), text: z.string().optional(), ...flags('unsafe') }),
  emoji: inline('emoji', { name: id, unicode: z.string().optional(), url: z.string().optional() }),
  user: inline('user', { user_id: id }),
  usergroup: inline('usergroup', { usergroup_id: id }),
  channel: inline('channel', { channel_id: id }),
  team: inline('team', { team_id: id }),
  broadcast: inline('broadcast', { range: z.enum(['here', 'channel', 'everyone']) }),
  date: inline('date', {
    timestamp: z.number().int(),
    format: z.string().min(1),
    timezone: z.string().optional(),
    url: z.string().optional(),
    fallback: z.string().optional(),
  }),
  color: inline('color', { value: z.string().min(1) }),
} as const;

const anyInline = z.discriminatedUnion('type', Object.values(INLINE) as [typeof INLINE.text]);
const section = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(anyInline) });

const PARTS = {
  rich_text_section: section,
  rich_text_list: z.strictObject({
    type: z.literal('rich_text_list'),
    elements: z.array(section).min(1),
    style: z.enum(['bullet', 'ordered']),
    indent: z.number().int().min(0).optional(),
    offset: z.number().int().min(0).optional(),
    border,
  }),
  rich_text_quote: z.strictObject({
    type: z.literal('rich_text_quote'),
    elements: z.array(anyInline),
    border,
  }),
  rich_text_preformatted: z.strictObject({
    type: z.literal('rich_text_preformatted'),
    elements: z.array(z.discriminatedUnion('type', [INLINE.text, INLINE.link])),
    language: z.string().optional(),
    border,
  }),
} as const;

export const richTextBlock = block('rich_text', {
  elements: z.array(z.discriminatedUnion('type', Object.values(PARTS) as [typeof section])).min(1),
});

export const RICH_TEXT_TYPES: readonly string[] = [...Object.keys(INLINE), ...Object.keys(PARTS)];

import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** Optional boolean fields. */
export const flags = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map(name => [name, z.boolean().optional()])) as Record<
    Name,
    z.ZodOptional<z.ZodBoolean>
  >;

/** `{type: 'plain_text'}` of at most `max` characters. */
export function plainText(max: number = LIMITS.text.max) {
  return z.strictObject({
    type: z.literal('plain_text'),
    text: z.string().min(1).max(max),
    ...flags('emoji'),
  });
}

export function mrkdwnText(max: number = LIMITS.text.max) {
  return z.strictObject({
    type: z.literal('mrkdwn'),
    text: z.string().min(1).max(max),
    ...flags('verbatim'),
  });
}

export function anyText(max: number = LIMITS.text.max) {
  return z.discriminatedUnion('type', [plainText(max), mrkdwnText(max)]);
}

export function confirmDialog() {
  return z.strictObject({
    title: plainText(LIMITS.confirmTitle.max).optional(),
    text: anyText(LIMITS.confirmText.max),
    confirm: plainText(LIMITS.confirmButton.max).optional(),
    deny: plainText(LIMITS.confirmButton.max).optional(),
    style: z.enum(['primary', 'danger']).optional(),
  });
}

/** Options of checkboxes and radio buttons may use mrkdwn; options of overflow menus may have a link. */
export function option(where: 'select' | 'choices' | 'overflow' = 'select') {
  const words = (max: number) => (where === 'choices' ? anyText(max) : plainText(max));
  return z.strictObject({
    text: words(LIMITS.optionText.max),
    value: z.string().max(LIMITS.optionValue.max).optional(),
    description: words(LIMITS.optionDescription.max).optional(),
    ...(where === 'overflow' ? { url: z.string().max(LIMITS.optionUrl.max).optional() } : {}),
  });
}

export function optionGroup() {
  return z.strictObject({
    label: plainText(LIMITS.optionText.max),
    options: z.array(option()).min(1).max(LIMITS.selectOptions.max),
  });
}

/** Schema of a block with an optional `block_id`, these fields and no others. */
export function block<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject({
    type: z.literal(type),
    block_id: z.string().max(LIMITS.blockId.max).optional(),
    ...shape,
  });
}

/** The image is either a URL or a file in Slack. */
export const imageShape = {
  alt_text: z.string().min(1).max(LIMITS.imageAltText.max),
  image_url: z.string().min(1).max(LIMITS.imageUrl.max).optional(),
  slack_file: z
    .union([z.strictObject({ id: z.string().min(1) }), z.strictObject({ url: z.string().min(1) })])
    .optional(),
};

export const imageElement = z.strictObject({ type: z.literal('image'), ...imageShape });

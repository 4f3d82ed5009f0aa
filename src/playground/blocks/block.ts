import { z } from 'zod';
import { LIMITS } from './limits.ts';

/** A block of this type, with these fields and no others. */
export function block<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject({
    type: z.literal(type),
    block_id: z.string().max(LIMITS.blockId.max).optional(),
    ...shape,
  });
}

const imageFields = {
  alt_text: z.string().min(1).max(LIMITS.imageAltText.max),
  image_url: z.string().min(1).max(LIMITS.imageUrl.max).optional(),
  slack_file: z
    .union([z.strictObject({ id: z.string().min(1) }), z.strictObject({ url: z.string().min(1) })])
    .optional(),
};

/** An image's fields; the image is either a URL or a file in Slack. */
export const imageShape = imageFields;

export const imageElement = z.strictObject({ type: z.literal('image'), ...imageFields });

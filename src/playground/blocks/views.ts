import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { BLOCKS_OF } from './surfaces.ts';
import { plainText } from './texts.ts';

const common = {
  private_metadata: z.string().max(LIMITS.privateMetadata.max).optional(),
  callback_id: z.string().max(LIMITS.callbackId.max).optional(),
  external_id: z.string().max(LIMITS.externalId.max).optional(),
};

export const VIEWS = {
  modal: z.strictObject({
    type: z.literal('modal'),
    title: plainText(LIMITS.viewTitle.max),
    blocks: BLOCKS_OF.modal,
    close: plainText(LIMITS.viewButton.max).optional(),
    submit: plainText(LIMITS.viewButton.max).optional(),
    clear_on_close: z.boolean().optional(),
    notify_on_close: z.boolean().optional(),
    ...common,
  }),
  home: z.strictObject({ type: z.literal('home'), blocks: BLOCKS_OF.home, ...common }),
} as const;

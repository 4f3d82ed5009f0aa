import { z } from 'zod';
import { ELEMENTS as E } from './elements.ts';
import { COMMON } from './layout.ts';
import { LIMITS } from './limits.ts';
import { richTextBlock } from './rich-text.ts';
import { dataTableBlock, tableBlock } from './tables.ts';
import { anyText, block, imageElement, mrkdwnText, plainText } from './texts.ts';

const https = z.string().regex(/^https:\/\/\S+$/, 'must be a valid HTTPS URL');
const sourceLink = z.strictObject({
  type: z.literal('url'),
  url: z.string().min(1),
  text: z.string().min(1),
});

const card = block('card', {
  hero_image: imageElement.optional(),
  icon: imageElement.optional(),
  title: mrkdwnText(LIMITS.cardTitle.max).optional(),
  subtitle: mrkdwnText(LIMITS.cardTitle.max).optional(),
  body: mrkdwnText(LIMITS.cardBody.max).optional(),
  actions: z.array(E.button).optional(),
});

const video = block('video', {
  video_url: https,
  thumbnail_url: z.string().min(1),
  alt_text: z.string().min(1),
  title: plainText(LIMITS.videoText.max),
  title_url: https.optional(),
  author_name: z.string().max(LIMITS.videoAuthor.max).optional(),
  provider_name: z.string().optional(),
  provider_icon_url: z.string().optional(),
  description: plainText(LIMITS.videoText.max).optional(),
});

/** Blocks that only some surfaces accept. */
export const SPECIAL = {
  alert: block('alert', {
    text: anyText(LIMITS.alertText.max),
    level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
  }),
  markdown: block('markdown', { text: z.string().min(1).max(LIMITS.markdownTotal.max) }),
  context_actions: block('context_actions', {
    elements: z
      .array(z.discriminatedUnion('type', [E.feedback_buttons, E.icon_button]))
      .min(1)
      .max(LIMITS.contextActionsElements.max),
  }),
  table: tableBlock,
  data_table: dataTableBlock,
  video,
  card,
  carousel: block('carousel', { elements: z.array(card).min(1).max(LIMITS.carouselCards.max) }),
  container: block('container', {
    title: plainText(LIMITS.containerTitle.max).optional(),
    rich_text_title: richTextBlock.optional(),
    subtitle: anyText(LIMITS.containerTitle.max).optional(),
    child_blocks: z
      .array(z.discriminatedUnion('type', [tableBlock, video, ...Object.values(COMMON)]))
      .min(1)
      .max(LIMITS.containerBlocks.max),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: imageElement.optional(),
    is_collapsible: z.boolean().optional(),
    default_collapsed: z.boolean().optional(),
    has_header_divider: z.boolean().optional(),
  }),
  task_card: block('task_card', {
    task_id: z.string().min(1),
    title: z.string().min(1),
    details: richTextBlock.optional(),
    output: richTextBlock.optional(),
    sources: z.array(sourceLink).optional(),
    status: z.enum(['pending', 'in_progress', 'complete', 'error']),
  }),
  plan: block('plan', { title: z.string().min(1), tasks: z.array(z.looseObject({})).optional() }),
} as const;

import { z } from 'zod';
import { ELEMENTS as E } from './elements.ts';
import { LIMITS } from './limits.ts';
import { anyText, mrkdwnText, plainText } from './texts.ts';

const imageShape = {
  alt_text: z.string().min(1).max(LIMITS.imageAltText.max),
  image_url: z.string().min(1).max(LIMITS.imageUrl.max).optional(),
  slack_file: z.looseObject({}).optional(),
};
const imageElement = z.strictObject({ type: z.literal('image'), ...imageShape });

const chosen = [
  E.static_select,
  E.multi_static_select,
  E.external_select,
  E.multi_external_select,
  E.users_select,
  E.multi_users_select,
  E.conversations_select,
  E.multi_conversations_select,
  E.channels_select,
  E.multi_channels_select,
  E.datepicker,
  E.timepicker,
  E.checkboxes,
  E.radio_buttons,
] as const;
const accessory = z.discriminatedUnion('type', [
  imageElement,
  E.button,
  E.workflow_button,
  E.overflow,
  ...chosen,
]);
const actionElement = z.discriminatedUnion('type', [
  E.button,
  E.workflow_button,
  E.overflow,
  E.datetimepicker,
  E.rich_text_input,
  ...chosen,
]);
const inputElement = z.discriminatedUnion('type', [
  E.plain_text_input,
  E.number_input,
  E.email_text_input,
  E.url_text_input,
  E.rich_text_input,
  E.file_input,
  E.datetimepicker,
  ...chosen,
]);
const contextElement = z.discriminatedUnion('type', [imageElement, plainText(), mrkdwnText()]);
const tableCell = z.looseObject({ type: z.enum(['raw_text', 'raw_number', 'rich_text']) });

function block<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject({
    type: z.literal(type),
    block_id: z.string().max(LIMITS.blockId.max).optional(),
    ...shape,
  });
}

/** A block whose inside the playground takes as it comes. */
function looseBlock<T extends string>(type: T) {
  return z.looseObject({ type: z.literal(type), block_id: z.string().max(LIMITS.blockId.max).optional() });
}

const BLOCKS = {
  section: block('section', {
    text: anyText(LIMITS.sectionText.max).optional(),
    fields: z.array(anyText(LIMITS.sectionFieldText.max)).min(1).max(LIMITS.sectionFields.max).optional(),
    accessory: accessory.optional(),
    expand: z.boolean().optional(),
  }),
  header: block('header', { text: plainText(LIMITS.headerText.max) }),
  divider: block('divider', {}),
  context: block('context', { elements: z.array(contextElement).min(1).max(LIMITS.contextElements.max) }),
  actions: block('actions', { elements: z.array(actionElement).min(1).max(LIMITS.actionsElements.max) }),
  context_actions: block('context_actions', {
    elements: z
      .array(z.looseObject({ type: z.enum(['feedback_buttons', 'icon_button']) }))
      .min(1)
      .max(LIMITS.contextActionsElements.max),
  }),
  input: block('input', {
    label: plainText(LIMITS.inputLabel.max),
    hint: plainText(LIMITS.inputHint.max).optional(),
    optional: z.boolean().optional(),
    dispatch_action: z.boolean().optional(),
    element: inputElement,
  }),
  image: block('image', { ...imageShape, title: plainText(LIMITS.imageTitle.max).optional() }),
  alert: block('alert', {
    text: anyText(LIMITS.alertText.max),
    level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
  }),
  markdown: block('markdown', { text: z.string().min(1).max(LIMITS.markdownTotal.max) }),
  card: block('card', {
    hero_image: imageElement.optional(),
    icon: imageElement.optional(),
    title: mrkdwnText(LIMITS.cardTitle.max).optional(),
    subtitle: mrkdwnText(LIMITS.cardTitle.max).optional(),
    body: mrkdwnText(LIMITS.cardBody.max).optional(),
    actions: z.array(E.button).optional(),
  }),
  table: block('table', {
    rows: z.array(z.array(tableCell).min(1).max(LIMITS.tableCells.max)).min(1).max(LIMITS.tableRows.max),
    column_settings: z.array(z.looseObject({})).max(LIMITS.tableCells.max).optional(),
  }),
  data_table: looseBlock('data_table'),
  rich_text: looseBlock('rich_text'),
  carousel: looseBlock('carousel'),
  container: looseBlock('container'),
  file: looseBlock('file'),
  video: looseBlock('video'),
  task_card: looseBlock('task_card'),
  plan: looseBlock('plan'),
} as const;

const EVERYWHERE = [
  BLOCKS.section,
  BLOCKS.header,
  BLOCKS.divider,
  BLOCKS.context,
  BLOCKS.actions,
  BLOCKS.input,
  BLOCKS.image,
  BLOCKS.rich_text,
  BLOCKS.video,
] as const;
const IN_MESSAGES = [
  BLOCKS.markdown,
  BLOCKS.card,
  BLOCKS.table,
  BLOCKS.data_table,
  BLOCKS.carousel,
  BLOCKS.container,
  BLOCKS.file,
  BLOCKS.task_card,
  BLOCKS.plan,
  BLOCKS.context_actions,
] as const;

/** The blocks that each surface takes; another one there is an unsupported type. */
export const BLOCKS_OF = {
  message: z
    .array(z.discriminatedUnion('type', [...EVERYWHERE, ...IN_MESSAGES]))
    .max(LIMITS.messageBlocks.max),
  modal: z.array(z.discriminatedUnion('type', [...EVERYWHERE, BLOCKS.alert])).max(LIMITS.viewBlocks.max),
  home: z.array(z.discriminatedUnion('type', [...EVERYWHERE])).max(LIMITS.viewBlocks.max),
} as const;

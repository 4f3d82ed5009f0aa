import { z } from 'zod';
import { CHOICES, ELEMENTS as E } from './elements.ts';
import { LIMITS } from './limits.ts';
import { richTextBlock } from './rich-text.ts';
import { anyText, block, flags, imageElement, imageShape, mrkdwnText, plainText } from './texts.ts';

const chosen = Object.values(CHOICES);
const accessory = z.discriminatedUnion('type', [imageElement, E.button, E.overflow, ...chosen]);
const actionElement = z.discriminatedUnion('type', [E.button, E.overflow, E.datetimepicker, ...chosen]);
const contextElement = z.discriminatedUnion('type', [imageElement, plainText(), mrkdwnText()]);
const inputElements = [E.plain_text_input, E.datetimepicker, ...chosen] as const;
/** Input elements for modals only, according to the page of each in Slack's reference. */
const modalInputs = [E.number_input, E.email_text_input, E.url_text_input] as const;

function input<T extends z.ZodType>(element: T) {
  return block('input', {
    label: plainText(LIMITS.inputLabel.max),
    hint: plainText(LIMITS.inputHint.max).optional(),
    ...flags('optional', 'dispatch_action'),
    element,
  });
}

const inputInModal = input(z.discriminatedUnion('type', [...inputElements, ...modalInputs]));

/** Blocks that messages, modals and Home tabs share. */
const COMMON = {
  section: block('section', {
    text: anyText(LIMITS.sectionText.max).optional(),
    fields: z.array(anyText(LIMITS.sectionFieldText.max)).min(1).max(LIMITS.sectionFields.max).optional(),
    accessory: accessory.optional(),
    ...flags('expand'),
  }),
  header: block('header', { text: plainText(LIMITS.headerText.max) }),
  divider: block('divider', {}),
  context: block('context', { elements: z.array(contextElement).min(1).max(LIMITS.contextElements.max) }),
  actions: block('actions', { elements: z.array(actionElement).min(1).max(LIMITS.actionsElements.max) }),
  image: block('image', { ...imageShape, title: plainText(LIMITS.imageTitle.max).optional() }),
  rich_text: richTextBlock,
  input: input(z.discriminatedUnion('type', [...inputElements])),
} as const;

const rawText = z.strictObject({ type: z.literal('raw_text'), text: z.string().min(1) });
const rawNumber = z.strictObject({
  type: z.literal('raw_number'),
  value: z.number(),
  text: z.string().min(1),
});
const cell = z.discriminatedUnion('type', [rawText, rawNumber, richTextBlock]);
const column = z.strictObject({
  align: z.enum(['left', 'center', 'right']).optional(),
  is_wrapped: z.boolean().optional(),
});

const table = block('table', {
  rows: z.array(z.array(cell).min(1).max(LIMITS.tableCells.max)).min(1).max(LIMITS.tableRows.max),
  column_settings: z.array(column.nullable()).max(LIMITS.tableCells.max).optional(),
});

const chartLabel = z.string().min(1).max(LIMITS.chartLabel.max);
const point = z.strictObject({ label: chartLabel, value: z.number() });
const plotted = {
  series: z
    .array(z.strictObject({ name: chartLabel, data: z.array(point).min(1).max(LIMITS.chartPoints.max) }))
    .min(1)
    .max(LIMITS.chartSeries.max),
  axis_config: z.strictObject({
    categories: z.array(chartLabel).min(1).max(LIMITS.chartPoints.max),
    x_label: z.string().max(LIMITS.chartTitle.max).optional(),
    y_label: z.string().max(LIMITS.chartTitle.max).optional(),
  }),
};
const chart = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('pie'),
    segments: z
      .array(point.extend({ value: z.number().positive() }))
      .min(1)
      .max(LIMITS.chartSeries.max),
  }),
  z.strictObject({ type: z.literal('bar'), ...plotted }),
  z.strictObject({ type: z.literal('line'), ...plotted }),
  z.strictObject({ type: z.literal('area'), ...plotted }),
]);

/** Blocks that only some hosts accept. */
const SPECIAL = {
  alert: block('alert', {
    text: anyText(LIMITS.alertText.max),
    level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
  }),
  markdown: block('markdown', { text: z.string().min(1).max(LIMITS.markdownTotal.max) }),
  table,
  data_table: block('data_table', {
    rows: z.array(z.array(cell).min(1).max(LIMITS.dataTableColumns.max)).min(2).max(LIMITS.dataTableRows.max),
    caption: z.string().min(1),
    page_size: z.number().int().min(1).max(LIMITS.dataTablePage.max).optional(),
    row_header_column_index: z.number().int().min(0).optional(),
  }),
  data_visualization: block('data_visualization', {
    title: z.string().min(1).max(LIMITS.chartTitle.max),
    chart,
  }),
  container: block('container', {
    title: plainText(LIMITS.containerTitle.max).optional(),
    rich_text_title: richTextBlock.optional(),
    subtitle: anyText(LIMITS.containerTitle.max).optional(),
    child_blocks: z
      .array(z.discriminatedUnion('type', [table, ...Object.values(COMMON)]))
      .min(1)
      .max(LIMITS.containerBlocks.max),
    width: z.enum(['narrow', 'standard', 'wide', 'full']).optional(),
    icon: imageElement.optional(),
    ...flags('is_collapsible', 'default_collapsed', 'has_header_divider'),
  }),
} as const;

/** `@slack/types` 3.2 doesn't have charts yet. */
export type DataVisualizationBlock = z.infer<typeof SPECIAL.data_visualization>;

type BlockHost = 'message' | 'modal' | 'home';

const ALL_HOSTS: readonly BlockHost[] = ['message', 'modal', 'home'];

/** The hosts that accept each block; for others it is an unsupported type. From each block's page in Slack's reference. */
export const HOSTS_OF_BLOCK: Record<
  keyof typeof COMMON | keyof typeof SPECIAL | 'file',
  readonly BlockHost[]
> = {
  actions: ALL_HOSTS,
  context: ALL_HOSTS,
  divider: ALL_HOSTS,
  header: ALL_HOSTS,
  image: ALL_HOSTS,
  input: ALL_HOSTS,
  rich_text: ALL_HOSTS,
  section: ALL_HOSTS,
  alert: ['modal'],
  table: ['message', 'home'],
  data_table: ['message', 'home'],
  data_visualization: ['message'],
  container: ['message'],
  markdown: ['message'],
  // Slack makes these from shared files. Apps can't send them.
  file: [],
};

/** Types that Slack has but the playground lacks. It refuses them with an error that says so. */
export const NOT_SUPPORTED: ReadonlySet<string> = new Set([
  ...['card', 'carousel', 'context_actions', 'plan', 'task_card', 'video'],
  ...['feedback_buttons', 'file_input', 'icon_button', 'rich_text_input', 'workflow_button'],
]);

/**
 * How far Slack takes tables and charts: as its documents say, charts on Home tabs, too, or neither of them anywhere, as a Slack that hasn't
 * got them yet.
 */
export type DataBlocks = 'documented' | 'charts-on-home' | 'none';

function hostsOf(type: keyof typeof HOSTS_OF_BLOCK, dataBlocks: DataBlocks): readonly BlockHost[] {
  if (type !== 'data_table' && type !== 'data_visualization') return HOSTS_OF_BLOCK[type];
  if (dataBlocks === 'none') return [];
  return dataBlocks === 'charts-on-home' ? ['message', 'home'] : HOSTS_OF_BLOCK[type];
}

function blocksOn(host: BlockHost, max: number, dataBlocks: DataBlocks) {
  const { input: common, ...otherBlocks } = COMMON;
  const all = { ...otherBlocks, input: host === 'modal' ? inputInModal : common, ...SPECIAL };
  const accepted = Object.entries(all)
    .filter(([type]) => hostsOf(type as keyof typeof all, dataBlocks).includes(host))
    .map(([, schema]) => schema);
  return z.array(z.discriminatedUnion('type', accepted as [(typeof all)['section']])).max(max);
}

const commonView = {
  private_metadata: z.string().max(LIMITS.privateMetadata.max).optional(),
  callback_id: z.string().max(LIMITS.callbackId.max).optional(),
  external_id: z.string().max(LIMITS.externalId.max).optional(),
};

const contentOf = (dataBlocks: DataBlocks) => ({
  message: blocksOn('message', LIMITS.messageBlocks.max, dataBlocks),
  modal: z.strictObject({
    type: z.literal('modal'),
    title: plainText(LIMITS.viewTitle.max),
    blocks: blocksOn('modal', LIMITS.viewBlocks.max, dataBlocks),
    close: plainText(LIMITS.viewButton.max).optional(),
    submit: plainText(LIMITS.viewButton.max).optional(),
    ...flags('clear_on_close', 'notify_on_close'),
    ...commonView,
  }),
  home: z.strictObject({
    type: z.literal('home'),
    blocks: blocksOn('home', LIMITS.viewBlocks.max, dataBlocks),
    ...commonView,
  }),
});

/** The content of messages and views, by what Slack takes. */
export const CONTENT = {
  documented: contentOf('documented'),
  'charts-on-home': contentOf('charts-on-home'),
  none: contentOf('none'),
};

import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { confirmDialog, flags, option, optionGroup, plainText } from './texts.ts';

const acting = { action_id: z.string().min(1).max(LIMITS.actionId.max).optional() };
const confirmable = { ...acting, confirm: confirmDialog().optional() };
const focusable = flags('focus_on_load');
const withPlaceholder = { placeholder: plainText(LIMITS.placeholder.max).optional() };
const picker = { ...confirmable, ...focusable, ...withPlaceholder };
const many = { ...picker, max_selected_items: z.number().int().min(1).optional() };
const typed = {
  ...acting,
  ...focusable,
  ...withPlaceholder,
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z
        .array(z.enum(['on_enter_pressed', 'on_character_entered']))
        .min(1)
        .max(2),
    })
    .optional(),
};
const filter = z
  .strictObject({
    include: z
      .array(z.enum(['im', 'mpim', 'private', 'public']))
      .min(1)
      .optional(),
    ...flags('exclude_external_shared_channels', 'exclude_bot_users'),
  })
  .optional();
const options = z.array(option()).min(1).max(LIMITS.selectOptions.max).optional();
const optionGroups = z.array(optionGroup()).min(1).max(LIMITS.selectOptions.max).optional();
const initialOptions = z.array(option()).min(1).optional();
const queryLength = z.number().int().min(0).optional();
const text = z.string().optional();
const texts = z.array(z.string()).optional();
const date = z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date in the format YYYY-MM-DD');
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in the format HH:mm');
const length = z.number().int().max(LIMITS.inputLength.max);

function element<T extends string, S extends z.ZodRawShape>(type: T, shape: S) {
  return z.strictObject({ type: z.literal(type), ...shape });
}

/** Elements with which users choose, by type. Sections, actions and inputs share them. */
export const CHOICES = {
  checkboxes: element('checkboxes', {
    ...confirmable,
    ...focusable,
    options: z.array(option('choices')).min(1).max(LIMITS.checkboxOptions.max),
    initial_options: z.array(option('choices')).min(1).optional(),
  }),
  radio_buttons: element('radio_buttons', {
    ...confirmable,
    ...focusable,
    options: z.array(option('choices')).min(1).max(LIMITS.radioOptions.max),
    initial_option: option('choices').optional(),
  }),
  static_select: element('static_select', {
    ...picker,
    options,
    option_groups: optionGroups,
    initial_option: option().optional(),
  }),
  multi_static_select: element('multi_static_select', {
    ...many,
    options,
    option_groups: optionGroups,
    initial_options: initialOptions,
  }),
  external_select: element('external_select', {
    ...picker,
    initial_option: option().optional(),
    min_query_length: queryLength,
  }),
  multi_external_select: element('multi_external_select', {
    ...many,
    initial_options: initialOptions,
    min_query_length: queryLength,
  }),
  users_select: element('users_select', { ...picker, initial_user: text }),
  multi_users_select: element('multi_users_select', { ...many, initial_users: texts }),
  conversations_select: element('conversations_select', {
    ...picker,
    ...flags('response_url_enabled', 'default_to_current_conversation'),
    filter,
    initial_conversation: text,
  }),
  multi_conversations_select: element('multi_conversations_select', {
    ...many,
    ...flags('default_to_current_conversation'),
    filter,
    initial_conversations: texts,
  }),
  channels_select: element('channels_select', {
    ...picker,
    ...flags('response_url_enabled'),
    initial_channel: text,
  }),
  multi_channels_select: element('multi_channels_select', { ...many, initial_channels: texts }),
  datepicker: element('datepicker', { ...picker, initial_date: date.optional() }),
  timepicker: element('timepicker', { ...picker, initial_time: time.optional(), timezone: text }),
} as const;

export const ELEMENTS = {
  ...CHOICES,
  button: element('button', {
    ...confirmable,
    text: plainText(LIMITS.buttonText.max),
    value: z.string().max(LIMITS.buttonValue.max).optional(),
    url: z.string().max(LIMITS.buttonUrl.max).optional(),
    style: z.enum(['primary', 'danger']).optional(),
    accessibility_label: z.string().max(LIMITS.buttonAccessibilityLabel.max).optional(),
  }),
  overflow: element('overflow', {
    ...confirmable,
    options: z.array(option('overflow')).min(1).max(LIMITS.overflowOptions.max),
  }),
  datetimepicker: element('datetimepicker', {
    ...confirmable,
    ...focusable,
    // Seconds, in ten digits. Slack refuses milliseconds.
    initial_date_time: z.number().int().min(1e9).max(9_999_999_999).optional(),
  }),
  plain_text_input: element('plain_text_input', {
    ...typed,
    ...flags('multiline'),
    initial_value: z.string().max(LIMITS.inputLength.max).optional(),
    min_length: length.min(0).optional(),
    max_length: length.min(1).optional(),
  }),
  number_input: element('number_input', {
    ...typed,
    is_decimal_allowed: z.boolean(),
    initial_value: text,
    min_value: text,
    max_value: text,
  }),
  email_text_input: element('email_text_input', { ...typed, initial_value: text }),
  url_text_input: element('url_text_input', { ...typed, initial_value: text }),
} as const;

/**
 * An app's answer for an external select. If one option is too long, or there are too many, Slack shows "No results"
 * (slackapi/bolt-js#1630).
 */
export const OFFERED = z.strictObject({
  options: z.array(option()).max(LIMITS.selectOptions.max).optional(),
  option_groups: z.array(optionGroup()).max(LIMITS.selectOptions.max).optional(),
});

import { z } from 'zod';
import { ELEMENTS as E } from './elements.ts';
import { LIMITS } from './limits.ts';
import { richTextBlock } from './rich-text.ts';
import { anyText, block, imageElement, imageShape, mrkdwnText, plainText } from './texts.ts';

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
const contextElement = z.discriminatedUnion('type', [imageElement, plainText(), mrkdwnText()]);
const inputElements = [E.plain_text_input, E.rich_text_input, E.datetimepicker, ...chosen] as const;
/** Elements that only modals have, each as its own page documents it. */
const modalInputs = [E.number_input, E.email_text_input, E.url_text_input, E.file_input] as const;

/** An input block around these elements. */
function input<T extends z.ZodType>(element: T) {
  return block('input', {
    label: plainText(LIMITS.inputLabel.max),
    hint: plainText(LIMITS.inputHint.max).optional(),
    optional: z.boolean().optional(),
    dispatch_action: z.boolean().optional(),
    element,
  });
}

/** The blocks that every surface has had for a long time. */
export const COMMON = {
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
  image: block('image', { ...imageShape, title: plainText(LIMITS.imageTitle.max).optional() }),
  rich_text: richTextBlock,
  input: input(z.discriminatedUnion('type', [...inputElements])),
} as const;

export const INPUT_IN_MODAL = input(z.discriminatedUnion('type', [...inputElements, ...modalInputs]));

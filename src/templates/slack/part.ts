import { INPUT } from '../../kit/slack/ids.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { TemplatePart } from '../../texts/slack/compose/parts.ts';
import { templateOption } from './options.ts';
import { sampleOf, templateProblem } from './preview.ts';

/** What templates add to the form that makes a text. */
export const templatePart = ({ templates, stopLinks }: Services): TemplatePart => ({
  field,
  async textOf({ workspace, userId }, id) {
    return (await templates.usable(workspace, userId, id))?.text ?? null;
  },
  sample: (words, text) => sampleOf(words, text, stopLinks),
  sampleTitle: words => words.templates.preview.title,
  wrong: templateProblem,
});

const field: TemplatePart['field'] = ({ compose, templates }, chosen) => ({
  type: 'input',
  block_id: INPUT.template.block,
  dispatch_action: true,
  label: { type: 'plain_text', text: compose.template.label },
  optional: true,
  element: {
    type: 'external_select',
    action_id: INPUT.template.action,
    placeholder: { type: 'plain_text', text: templates.choose },
    min_query_length: 0,
    ...(chosen === null ? {} : { initial_option: templateOption(chosen) }),
  },
});

import type { ExternalSelect, InputBlock, MultiExternalSelect } from '@slack/types';
import type { Recipient } from '../../domain/recipient.ts';
import type { Template } from '../../domain/template.ts';
import type { Labelled } from '../../wording/parts.ts';
import { INPUT_ACTION, input } from '../kit/fields.ts';
import { templateOption } from '../options/templates.ts';
import { optionOf } from '../recipient-option.ts';

/** A field that reports every change to us, for the preview. */
export function live<T extends { type: string }>(block: T): T {
  return block.type === 'input' ? { ...block, dispatch_action: true } : block;
}

/** Typing is reported while it happens. */
export function typed(
  block: string,
  field: Labelled,
  value: string,
  is: { most: number; lines?: true; needed?: true },
): InputBlock {
  const element = {
    type: 'plain_text_input' as const,
    action_id: INPUT_ACTION,
    max_length: is.most,
    multiline: is.lines ?? false,
    dispatch_action_config: { trigger_actions_on: ['on_character_entered' as const] },
    ...(value === '' ? {} : { initial_value: value }),
  };
  return live(input(block, field, element, !is.needed));
}

/** A field in which one of the workspace's templates is searched. */
export function template(
  block: string,
  field: Labelled,
  placeholder: string,
  chosen: Pick<Template, 'id' | 'name'> | null,
): InputBlock {
  const element: ExternalSelect = {
    type: 'external_select',
    action_id: INPUT_ACTION,
    placeholder: { type: 'plain_text', text: placeholder },
    min_query_length: 0,
    ...(chosen === null ? {} : { initial_option: templateOption(chosen) }),
  };
  return live(input(block, field, element, true));
}

/** A field that searches recipients and shows the chosen ones. */
export function recipients(
  block: string,
  field: Labelled,
  placeholder: string,
  chosen: readonly Recipient[],
  optional = false,
): InputBlock {
  const options = chosen.map(who => optionOf(who));
  const element: MultiExternalSelect = {
    type: 'multi_external_select',
    action_id: INPUT_ACTION,
    placeholder: { type: 'plain_text', text: placeholder },
    min_query_length: 0,
    ...(options.length > 0 ? { initial_options: options } : {}),
  };
  return live(input(block, field, element, optional));
}

import type { ExternalSelect, InputBlock } from '@slack/types';
import { fold } from '../../kit/name-matching.ts';
import { INPUT_ACTION, input, live } from '../../kit/slack/fields.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { onOptions } from '../../kit/slack/listeners.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Labelled } from '../../kit/words/languages.ts';
import { reader } from '../../texts/permissions.ts';
import { ADDED, type TemplatePart } from '../../texts/slack/compose/form.ts';
import { option } from '../../texts/slack/recipient-options.ts';
import type { Template } from '../service.ts';
import { sampleText } from './form.ts';

/** For each of two headings, because Slack accepts a hundred options in all. */
const MAX_OPTIONS_EACH = 50;

/**
 * Suggests templates whose names contain the typed text.
 *
 * @param field the pattern of the id of the field's block
 */
export function offersTemplates(
  services: Services,
  field: string,
  isFor: (template: Template) => boolean,
): SlackListener {
  return onOptions(services, field, {
    permission: reader,
    async offer({ user: { workspace, userId }, words, typed }) {
      const all = await services.templates.of(workspace, userId);
      const fits = all.filter(template => isFor(template) && fold(template.name).includes(fold(typed)));
      const optionsOf = (some: Template[]) =>
        some.slice(0, MAX_OPTIONS_EACH).map(({ id, name }) => option(id, name));
      const { whose: headings } = words.templates;
      return [
        { heading: headings.workspace, options: optionsOf(fits.filter(({ owner }) => owner === null)) },
        { heading: headings.own, options: optionsOf(fits.filter(({ owner }) => owner !== null)) },
      ];
    },
  });
}

/** A field that searches templates. */
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
    ...(chosen === null ? {} : { initial_option: option(chosen.id, chosen.name) }),
  };
  return live(input(block, field, element, true));
}

/** The part of the form for a text that offers templates. */
export const templatePart = ({ templates, stopLinks }: Services): TemplatePart => ({
  field: ({ compose, templates: { choose } }, chosen) =>
    template(ADDED.template, compose.template, choose, chosen),
  async textOf({ workspace, userId }, id) {
    return (await templates.usable(workspace, userId, id))?.text ?? null;
  },
  sample: (words, pieces) => sampleText(words, pieces, stopLinks),
});

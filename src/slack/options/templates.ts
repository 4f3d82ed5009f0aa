import type { App } from '@slack/bolt';
import { fold } from '../../domain/folded.ts';
import type { Template } from '../../domain/template.ts';
import { INPUT } from '../ids.ts';
import { suggestionSchema } from '../payloads/interactions.ts';
import { option } from '../recipient-option.ts';
import type { Services } from '../services.ts';
import { whoOf } from '../who.ts';

/** So many of each kind are offered; Slack takes a hundred in all. */
const EACH = 50;

/** The templates that are offered while somebody types into a field for one: those with what was typed in their names. */
export function registerTemplateOptions(app: App, services: Services): void {
  const field = { type: 'block_suggestion', action_id: INPUT.template.action } as const;
  app.options<'block_suggestion'>(field, async ({ ack, body }) => {
    const { value } = suggestionSchema.parse(body);
    const { workspace, userId } = whoOf(body);
    const [words, all] = await Promise.all([
      services.words.of(workspace, userId),
      services.templates.of(workspace, userId),
    ]);
    const fits = all.filter(({ name }) => fold(name).includes(fold(value)));
    const { whose } = words.templates;
    const groups = [
      { heading: whose.workspace, some: fits.filter(({ owner }) => owner === null) },
      { heading: whose.own, some: fits.filter(({ owner }) => owner !== null) },
    ].filter(({ some }) => some.length > 0);
    if (groups.length === 0) return ack({ options: [] });
    await ack({
      option_groups: groups.map(({ heading, some }) => ({
        label: { type: 'plain_text', text: heading },
        options: some.slice(0, EACH).map(templateOption),
      })),
    });
  });
}

/** A template as an option: its id is its value. */
export function templateOption({ id, name }: Pick<Template, 'id' | 'name'>) {
  return option(id, name);
}

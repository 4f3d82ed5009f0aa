import type { App } from '@slack/bolt';
import { fold } from '../../domain/folded.ts';
import type { Template } from '../../domain/template.ts';
import { BROADCAST, HOOK, INPUT } from '../ids.ts';
import { suggestionSchema } from '../payloads/interactions.ts';
import { option } from '../recipient-option.ts';
import type { Services } from '../services.ts';
import { INPUT_ACTION } from '../views/forms/fields.ts';
import { whoOf } from '../who.ts';

/** How many of each kind are offered; Slack accepts a hundred in all. */
const EACH = 50;

/** Offers templates while somebody types into a field for one: those whose names contain what was typed. */
export function registerTemplateOptions(app: App, services: Services): void {
  offer(app, services, { action_id: INPUT.template.action }, () => true);
  offer(app, services, { action_id: INPUT_ACTION, block_id: BROADCAST.template }, () => true);
  // A hook is everybody's.
  offer(app, services, { action_id: INPUT_ACTION, block_id: HOOK.template }, ({ owner }) => owner === null);
}

function offer(
  app: App,
  services: Services,
  field: { action_id: string; block_id?: string },
  isFor: (template: Template) => boolean,
): void {
  const constraints = { type: 'block_suggestion', ...field } as const;
  app.options<'block_suggestion'>(constraints, async ({ ack, body }) => {
    const { value } = suggestionSchema.parse(body);
    const { workspace, userId } = whoOf(body);
    const [words, all] = await Promise.all([
      services.words.of(workspace, userId),
      services.templates.of(workspace, userId),
    ]);
    const fits = all.filter(one => isFor(one) && fold(one.name).includes(fold(value)));
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

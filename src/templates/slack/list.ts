import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { asIs, onPress } from '../../kit/slack/buttons.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { backToList, type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import type { Services } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { countParts } from '../../texts/parts.ts';
import { reader } from '../../texts/permissions.ts';
import { type SignOff, signOffIn } from '../../texts/sign-off.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { MAX_TEMPLATES, type Template } from '../service.ts';
import { sampleOf, templateForm, templateOwner } from './form.ts';

/** Value: the template's id. */
const DELETE_TEMPLATE = 'delete_template';

const PAGE_SIZE = 20;
const MAX_TEXT_SHOWN = 200;
const MAX_LISTED = MAX_TEMPLATES.workspace + MAX_TEMPLATES.own;

/** "Templates" in the Home tab, and `/sms templates`: the workspace's and the user's own. */
export const templateList: PagedList<Skipped> = {
  id: 'templates',
  title: words => words.templates.title,
  command: `${COMMAND} templates`,
  permission: reader,
  place: z.object({ skipped: z.int().min(0).max(MAX_LISTED) }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace, userId }, place) {
    const [all, notManager] = await Promise.all([
      services.templates.of(workspace, userId),
      manager(services, { workspace, userId }, null),
    ]);
    const templateWords = words.templates;
    const { skipped, ...around } = turned(place, PAGE_SIZE, all.length);
    const signOff = signOffIn(await services.settings.shown(workspace));
    const page = all.slice(skipped, skipped + PAGE_SIZE);
    return {
      ...around,
      blocks: [
        section(templateWords.intro),
        actions(
          button({ action: openerOf(templateForm, 'new'), label: templateWords.add, style: 'primary' }),
        ),
        ...(all.length === 0 ? [section(templateWords.none)] : []),
        ...page.flatMap((template, index) => [
          ...(template.owner === page[index - 1]?.owner
            ? []
            : [context(template.owner === null ? templateWords.whose.workspace : templateWords.whose.own)]),
          ...templateBlocks(services, words, template, {
            signOff,
            mayChange: template.owner !== null || !notManager,
          }),
        ]),
      ],
    };
  },
};

/** "Delete", confirmed: of the user's own, or by managers of the workspace's. */
export function deleteTemplateButton(services: Services): SlackListener {
  return onPress(services, DELETE_TEMPLATE, {
    read: asIs,
    permission: templateOwner,
    requiresLiveFacts: true,
    async handle(services, press, id) {
      const { workspace, userId } = press;
      const template = await services.templates.usable(workspace, userId, id);
      const isGone = template && (await services.templates.remove(workspace, userId, template));
      const words = await services.words.of(workspace, userId);
      const news = isGone ? words.templates.deleted(harmless(template.name, 60)) : words.templates.gone;
      return { kind: 'shown', view: await backToList(services, words, press, templateList, news) };
    },
  });
}

function templateBlocks(
  { stopLinks }: Services,
  words: Wording,
  { id, name, text }: Template,
  { signOff, mayChange }: { signOff: SignOff; mayChange: boolean },
): KnownBlock[] {
  const { line, change, delete: remove, confirmDelete } = words.templates;
  const { parts } = countParts(sampleOf(words, text, stopLinks, signOff) ?? text);
  const { title, text: warning, confirm, deny } = confirmDelete;
  return [
    section(line({ name: harmless(name, 60), text: harmless(text, MAX_TEXT_SHOWN), parts })),
    ...(mayChange
      ? [
          actions(
            button({ action: openerOf(templateForm, 'change'), label: change, value: id }),
            button({
              action: DELETE_TEMPLATE,
              label: remove,
              value: id,
              style: 'danger',
              confirm: { title, text: warning(name), confirm, deny },
            }),
          ),
        ]
      : []),
  ];
}

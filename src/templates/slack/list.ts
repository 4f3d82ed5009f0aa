import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { backToList, type PagedList, type Skipped, turned } from '../../kit/slack/list.ts';
import { asIs, onPress } from '../../kit/slack/press.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { COMMAND } from '../../kit/slack/surface.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { countParts } from '../../texts/parts.ts';
import { reader } from '../../texts/rights.ts';
import { manager } from '../../workspace/slack/rights.ts';
import { MAX_TEMPLATES, type Template } from '../book.ts';
import { sampleOf, templateForm, templateOwner } from './form.ts';

/** Value: the template's id. */
const DELETE_TEMPLATE = 'delete_template';

const PAGE = 20;
const SHOWN_TEXT = 200;
const MOST = MAX_TEMPLATES.workspace + MAX_TEMPLATES.own;

/** "Templates" in the Home tab, and `/sms templates`: the workspace's and one's own. */
export const templateList: PagedList<Skipped> = {
  id: 'templates',
  title: words => words.templates.title,
  command: `${COMMAND} templates`,
  may: reader,
  place: z.object({ skipped: z.int().min(0).max(MOST) }),
  start: () => ({ skipped: 0 }),
  async page(services, words, { workspace, userId }, place) {
    const [all, notManager] = await Promise.all([
      services.templates.of(workspace, userId),
      manager(services, { workspace, userId }, null),
    ]);
    const said = words.templates;
    const { skipped, ...around } = turned(place, PAGE, all.length);
    const page = all.slice(skipped, skipped + PAGE);
    return {
      ...around,
      blocks: [
        section(said.intro),
        actions(button({ action: openerOf(templateForm, 'new'), label: said.add, style: 'primary' })),
        ...(all.length === 0 ? [section(said.none)] : []),
        ...page.flatMap((template, index) => [
          ...(template.owner === page[index - 1]?.owner
            ? []
            : [context(template.owner === null ? said.whose.workspace : said.whose.own)]),
          ...templateBlocks(services, words, template, template.owner !== null || !notManager),
        ]),
      ],
    };
  },
};

/** "Delete", confirmed: your own, or the workspace's if you are a manager. */
export function deleteTemplateButton(services: Services): Surface {
  return onPress(services, DELETE_TEMPLATE, {
    read: asIs,
    may: templateOwner,
    requiresLiveFacts: true,
    async carryOut(its, press, id) {
      const { workspace, userId } = press;
      const template = await its.templates.usable(workspace, userId, id);
      const isGone = template && (await its.templates.remove(workspace, userId, template));
      const words = await its.words.of(workspace, userId);
      const news = isGone ? words.templates.deleted(harmless(template.name, 60)) : words.templates.gone;
      return { kind: 'shown', view: await backToList(its, words, press, templateList, news) };
    },
  });
}

function templateBlocks(
  { stopLinks }: Services,
  words: Wording,
  { id, name, text }: Template,
  mayChange: boolean,
): KnownBlock[] {
  const { line, change, delete: remove, confirmDelete } = words.templates;
  const { parts } = countParts(sampleOf(words, text, stopLinks) ?? text);
  const { title, text: warning, confirm, deny } = confirmDelete;
  return [
    section(line({ name: harmless(name, 60), text: harmless(text, SHOWN_TEXT), parts })),
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

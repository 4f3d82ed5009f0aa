import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { countParts } from '../../../domain/parts.ts';
import { harmless } from '../../../domain/slack-text.ts';
import { MAX_TEMPLATES, type Template } from '../../../domain/template.ts';
import type { Wording } from '../../../wording/index.ts';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import { actions, button, context, section } from '../../kit/elements.ts';
import { kept } from '../../kit/kept.ts';
import { managerProblem, pageModal } from '../../kit/modals.ts';
import { newsBlock } from '../../kit/news.ts';
import { asIs, onPress, onView, type SharedModal } from '../../kit/press.ts';
import type { Who } from '../../kit/who.ts';
import { reader, templateOwner } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { sampleOf } from './preview.ts';

const PAGE = 20;
const SHOWN_TEXT = 200;
const skippedSchema = z.coerce
  .number()
  .int()
  .min(0)
  .max(MAX_TEMPLATES.workspace + MAX_TEMPLATES.own);

/** "Templates" in the Home tab: the workspace's and one's own. */
export function registerOpenTemplates(app: App, services: Services): void {
  onView(app, services, ACTION.openTemplates, templatesModal(services));
}

/** The same by `/sms templates`. */
export const templatesModal = (services: Services): SharedModal => ({
  read: asIs,
  may: reader,
  opens: {
    title: words => words.templates.title,
    command: `${COMMAND} templates`,
    fill: (words, who) => templatesView(services, words, who),
  },
});

/** "Older" and "Newer". */
export function registerTurnTemplates(app: App, services: Services): void {
  onView(app, services, ACTION.turnTemplates, {
    read: value => kept(skippedSchema, value),
    may: reader,
    turns: (words, press, skipped) => templatesView(services, words, press, { skipped }),
  });
}

/** "Delete", confirmed: your own, or the workspace's if you are a manager. */
export function registerDeleteTemplate(app: App, services: Services): void {
  onPress(app, services, ACTION.deleteTemplate, {
    read: asIs,
    may: templateOwner,
    async carryOut({ templates, words }, press, id) {
      const { workspace, userId } = press;
      const template = await templates.usable(workspace, userId, id);
      const isGone = template && (await templates.remove(workspace, userId, template));
      const its = await words.of(workspace, userId);
      const news = isGone ? its.templates.deleted(harmless(template.name, 60)) : its.templates.gone;
      return { kind: 'shown', view: await templatesView(services, its, press, { news }) };
    },
  });
}

type TemplatesShown = { skipped?: number; news?: string };

/** @param shown `skipped`: how many come before this page; `news` is shown above it */
export async function templatesView(
  services: Services,
  words: Wording,
  { workspace, userId }: Who,
  { skipped = 0, news }: TemplatesShown = {},
): Promise<ModalView> {
  const [all, notManager] = await Promise.all([
    services.templates.of(workspace, userId),
    managerProblem(services, workspace, userId),
  ]);
  const said = words.templates;
  const turn = (label: string, to: number) =>
    button({ action: ACTION.turnTemplates, label, value: String(to) });
  const turns = [
    ...(skipped > 0 ? [turn(words.people.previous, Math.max(0, skipped - PAGE))] : []),
    ...(all.length > skipped + PAGE ? [turn(words.people.next, skipped + PAGE)] : []),
  ];
  const page = all.slice(skipped, skipped + PAGE);
  return pageModal({
    id: VIEW.templates,
    title: said.title,
    close: words.link.close,
    blocks: [
      ...(news === undefined ? [] : [newsBlock(news)]),
      section(said.intro),
      actions(button({ action: ACTION.newTemplate, label: said.add, style: 'primary' })),
      ...(all.length === 0 ? [section(said.none)] : []),
      ...page.flatMap((template, index) => [
        ...(template.owner === page[index - 1]?.owner
          ? []
          : [context(template.owner === null ? said.whose.workspace : said.whose.own)]),
        ...templateBlocks(services, words, template, template.owner !== null || !notManager),
      ]),
      // Slack accepts an action's id only once in a block.
      ...turns.map(one => actions(one)),
    ],
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
            button({ action: ACTION.changeTemplate, label: change, value: id }),
            button({
              action: ACTION.deleteTemplate,
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

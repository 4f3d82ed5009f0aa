import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import { countParts } from '../../../domain/parts.ts';
import { harmless } from '../../../domain/slack-text.ts';
import { MAX_TEMPLATES, type Template } from '../../../domain/template.ts';
import { type Wording, wordProblem } from '../../../wording/index.ts';
import { actions, button, context, section } from '../../blocks/elements.ts';
import { ACTION, COMMAND, VIEW } from '../../ids.ts';
import { kept } from '../../kept.ts';
import { onPress, onView } from '../../press.ts';
import type { Services } from '../../services.ts';
import type { Who } from '../../who.ts';
import { newsBlock } from '../forms/news.ts';
import { managerProblem, noticeModal, type Opener, openJudgedModal, pageModal, showView } from '../modals.ts';
import { readerProblem } from '../people/rights.ts';
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
  onView(app, services, ACTION.openTemplates, press => openTemplates(services, press.client, press));
}

/** The same by `/sms templates`. */
export function openTemplates(services: Services, client: WebClient, opener: Opener): Promise<void> {
  return openJudgedModal(services, client, opener, {
    title: words => words.templates.title,
    command: `${COMMAND} templates`,
    judge: () => readerProblem(services, opener.workspace, opener.userId),
    fill: words => templatesView(services, words, opener),
  });
}

/** "Older" and "Newer". The person is checked again: the modal may have been open for a day. */
export function registerTurnTemplates(app: App, services: Services): void {
  onView(app, services, ACTION.turnTemplates, async press => {
    const { workspace, userId, client, view, value } = press;
    if (!view) return;
    const next = await judgedTemplates(services, press, { skipped: kept(skippedSchema, value) });
    await showView(services, client, { viewId: view.id, workspace, userId }, next);
  });
}

/** "Delete", confirmed: your own, or the workspace's if you are a manager. */
export function registerDeleteTemplate(app: App, services: Services): void {
  onPress(app, services, ACTION.deleteTemplate, {
    read: id => id,
    async judge(judging, { workspace, userId }, id) {
      const template = await judging.templates.usable(workspace, userId, id);
      return template?.owner === null ? managerProblem(judging, workspace, userId) : null;
    },
    async carryOut({ templates, words }, press, id) {
      const { workspace, userId } = press;
      const template = await templates.usable(workspace, userId, id);
      const isGone = template && (await templates.remove(workspace, userId, template));
      const its = await words.of(workspace, userId);
      const news = isGone ? its.templates.deleted(harmless(template.name, 60)) : its.templates.gone;
      return { kind: 'shown', view: await judgedTemplates(services, press, { news }) };
    },
  });
}

type TemplatesShown = { skipped?: number; news?: string };

async function judgedTemplates(services: Services, who: Who, shown: TemplatesShown): Promise<ModalView> {
  const { workspace, userId } = who;
  const [words, problem] = await Promise.all([
    services.words.of(workspace, userId),
    readerProblem(services, workspace, userId),
  ]);
  if (problem) return noticeModal(words.templates.title, words.link.close, wordProblem(words, problem));
  return templatesView(services, words, who, shown);
}

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

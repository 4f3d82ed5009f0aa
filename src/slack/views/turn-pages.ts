import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { z } from 'zod';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { kept } from '../kept.ts';
import { onView, type ViewPress } from '../press.ts';
import type { Services } from '../services.ts';
import { managerProblem, noticeModal, showView } from './modals.ts';

/** The buttons that turn the pages of a managers' modal; each carries how many entries come before its page. */
export function registerTurnPages(
  app: App,
  services: Services,
  modal: {
    action: string;
    /** The most entries there can be. */
    most: number;
    title: (words: Wording) => string;
    page: (words: Wording, press: ViewPress, skipped: number) => Promise<ModalView>;
  },
): void {
  const skippedSchema = z.coerce.number().int().min(0).max(modal.most);
  onView(app, services, modal.action, async press => {
    const { workspace, userId, client, view } = press;
    if (!view) return;
    // The person is checked again: the modal may have been open for a day.
    const [words, problem] = await Promise.all([
      services.words.of(workspace, userId),
      managerProblem(services, workspace, userId),
    ]);
    const next = problem
      ? noticeModal(modal.title(words), words.link.close, wordProblem(words, problem))
      : await modal.page(words, press, kept(skippedSchema, press.value));
    await showView(services, client, { viewId: view.id, workspace, userId }, next);
  });
}

import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { harmless } from '../../../domain/slack-text.ts';
import { MAX_TEMPLATES } from '../../../domain/template.ts';
import type { Wording } from '../../../wording/index.ts';
import type { SeenTemplate, TemplateDraft } from '../../../workspaces/template-book.ts';
import { VIEW } from '../../ids.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { noticeModal, showView, updateModal } from '../../kit/modals.ts';
import { failureNews } from '../../kit/news.ts';
import type { Who } from '../../kit/who.ts';
import { ownedBy } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { formWithNews, ownerIn, readTemplateForm, templateMetadataSchema } from './form.ts';
import { templatesView } from './list.ts';

/**
 * A submitted template. Its fields show what is wrong with them; then we ask Slack whether the person may (still) do
 * this, and save it unless somebody else changed it meanwhile.
 */
export function registerSaveTemplate(app: App, services: Services): void {
  onForm(app, services, VIEW.templateForm, {
    may: ownedBy,
    of: ownerIn,
    submit: async form => submitted(services, form),
  });
}

function submitted(services: Services, { who, view, words, client }: SubmittedForm): FormAnswer {
  const { draft, errors } = readTemplateForm(services, words, view, who.userId);
  if (Object.keys(errors).length > 0) return { answer: { response_action: 'errors', errors } };

  const metadata = keptJson(templateMetadataSchema, view.private_metadata);
  const again = (news: string, seen: SeenTemplate | null = metadata.seen) =>
    formWithNews(words, { ...metadata, seen }, view.blocks, news);
  async function carryOut(): Promise<void> {
    const done = await save(services, words, who, draft, metadata.seen);
    const title = words.templates.formTitle[metadata.seen === null ? 'make' : 'change'];
    const notice = (line: string): ModalView => noticeModal(title, words.settings.back, line);
    const next = done.kind === 'said' ? notice(done.says) : again(done.news, done.seen);
    await showView(services, client, { viewId: view.id, ...who }, next);
    if (done.kind !== 'said' || !view.root_view_id || view.root_view_id === view.id) return;
    await updateModal(services, client, view.root_view_id, await templatesView(services, words, who));
  }
  const answer = { response_action: 'update', view: again(words.settings.oneMoment) } as const;
  return { answer, again: news => again(news), carryOut };
}

type TemplateSubmitted =
  | { kind: 'said'; says: string }
  /** Not saved yet; `seen`: what the form replaces if it is submitted again. */
  | { kind: 'again'; news: string; seen: SeenTemplate | null };

async function save(
  services: Services,
  words: Wording,
  who: Who,
  draft: TemplateDraft,
  seen: SeenTemplate | null,
): Promise<TemplateSubmitted> {
  const { workspace, userId } = who;
  const { owner } = draft;
  const said = words.templates;
  const again = (news: string, its = seen): TemplateSubmitted => ({ kind: 'again', news, seen: its });
  try {
    const name = harmless(draft.name, 60);
    switch (await services.templates.save(workspace, userId, draft, seen)) {
      case 'saved':
        return { kind: 'said', says: said.saved(name) };
      case 'gone':
        return { kind: 'said', says: said.gone };
      case 'taken':
        return again(`:warning: ${said.taken(name)}`);
      case 'too_many':
        return again(said.tooMany(owner === null ? MAX_TEMPLATES.workspace : MAX_TEMPLATES.own));
      case 'changed': {
        const now = await services.templates.usable(workspace, userId, seen?.id ?? '');
        return now
          ? again(said.changedMeanwhile, { id: now.id, at: now.at })
          : { kind: 'said', says: said.gone };
      }
    }
  } catch (error) {
    services.log.error({ err: error }, 'saving a template failed');
    return again(failureNews(words, error));
  }
}

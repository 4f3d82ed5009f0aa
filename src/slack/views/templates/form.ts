import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { hasStop, parsePlaceholders } from '../../../domain/placeholders.ts';
import { harmless } from '../../../domain/slack-text.ts';
import { MAX_TEMPLATE_NAME, MAX_TEMPLATE_TEXT, type Template } from '../../../domain/template.ts';
import type { Wording } from '../../../wording/index.ts';
import type { TemplateDraft } from '../../../workspaces/template-book.ts';
import { ACTION, TEMPLATE, VIEW } from '../../ids.ts';
import { INPUT_ACTION, radio } from '../../kit/fields.ts';
import { onInput } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { formModal, managerProblem, noticeModal } from '../../kit/modals.ts';
import { withNews } from '../../kit/news.ts';
import type { PayloadView } from '../../kit/payloads/view.ts';
import { asIs, onView } from '../../kit/press.ts';
import { stateOf } from '../../kit/state.ts';
import { reader, templateOwner } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { typed } from '../hook-fields.ts';
import { PREVIEW, previewBlocks } from './preview.ts';

/** What a form knows about itself; Slack keeps it and returns it. */
export const templateMetadataSchema = z.object({
  /** The template when the form was filled in; null: it is a new one. */
  seen: z.object({ id: z.string(), at: z.number() }).nullable(),
  /** Whose it is; undefined: the form asks. */
  owner: z.string().nullable().optional(),
});
export type TemplateMetadata = z.infer<typeof templateMetadataSchema>;

/** "New template": the form, on top of the list. */
export function registerNewTemplate(app: App, services: Services): void {
  onView(app, services, ACTION.newTemplate, {
    read: asIs,
    may: reader,
    opens: {
      title: words => words.templates.formTitle.make,
      command: null,
      async fill(words, { workspace, userId }) {
        const isManager = (await managerProblem(services, workspace, userId)) === null;
        const metadata = { seen: null, ...(isManager ? {} : { owner: userId }) };
        return newForm(services, words, metadata, null);
      },
    },
  });
}

/** "Change" on a template that this person may use; we check whether they may change it now and when they save. */
export function registerChangeTemplate(app: App, services: Services): void {
  onView(app, services, ACTION.changeTemplate, {
    read: asIs,
    may: templateOwner,
    opens: {
      title: words => words.templates.formTitle.change,
      command: null,
      async fill(words, { workspace, userId }, its) {
        const template = await services.templates.usable(workspace, userId, its);
        if (!template)
          return noticeModal(words.templates.formTitle.change, words.settings.back, words.templates.gone);
        const { id, at, owner } = template;
        return newForm(services, words, { seen: { id, at }, owner }, template);
      },
    },
  });
}

function newForm(
  services: Services,
  words: Wording,
  metadata: TemplateMetadata,
  template: Template | null,
): ModalView {
  const { field } = words.templates;
  const whose = ['own', 'workspace'].map(value => ({
    value,
    label: field.whose[value as 'own' | 'workspace'],
  }));
  return templateForm(words, metadata, [
    typed(TEMPLATE.name, field.name, template?.name ?? '', { most: MAX_TEMPLATE_NAME, needed: true }),
    typed(TEMPLATE.text, field.text, template?.text ?? '', {
      most: MAX_TEMPLATE_TEXT,
      lines: true,
      needed: true,
    }),
    ...(metadata.owner === undefined ? [radio(TEMPLATE.whose, field.whose, whose, 'own')] : []),
    ...previewBlocks(words, template?.text ?? '', services.stopLinks, null),
  ]);
}

function templateForm(words: Wording, metadata: TemplateMetadata, blocks: KnownBlock[]): ModalView {
  return {
    ...formModal({
      id: VIEW.templateForm,
      title: words.templates.formTitle[metadata.seen === null ? 'make' : 'change'],
      submit: words.settings.save,
      cancel: words.settings.back,
      blocks,
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

/** The same form with messages before its fields; everything typed stays. */
export function formWithNews(
  words: Wording,
  metadata: TemplateMetadata,
  shown: readonly KnownBlock[],
  ...news: string[]
): ModalView {
  return templateForm(words, metadata, withNews(shown, news));
}

/** Whose a template is as its form says; null: the workspace's. `own`: it is a new one of whoever submits it. */
export function ownerIn({ private_metadata, state }: PayloadView): { owner: string | null } | 'own' {
  const { owner } = keptJson(templateMetadataSchema, private_metadata);
  if (owner !== undefined) return { owner };
  return stateOf(state.values).choice(TEMPLATE.whose) === 'workspace' ? { owner: null } : 'own';
}

/** The content of a form, and what is wrong with it, by block id. */
export function readTemplateForm(
  { stopLinks }: Pick<Services, 'stopLinks'>,
  words: Wording,
  view: PayloadView,
  userId: string,
): { draft: TemplateDraft; errors: Record<string, string> } {
  const state = stateOf(view.state.values);
  const owner = ownerIn(view);
  const draft = {
    owner: owner === 'own' ? userId : owner.owner,
    name: state.text(TEMPLATE.name).trim(),
    text: state.text(TEMPLATE.text).trim(),
  };
  const errors: Record<string, string> = {};
  const wrongText = textError(words, draft.text, stopLinks.isPossible());
  if (draft.name === '' || draft.name.length > MAX_TEMPLATE_NAME)
    errors[TEMPLATE.name] = words.templates.wrong.name(MAX_TEMPLATE_NAME);
  if (wrongText !== null) errors[TEMPLATE.text] = wrongText;
  return { draft, errors };
}

function textError({ templates }: Wording, text: string, linksWork: boolean): string | null {
  const { wrong } = templates;
  if (text === '') return wrong.text;
  if (text.length > MAX_TEMPLATE_TEXT) return wrong.tooLong(MAX_TEMPLATE_TEXT);
  const read = parsePlaceholders(text);
  if (!read.ok) return wrong.broken({ fault: read.fault.kind, near: harmless(read.fault.near, 24) });
  return hasStop(read.pieces) && !linksWork ? wrong.stopLink : null;
}

/** The preview follows what is typed. */
export function registerTemplateLive(app: App, services: Services): void {
  onInput(
    app,
    services,
    { action_id: INPUT_ACTION, block_id: /^template_(name|text)$/ },
    {
      may: reader,
      of: () => ({ what: null }),
      async show(words, { view, who: { workspace } }) {
        const past = await services.history.costPerPart(workspace).catch(() => null);
        const metadata = keptJson(templateMetadataSchema, view.private_metadata);
        const fields = view.blocks.filter(({ block_id: id = '' }) => !id.startsWith(PREVIEW));
        const text = stateOf(view.state.values).text(TEMPLATE.text);
        const preview = previewBlocks(words, text, services.stopLinks, past);
        return templateForm(words, metadata, [...withNews(fields, []), ...preview]);
      },
    },
  );
}

import type { App } from '@slack/bolt';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import type { Hook, HookDraft } from '../../../alerts/hooks.ts';
import { SEVERITIES } from '../../../domain/alert.ts';
import { LANGUAGES } from '../../../domain/intent.ts';
import type { Template } from '../../../domain/template.ts';
import { LANGUAGE_NAMES, type Wording } from '../../../wording/index.ts';
import { ACTION, COMMAND, HOOK, VIEW } from '../../ids.ts';
import { channel, checkboxes, radio, timeOfDay } from '../../kit/fields.ts';
import { formModal, noticeModal } from '../../kit/modals.ts';
import { asIs, onView } from '../../kit/press.ts';
import type { Who } from '../../kit/who.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { live, recipients as searched, template, typed } from '../hook-fields.ts';
import { callBlocks } from './calls.ts';
import { MAX_NAME, NEW_HOOK, severitiesOf, versionOf } from './draft.ts';
import { escalationBlocks } from './escalation.ts';
import { dailyFields, heartbeatField, linkField } from './limits.ts';
import { PREVIEW, previewBlocks } from './preview.ts';

/** What a form knows about itself; Slack keeps it and returns it. Never a token. */
export const metadataSchema = z.object({
  /** Null: a new one is made. */
  hook: z.string().nullable(),
  /** How that hook was when the form was filled in, or when somebody was told that it changed. */
  base: z.string(),
});
export type HookMetadata = z.infer<typeof metadataSchema>;

/** "New hook": the form, on top of the list. */
export function registerNewHook(app: App, services: Services): void {
  onView(app, services, ACTION.newHook, { read: () => null, ...opening(services) });
}

/** "Change" on a hook of this workspace. */
export function registerChangeHook(app: App, services: Services): void {
  onView(app, services, ACTION.changeHook, { read: asIs, ...opening(services) });
}

/** @returns what opens the form, by the hook's id; null: a new one */
function opening(services: Services) {
  const titleOf = ({ hooks }: Wording, id: string | null) => hooks.formTitle[id === null ? 'make' : 'change'];
  return {
    may: manager,
    opens: {
      title: titleOf,
      command: `${COMMAND} hooks`,
      async fill(words: Wording, { workspace }: Who, hookId: string | null) {
        const hook = hookId === null ? null : await hookOf(services, workspace, hookId);
        if (hookId !== null && !hook)
          return noticeModal(titleOf(words, hookId), words.settings.back, words.hooks.gone);
        const draft = hook ?? NEW_HOOK;
        const [chosen, preview, calls] = await Promise.all([
          draft.template === null ? null : services.templates.shared(workspace, draft.template),
          previewBlocks(services, words, workspace, { draft, errors: {} }),
          hook ? callBlocks(services, words, workspace, hook.id) : [],
        ]);
        const fields = fieldsOf(words, draft, chosen, services.alertLinks.isPossible());
        const metadata = { hook: hookId, base: hook ? versionOf(hook) : '' };
        return hookForm(words, metadata, [...fields, ...calls, ...preview]);
      },
    },
  };
}

/** One of this workspace's current hooks. */
export async function hookOf(services: Services, workspace: string, hookId: string): Promise<Hook | null> {
  const hooks = await services.hooks.list(workspace);
  return hooks.find(({ id }) => id === hookId) ?? null;
}

export function hookForm(words: Wording, metadata: HookMetadata, blocks: KnownBlock[]): ModalView {
  const isNew = metadata.hook === null;
  return {
    ...formModal({
      id: VIEW.hookForm,
      title: words.hooks.formTitle[isNew ? 'make' : 'change'],
      submit: isNew ? words.hooks.make : words.settings.save,
      cancel: words.settings.back,
      blocks,
    }),
    private_metadata: JSON.stringify(metadata),
  };
}

/** The form's current blocks, without the preview. */
export function withoutPreview(shown: readonly KnownBlock[]): KnownBlock[] {
  return shown.filter(({ block_id: id = '' }) => !id.startsWith(PREVIEW));
}

function fieldsOf(
  words: Wording,
  draft: HookDraft,
  chosen: Template | null,
  linksWork: boolean,
): KnownBlock[] {
  const { field, severity } = words.hooks;
  return [
    typed(HOOK.name, field.name, draft.name, { most: MAX_NAME, needed: true }),
    searched(HOOK.recipients, field.recipients, words.search.placeholder, draft.recipients),
    channel(HOOK.channel, field.channel, draft.channel),
    checkboxes(
      HOOK.severities,
      field.severities,
      SEVERITIES.map(value => ({ value, label: severity[value] })),
      severitiesOf(draft),
    ),
    ...escalationBlocks(words, draft.escalation),
    linkField(words, draft, linksWork),
    timeOfDay(HOOK.quietFrom, field.quietFrom, draft.quiet?.from ?? null),
    timeOfDay(HOOK.quietTo, field.quietTo, draft.quiet?.to ?? null),
    live(
      checkboxes(
        HOOK.also,
        field.also,
        ALSO.map(value => ({ value, label: field.also[value] })),
        ALSO.filter(one => draft[one]),
      ),
    ),
    live(
      radio(
        HOOK.language,
        field.language,
        [
          { value: 'workspace', label: field.language.workspace },
          ...LANGUAGES.map(language => ({ value: language, label: LANGUAGE_NAMES[language] })),
        ],
        draft.language ?? 'workspace',
      ),
    ),
    template(HOOK.template, field.template, field.template.none, chosen),
    typed(HOOK.firing, field.firing, draft.templates.firing ?? '', { most: 2000, lines: true }),
    typed(HOOK.resolved, field.resolved, draft.templates.resolved ?? '', { most: 2000, lines: true }),
    ...dailyFields(words, draft),
    heartbeatField(words, draft),
  ];
}

const ALSO = ['resolved', 'reminders'] as const;

import { z } from 'zod';
import { stepError } from '../../../escalations/slack/recipients-error.ts';
import { stepTo } from '../../../escalations/slack/step-fields.ts';
import { asIs } from '../../../kit/slack/buttons.ts';
import type { Form } from '../../../kit/slack/form.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import { harmless } from '../../../kit/slack-text.ts';
import { channelWarning } from '../../../workspace/slack/channel-warning.ts';
import { manager } from '../../../workspace/slack/permissions.ts';
import type { Hook } from '../../hooks.ts';
import { callingError } from './calling.ts';
import { callBlocks } from './calls.ts';
import {
  decisionsOf,
  draftOf,
  type HookExtras,
  type HookInput,
  hookFields,
  inputOf,
  moreId,
} from './draft.ts';
import { madeView } from './made.ts';
import { previewBlocks, templateOf } from './preview.ts';

export const hookForm: Form<{
  subject: string | null;
  current: Hook | null;
  draft: HookInput;
  extras: HookExtras;
}> = {
  id: 'hook',
  openers: { new: () => null, change: asIs },
  subject: z.string().nullable(),
  permission: manager,
  requiresLiveFacts: true,
  command: `${COMMAND} hooks`,
  title: ({ hooks }, id) => hooks.formTitle[id === null ? 'make' : 'change'],
  submit: ({ hooks, settings }, id) => (id === null ? hooks.make : settings.save),
  async load(services, { workspace }, id, words) {
    const current = id === null ? null : await services.hooks.one(workspace, id);
    return id === null || current ? { current } : { deleted: words.hooks.gone };
  },
  draft: hook => inputOf(hook),
  async extras({ templates, alertLinks, policies }, { workspace }, { current }) {
    const [template, all] = await Promise.all([
      current?.template ? templates.shared(workspace, current.template) : null,
      policies.list(workspace),
    ]);
    return { template, linksWork: alertLinks.isPossible(), policies: all };
  },
  fields: (words, id) => hookFields(words, id === null),
  async preview(services, { workspace }, words, { subject: id, current, draft, wrong }) {
    const moreErrors = typeof wrong.more === 'object' ? wrong.more : null;
    const textErrors = [moreErrors?.[moreId('firing')], moreErrors?.[moreId('resolved')]].flatMap(
      error => error ?? [],
    );
    const [calls, preview] = await Promise.all([
      id === null ? [] : callBlocks(services, words, workspace, id),
      previewBlocks(services, words, workspace, { draft: draftOf(draft, current), textErrors }),
    ]);
    return [...calls, ...preview];
  },
  async check(services, { workspace }, words, { draft }) {
    const { escalation, template: templateId } = draft.more.values;
    const steps = escalation?.steps ?? [];
    const [recipients, template, ...stepErrors] = await Promise.all([
      callingError(services, words, workspace, draft.recipients),
      templateOf(services, words, workspace, templateId),
      ...steps.map(({ to }) => stepError(services, words, workspace, to)),
    ]);
    const more = stepErrors.flatMap((error, index) =>
      error ? [[stepTo(moreId('escalation'), index + 1), error] as const] : [],
    );
    if (template.error !== null) more.push([moreId('template'), template.error]);
    return { recipients, more: Object.fromEntries(more) };
  },
  version: draft => decisionsOf(draftOf(draft, null)),
  changed: ({ hooks }) => [hooks.changedMeanwhile],
  async save(services, { workspace, userId, origin, client }, words, { current, draft: filled }) {
    const draft = draftOf(filled, current);
    const loadWarning = () => channelWarning(client, words, { channel: draft.channel, userId });
    if (!current) {
      const result = await services.hooks.create(workspace, userId, draft, origin);
      if (result === 'too_many') return { message: words.hooks.tooMany };
      if (result === 'made_before') return { message: words.hooks.madeBefore };
      const { caller } = filled;
      const warning = await loadWarning();
      const view = await madeView(services, words, workspace, { ...result, caller, warning });
      // A message stays in Slack, so the token is only in the view.
      return { view, fallbackText: words.hooks.unseen(harmless(result.hook.name, 60)) };
    }
    const isChanged = JSON.stringify(decisionsOf(current)) !== JSON.stringify(decisionsOf(draft));
    const hook = isChanged ? await services.hooks.change(workspace, userId, current.id, draft) : current;
    if (!hook) return { message: words.hooks.gone };
    const warning = await loadWarning();
    return { message: [words.hooks.saved(harmless(hook.name, 60)), warning ?? []].flat().join('\n') };
  },
};

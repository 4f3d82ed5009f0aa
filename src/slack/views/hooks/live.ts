import type { App } from '@slack/bolt';
import { HOOK } from '../../ids.ts';
import { INPUT_ACTION } from '../../kit/fields.ts';
import { onInput } from '../../kit/form.ts';
import { keptJson } from '../../kit/kept.ts';
import { withNews } from '../../kit/news.ts';
import { stateOf } from '../../kit/state.ts';
import { manager } from '../../rights.ts';
import type { Services } from '../../services.ts';
import { readHookForm } from './draft.ts';
import { withEscalation } from './escalation.ts';
import { hookForm, metadataSchema, withoutPreview } from './form.ts';
import { previewBlocks } from './preview.ts';

/** The preview of a hook's texts follows what is typed and chosen. */
export function registerHookLive(app: App, services: Services): void {
  const blockId = new RegExp(`^(${Object.values(HOOK).join('|')})\\d*$`);
  onInput(
    app,
    services,
    { action_id: INPUT_ACTION, block_id: blockId },
    {
      may: manager,
      of: ({ state }) => (HOOK.unanswered in state.values ? { what: null } : null),
      async show(words, { view, who: { workspace } }) {
        const metadata = keptJson(metadataSchema, view.private_metadata);
        const state = stateOf(view.state.values);
        const reading = readHookForm(words, state, null);
        const preview = await previewBlocks(services, words, workspace, reading);
        const fields = withEscalation(words, withNews(withoutPreview(view.blocks), []), state);
        return hookForm(words, metadata, [...fields, ...preview]);
      },
    },
  );
}

import type { App } from '@slack/bolt';
import { HOOK } from '../../ids.ts';
import { keptJson } from '../../kept.ts';
import type { Services } from '../../services.ts';
import { withNews } from '../forms/news.ts';
import { stateOf } from '../forms/state.ts';
import { onInput, showInTurn } from '../live.ts';
import { readHookForm } from './draft.ts';
import { withEscalation } from './escalation.ts';
import { hookForm, metadataSchema, withoutPreview } from './form.ts';
import { previewBlocks } from './preview.ts';

/** The preview of a hook's texts follows what is typed and chosen. */
export function registerHookLive(app: App, services: Services): void {
  const blockId = new RegExp(`^(${Object.values(HOOK).join('|')})\\d*$`);
  onInput(app, blockId, ({ view, who: { workspace, userId }, client, seen }) => {
    // A form from another version isn't updated while people type.
    if (!(HOOK.unanswered in view.state.values)) return;
    showInTurn(services, client, workspace, seen, async () => {
      const metadata = keptJson(metadataSchema, view.private_metadata);
      const words = await services.words.of(workspace, userId);
      const state = stateOf(view.state.values);
      const reading = readHookForm(words, state, null);
      const preview = await previewBlocks(services, words, workspace, reading);
      const fields = withEscalation(words, withNews(withoutPreview(view.blocks), []), state);
      return hookForm(words, metadata, [...fields, ...preview]);
    });
  });
}

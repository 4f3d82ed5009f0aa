import type { App } from '@slack/bolt';
import { webOf } from '../../access.ts';
import { HOOK } from '../../ids.ts';
import { keptJson } from '../../kept.ts';
import { blockActionsSchema } from '../../payloads/interactions.ts';
import type { Services } from '../../services.ts';
import { whoOf } from '../../who.ts';
import { INPUT_ACTION } from '../forms/fields.ts';
import { withNews } from '../forms/news.ts';
import { stateOf } from '../forms/state.ts';
import { isChosen, seenIn, showInTurn } from '../live.ts';
import { readHookForm } from './draft.ts';
import { withEscalation } from './escalation.ts';
import { hookForm, metadataSchema, withoutPreview } from './form.ts';
import { previewBlocks } from './preview.ts';

/** The preview of a hook's texts follows what is typed and chosen. */
export function registerHookLive(app: App, services: Services): void {
  const blockId = new RegExp(`^(${Object.values(HOOK).join('|')})\\d*$`);
  app.action(
    { type: 'block_actions', action_id: INPUT_ACTION, block_id: blockId },
    async ({ ack, body, context }) => {
      await ack();
      const { view, actions } = blockActionsSchema.parse(body);
      // A form from an earlier version isn't updated while people type.
      if (!view || !(HOOK.unanswered in view.state.values)) return;
      const { workspace, userId } = whoOf(body);
      const seen = seenIn(view, actions, isChosen(actions));
      showInTurn(services, webOf(context), workspace, seen, async () => {
        const metadata = keptJson(metadataSchema, view.private_metadata);
        const words = await services.words.of(workspace, userId);
        const state = stateOf(view.state.values);
        const reading = readHookForm(words, state);
        const preview = await previewBlocks(services, words, workspace, reading);
        const fields = withEscalation(words, withNews(withoutPreview(view.blocks), []), state);
        return hookForm(words, metadata, [...fields, ...preview]);
      });
    },
  );
}

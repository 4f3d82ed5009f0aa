import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { webOf } from '../access.ts';
import type { Showing } from '../live-forms.ts';
import { blockActionsSchema } from '../payloads/interactions.ts';
import type { PayloadView } from '../payloads/view.ts';
import type { Services } from '../services.ts';
import { slackFailure } from '../web-api.ts';
import { type Who, whoOf } from '../who.ts';
import { INPUT_ACTION } from './forms/fields.ts';

/** Slack is away, and didn't say for how long. */
const AWAY_MS = 2000;

type LiveAction = { type: string; action_ts: string };

/** A form's state when we last heard of it; `as`: how it is shown now, if we know. */
export type Seen = { viewId: string; hash: string; at: number; atOnce: boolean; as: ModalView | null };

/** A form as it was when somebody typed or chose something in it. `atOnce`: it is shown without waiting for more. */
export function seenIn(
  { id, hash }: { id: string; hash: string },
  actions: readonly LiveAction[],
  atOnce: boolean,
): Seen {
  const at = Math.max(...actions.map(({ action_ts }) => Number(action_ts)));
  return { viewId: id, hash, at, atOnce, as: null };
}

/** What somebody typed or chose something in. */
export type LiveInput = { view: PayloadView; who: Who; client: WebClient; seen: Seen };

/**
 * Handles typing and choosing in some of a form's fields.
 *
 * @param fields their blocks
 */
export function onInput(app: App, fields: string | RegExp, handle: (input: LiveInput) => void): void {
  const input = { type: 'block_actions', action_id: INPUT_ACTION, block_id: fields } as const;
  app.action(input, async ({ ack, body, context }) => {
    await ack();
    const { view, actions } = blockActionsSchema.parse(body);
    if (!view) return;
    const seen = seenIn(view, actions, isChosen(actions));
    handle({ view, who: whoOf(body), client: webOf(context), seen });
  });
}

/** Whether they chose something: while people type, more comes. */
function isChosen(actions: readonly LiveAction[]): boolean {
  return actions.every(({ type }) => type !== 'plain_text_input');
}

/**
 * Updates a form, when its turn has come.
 *
 * @param make builds the form; what it looks up may need the network
 */
export function showInTurn(
  services: Services,
  client: WebClient,
  workspace: string,
  seen: Seen,
  make: () => Promise<ModalView>,
): void {
  const { viewId, as, ...change } = seen;

  async function show(hash: string, isNewest: () => boolean): Promise<Showing> {
    try {
      const view = await make();
      const isShown = as !== null && JSON.stringify(view) === JSON.stringify(as);
      if (isShown || !isNewest()) return { kind: 'shown', hash };
      const updated = await client.views.update({ view_id: viewId, hash, view });
      return { kind: 'shown', hash: updated.view?.hash ?? hash };
    } catch (error) {
      return showingOf(error, services);
    }
  }

  services.liveForms.changed({ viewId, workspace, show, ...change });
}

function showingOf(error: unknown, { log }: Services): Showing {
  const failure = slackFailure(error);
  if (failure.kind === 'away') return { kind: 'busy', afterMs: failure.afterMs ?? AWAY_MS };
  if (failure.error === 'hash_conflict') return { kind: 'overtaken' };
  // Mostly because it was closed meanwhile.
  log.debug({ err: error }, 'Slack didn’t update a form');
  return { kind: 'gone' };
}

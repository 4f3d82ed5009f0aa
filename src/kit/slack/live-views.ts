import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Problem } from '../problem.ts';
import { type Wording, wordProblem } from '../words/wording.ts';
import { noticeModal, openModal } from './modals.ts';
import type { PayloadView } from './payloads.ts';
import type { ModalTrigger, Services, UserRef } from './services.ts';
import type { Showing } from './view-update-queue.ts';
import { isOvertaken, slackFailure } from './web-api.ts';

/** The wait while Slack is unavailable, if it named none. */
const AWAY_MS = 2000;

type LiveAction = { type: string; action_ts: string };

/** An open form as of its last payload. `as`: the view that Slack shows; null if we don't know it. */
export type Seen = {
  viewId: string;
  hash: string;
  at: number;
  immediate: boolean;
  as: ModalView | null;
  title: string | null;
};

/** A form as of an input. `immediate`: don't wait for more input before updating it. */
export function seenIn(
  { id, hash, title }: Pick<PayloadView, 'id' | 'hash' | 'title'>,
  actions: readonly LiveAction[],
  immediate: boolean,
): Seen {
  const at = Math.max(...actions.map(({ action_ts }) => Number(action_ts)));
  return { viewId: id, hash, at, immediate, as: null, title: title?.text ?? null };
}

export type LiveInput = { view: PayloadView; user: UserRef; client: WebClient };

/** The reason why the person may not; null if they may. */
export type CheckPermission = () => Promise<Problem | null>;

/**
 * Schedules a form's update; without permission, a notice replaces the form. The form stays unchanged while permission is
 * unknown.
 *
 * @param make builds the form; may use the network
 */
export function showInTurn(
  services: Pick<Services, 'words' | 'liveForms' | 'log'>,
  client: WebClient,
  { workspace, userId, check }: UserRef & { check: CheckPermission },
  seen: Seen,
  make: (words: Wording) => Promise<ModalView>,
): void {
  const { viewId, as, title, ...change } = seen;

  async function show(hash: string, isNewest: () => boolean): Promise<Showing> {
    try {
      const [words, problem] = await Promise.all([services.words.of(workspace, userId), check()]);
      if (problem?.kind === 'SLACK_AWAY') return { kind: 'shown', hash };
      const view = problem
        ? noticeModal(title ?? words.home.title, words.link.close, wordProblem(words, problem))
        : await make(words);
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

/**
 * Opens a form that is updated later. It opens complete and at once, because a trigger is valid for three seconds.
 *
 * @param make builds the form with data that takes time to look up
 */
export async function openLive(
  services: Pick<Services, 'words' | 'liveForms' | 'log' | 'poster'>,
  client: WebClient,
  opener: ModalTrigger & { check: CheckPermission },
  { view, onTop = false }: { view: ModalView; onTop?: boolean | undefined },
  make: (words: Wording) => Promise<ModalView>,
): Promise<void> {
  const { didNotOpen } = services.words.cached(opener.workspace, opener.userId).compose;
  const opened = await openModal(services, client, opener, { view, onTop, didNotOpen });
  if (!opened?.id || !opened.hash) return;
  const { id: viewId, hash } = opened;
  const seen = { viewId, hash, at: 0, immediate: true, as: view, title: view.title.text };
  showInTurn(services, client, opener, seen, make);
}

function showingOf(error: unknown, { log }: Pick<Services, 'log'>): Showing {
  const failure = slackFailure(error);
  if (failure.kind === 'away') return { kind: 'busy', afterMs: failure.afterMs ?? AWAY_MS };
  if (isOvertaken(error)) return { kind: 'overtaken' };
  // Usually the person has closed the form.
  log.debug({ err: error }, 'Slack didn’t update a form');
  return { kind: 'gone' };
}

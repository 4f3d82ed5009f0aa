import type { KnownBlock, ModalView, SectionBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Problem } from '../../domain/problem.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import type { Settings } from '../../workspaces/settings.ts';
import { section } from '../blocks/elements.ts';
import { VIEW } from '../ids.ts';
import type { Services } from '../services.ts';
import { slackFailure } from '../web-api.ts';

/** Who opened a modal, and where to tell them if it can't be opened. */
export type Opener = { workspace: string; userId: string; triggerId: string; responseUrl: string | null };

/** A modal that only says something. */
export function noticeModal(title: string, close: string, ...lines: string[]): ModalView {
  return {
    type: 'modal',
    callback_id: VIEW.notice,
    title: { type: 'plain_text', text: title },
    close: { type: 'plain_text', text: close },
    blocks: lines.map(section),
  };
}

/** A modal with a submit button. Nothing secret goes into it: Slack keeps and returns all of it. */
export function formModal(options: {
  id: string;
  title: string;
  submit: string;
  cancel: string;
  blocks: KnownBlock[];
}): ModalView {
  const { id, title, submit, cancel, blocks } = options;
  return {
    type: 'modal',
    callback_id: id,
    title: { type: 'plain_text', text: title },
    submit: { type: 'plain_text', text: submit },
    close: { type: 'plain_text', text: cancel },
    blocks,
  };
}

/**
 * Opens a modal for admins: at once, since a trigger lives three seconds, and filled when Slack has said that the
 * person is an admin at this moment. Others read who can do it.
 */
export async function openAdminModal(
  services: Services,
  client: WebClient,
  opener: Opener,
  modal: { title: (words: Wording) => string; command: string; fill: (words: Wording) => Promise<ModalView> },
): Promise<void> {
  const { workspace, userId } = opener;
  const guess = services.words.atOnce(workspace, userId);
  const loading = noticeModal(modal.title(guess), guess.link.close, guess.link.oneMoment);
  const viewId = await client.views.open({ trigger_id: opener.triggerId, view: loading }).then(
    ({ view }) => view?.id,
    async error => {
      services.log.warn({ err: error }, 'Slack did not open a modal');
      const text = guess.said.modalDidNotOpen(modal.command);
      if (opener.responseUrl) await services.poster.answer(opener.responseUrl, 'ephemeral', { text });
    },
  );
  if (!viewId) return;
  const words = await services.words.of(workspace, userId);
  const problem = await adminProblem(services, workspace, userId);
  const view = problem
    ? noticeModal(modal.title(words), words.link.close, wordProblem(words, problem))
    : await modal.fill(words);
  await showView(services, client, { viewId, workspace, userId }, view);
}

/** Waits before further tries to show a modal; the person is looking at it. */
const SHOW_AGAIN_MS = [500, 2000];

/** Shows what came of something in an open modal; where Slack won't, the person gets it as a message. Never throws. */
export async function showView(
  services: Services,
  client: WebClient,
  modal: { viewId: string; workspace: string; userId: string },
  view: ModalView,
): Promise<void> {
  for (const waitMs of [...SHOW_AGAIN_MS, null]) {
    try {
      await client.views.update({ view_id: modal.viewId, view });
      return;
    } catch (error) {
      services.log.warn({ err: error }, 'Slack did not update a modal');
      if (slackFailure(error).kind === 'refused' || waitMs === null) break; // Closed meanwhile, say.
      await new Promise<void>(resolve => services.clock.after(waitMs, resolve));
    }
  }
  const lines = view.blocks.flatMap(block => {
    const text = block.type === 'section' ? (block as SectionBlock).text?.text : undefined;
    return text === undefined ? [] : [text];
  });
  await services.poster.post(modal.workspace, modal.userId, { text: lines.join('\n') });
}

/** Null when the person is an admin at this moment: for keys. */
export async function adminProblem(
  services: Services,
  workspace: string,
  userId: string,
): Promise<Problem | null> {
  const role = await roleOf(services, workspace, userId);
  if (typeof role === 'object') return role;
  return role === 'admin' ? null : { kind: 'ADMINS_ONLY', admins: await services.people.admins(workspace) };
}

/**
 * Null when the person may change settings at this moment: admins, and the managers they named.
 *
 * @param changes what is to be changed; who is a manager, only admins decide
 */
export async function managerProblem(
  services: Services,
  workspace: string,
  userId: string,
  changes: Partial<Settings> = {},
): Promise<Problem | null> {
  if (changes.managers !== undefined) return adminProblem(services, workspace, userId);
  const role = await roleOf(services, workspace, userId);
  if (typeof role === 'object') return role;
  if (role !== 'other') return null;
  const { managers } = await services.settings.of(workspace);
  return { kind: 'MANAGERS_ONLY', managers, admins: await services.people.admins(workspace) };
}

/** What somebody is here at this moment, asked of Slack now; or why that can't be told. */
async function roleOf(
  services: Services,
  workspace: string,
  userId: string,
): Promise<'admin' | 'manager' | 'other' | Problem> {
  const answer = await services.people.freshFacts(workspace, userId);
  if (answer.kind === 'silent') return { kind: 'SLACK_AWAY' };
  if (answer.kind === 'refused') return { kind: 'PERSON_UNKNOWN', slackError: answer.error };
  const { admin, guest, otherTeam } = answer.facts;
  if (admin) return 'admin';
  const { managers } = await services.settings.of(workspace);
  // Who was named, and became a guest or left for another team since, is none any more.
  return managers.includes(userId) && !guest && !otherTeam ? 'manager' : 'other';
}

import type { KnownBlock, ModalView, SectionBlock } from '@slack/types';
import type { ViewsOpenResponse, WebClient } from '@slack/web-api';
import type { Problem } from '../problem.ts';
import { StorageError } from '../store/errors.ts';
import { type Wording, wordProblem } from '../words/wording.ts';
import { section } from './elements.ts';
import type { TypedCommand } from './listener.ts';
import { inView } from './message.ts';
import type { ModalTrigger, Services } from './services.ts';
import { isOvertaken, withRetries } from './web-api.ts';

/**
 * The problem to report for an unexpected failure: "nothing was sent or changed" only if that is certain.
 *
 * @param unsure true if something may have been done
 */
export function problemOf(error: unknown, unsure: boolean): Problem {
  if (!(error instanceof StorageError)) return { kind: 'UNEXPECTED' };
  return { kind: unsure ? 'STORE_UNSURE' : 'STORE_AWAY' };
}

/** The start of the ids of banners, which are replaced while a form's fields stay. */
const BANNER = 'news_';

/** The result of the last press, above a modal's content. A person who closed the modal is told this line alone. */
export const bannerBlock = (line: string, index = 0): KnownBlock => ({
  ...section(line),
  block_id: `${BANNER}${index}`,
});
const isFirstBanner = ({ block_id: id }: KnownBlock): boolean => id === `${BANNER}0`;

/** A form's blocks with new banners. Its fields stay as Slack sent them, under their ids, so they keep their input. */
export function withBanner<B extends ModalView['blocks'][number]>(
  shown: readonly B[],
  banners: readonly string[],
): (B | KnownBlock)[] {
  const fields = shown.filter(block => !block.block_id?.startsWith(BANNER));
  return [...banners.map(bannerBlock), ...fields];
}

/** A form's blocks with a line below some fields, by block id. Slack shows errors only in the ack of a submission. */
export function withNotes<B extends ModalView['blocks'][number]>(
  shown: readonly B[],
  notes: Readonly<Record<string, string>>,
): (B | KnownBlock)[] {
  const fields = shown.filter(block => !block.block_id?.startsWith(BANNER));
  return fields.flatMap((block, index) => {
    const line = notes[block.block_id ?? ''];
    return line === undefined ? [block] : [block, bannerBlock(line, index)];
  });
}

/** The ack of a rejected submission: an error under the last field, or a notice if the form has no fields. */
export function rejectSubmission(
  {
    blocks,
  }: { blocks: readonly { type?: string | null | undefined; block_id?: string | null | undefined }[] },
  text: string,
  notice: (text: string) => ModalView,
) {
  const field = blocks.findLast(({ type }) => type === 'input')?.block_id;
  if (!field) return { response_action: 'update' as const, view: notice(text) };
  return { response_action: 'errors' as const, errors: { [field]: text } };
}

/** The reason why a form wasn't saved, or may not have been. */
export function failureBanner({ settings }: Wording, error: unknown): string {
  const unsure = error instanceof StorageError && error.unsure;
  return unsure ? settings.saveUnsure : settings.notSaved(settings.storeAway);
}

/** The callback id of modals that only show a message. */
export const NOTICE = 'notice';

type ShowDeps = Pick<Services, 'poster' | 'log' | 'clock'>;

/** A modal without a submit button. A text that is too long for a block is split. */
export function pageModal(options: {
  id: string;
  title: string;
  close: string;
  blocks: KnownBlock[];
}): ModalView {
  const { id, title, close, blocks } = options;
  return {
    type: 'modal',
    callback_id: id,
    title: { type: 'plain_text', text: title },
    close: { type: 'plain_text', text: close },
    blocks: inView(blocks),
  };
}

/** A modal that only shows a message. */
export function noticeModal(title: string, close: string, ...lines: string[]): ModalView {
  return pageModal({ id: NOTICE, title, close, blocks: lines.map(section) });
}

/** A modal with a submit button. Put nothing secret into it: Slack keeps and returns all of it. */
export function formModal(options: {
  id: string;
  title: string;
  submit: string;
  cancel: string;
  blocks: KnownBlock[];
}): ModalView {
  const { submit, cancel, ...page } = options;
  return { ...pageModal({ ...page, close: cancel }), submit: { type: 'plain_text', text: submit } };
}

/**
 * Opens a modal that needs a permission. It opens at once, because a trigger is valid for three seconds, and is filled in
 * once permission is confirmed; otherwise it says why not.
 *
 * @param modal.command named in the message if the modal doesn't open; null if only its button opens it
 * @param modal.onTop pushes it on top of the open modal
 */
export async function openGuardedModal(
  services: ShowDeps & Pick<Services, 'words'>,
  client: WebClient,
  opener: ModalTrigger,
  modal: {
    title: (words: Wording) => string;
    command: TypedCommand | null;
    onTop?: boolean;
    check: () => Promise<Problem | null>;
    fill: (words: Wording) => Promise<ModalView>;
  },
): Promise<void> {
  const { workspace, userId } = opener;
  const guess = services.words.cached(workspace, userId);
  const loading = noticeModal(modal.title(guess), guess.link.close, guess.link.oneMoment);
  const didNotOpen = guess.commands.modalDidNotOpen(modal.command);
  const onTop = modal.onTop ?? false;
  const opened = await openModal(services, client, opener, { view: loading, onTop, didNotOpen });
  if (!opened?.id) return;
  const notice = (words: Wording, problem: Problem) =>
    noticeModal(modal.title(words), words.link.close, wordProblem(words, problem));
  async function filled(): Promise<ModalView> {
    try {
      const [words, problem] = await Promise.all([services.words.of(workspace, userId), modal.check()]);
      return problem ? notice(words, problem) : await modal.fill(words);
    } catch (error) {
      services.log.error({ err: error }, 'can’t fill in a modal');
      return notice(guess, problemOf(error, false));
    }
  }
  const shown = { viewId: opened.id, hash: opened.hash, workspace, userId };
  await showView(services, client, shown, await filled());
}

/**
 * Opens a modal; null if Slack didn't, after telling the person.
 *
 * @param modal.onTop pushes it on top of the open modal
 */
export async function openModal(
  services: Pick<ShowDeps, 'poster' | 'log'>,
  client: WebClient,
  { workspace, userId, triggerId, responseUrl }: ModalTrigger,
  modal: { view: ModalView; onTop: boolean; didNotOpen: string },
): Promise<ViewsOpenResponse['view'] | null> {
  const open = modal.onTop ? client.views.push : client.views.open;
  try {
    return (await open({ trigger_id: triggerId, view: modal.view })).view;
  } catch (error) {
    services.log.warn({ err: error }, 'Slack didn’t open a modal');
    const message = { text: modal.didNotOpen };
    if (responseUrl) await services.poster.respond(responseUrl, 'ephemeral', message);
    else await services.poster.post(workspace, userId, message);
    return null;
  }
}

/** Waits before retries. Short, because the person is looking at the modal. */
const RETRY_MS = [500, 2000];

/**
 * Replaces an open modal. If Slack refuses, for example because the modal was closed, the person gets a message instead:
 * `fallbackText`, or a notice's text, or the banner above a form or list. Never the form or list itself, because messages last,
 * and these show names and numbers. Never throws.
 *
 * @param modal.hash the version to replace; any version if it is left out
 */
export async function showView(
  services: ShowDeps,
  client: WebClient,
  modal: { viewId: string; hash?: string | undefined; workspace: string; userId: string },
  view: ModalView,
  fallbackText?: string,
): Promise<void> {
  if (await updateModal(services, client, modal.viewId, view, modal.hash)) return;
  const isNotice = view.callback_id === NOTICE;
  const lines = view.blocks.flatMap(block => {
    const isText = block.type === 'section' && (isNotice || isFirstBanner(block as KnownBlock));
    return isText ? ((block as SectionBlock).text?.text ?? []) : [];
  });
  const text = fallbackText ?? lines.join('\n');
  if (text !== '') await services.poster.post(modal.workspace, modal.userId, { text });
}

/** Replaces an open modal. False if Slack didn't, or didn't confirm it. Never throws. */
export async function updateModal(
  services: Pick<ShowDeps, 'log' | 'clock'>,
  client: WebClient,
  viewId: string,
  view: ModalView,
  hash?: string,
): Promise<boolean> {
  const update = { view_id: viewId, ...(hash && { hash }), view };
  try {
    await withRetries(services.clock, RETRY_MS, () => client.views.update(update));
    return true;
  } catch (error) {
    // An earlier attempt made the update and its answer was lost, or a later update came first, which must stay.
    if (isOvertaken(error)) return true;
    services.log.warn({ err: error }, 'Slack didn’t update a modal'); // Perhaps closed meanwhile.
    return false;
  }
}

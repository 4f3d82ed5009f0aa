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
 * @param unsure whether something may have been done anyway
 */
export function problemOf(error: unknown, unsure: boolean): Problem {
  if (!(error instanceof StorageError)) return { kind: 'UNEXPECTED' };
  return { kind: unsure ? 'STORE_UNSURE' : 'STORE_AWAY' };
}

/** The ids of the blocks before a form's fields start like this: they change while what was typed stays. */
const NEWS = 'news_';

/** What came of the last press, above what a modal shows; whoever closed it early is told this, and nothing else of it. */
export const bannerBlock = (line: string, index = 0): KnownBlock => ({
  ...section(line),
  block_id: `${NEWS}${index}`,
});
const isFirstNews = ({ block_id: id }: KnownBlock): boolean => id === `${NEWS}0`;

/**
 * A form's blocks with new messages before the fields. The fields are returned as Slack sent them, under their ids, so
 * everything typed stays as it is.
 */
export function withBanner<B extends ModalView['blocks'][number]>(
  shown: readonly B[],
  news: readonly string[],
): (B | KnownBlock)[] {
  const fields = shown.filter(block => !block.block_id?.startsWith(NEWS));
  const lines = news.map(bannerBlock);
  return [...lines, ...fields];
}

/** The same with each line right below a field, by its block's id: Slack shows errors only in its answer to a submission. */
export function withNotes<B extends ModalView['blocks'][number]>(
  shown: readonly B[],
  notes: Readonly<Record<string, string>>,
): (B | KnownBlock)[] {
  const fields = shown.filter(block => !block.block_id?.startsWith(NEWS));
  return fields.flatMap((block, index) => {
    const line = notes[block.block_id ?? ''];
    return line === undefined ? [block] : [block, bannerBlock(line, index)];
  });
}

/**
 * What Slack has as its answer to a form that isn't taken: an error under a field leaves it as it is, with everything that was typed;
 * one without fields makes way for a notice.
 */
export function rejectSubmission(
  {
    blocks,
  }: { blocks: readonly { type?: string | null | undefined; block_id?: string | null | undefined }[] },
  said: string,
  notice: (said: string) => ModalView,
) {
  const field = blocks.findLast(({ type }) => type === 'input')?.block_id;
  if (!field) return { response_action: 'update' as const, view: notice(said) };
  return { response_action: 'errors' as const, errors: { [field]: said } };
}

/** Why a form wasn't saved, or may not have been. */
export function failureBanner({ settings }: Wording, error: unknown): string {
  const unsure = error instanceof StorageError && error.unsure;
  return unsure ? settings.saveUnsure : settings.notSaved(settings.storeAway);
}

/** The callback of modals that only show a message. */
export const NOTICE = 'notice';

type ShowingParts = Pick<Services, 'poster' | 'log' | 'clock'>;

/** A modal without a submit button. A text that is too long for a block becomes several. */
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
 * Opens a modal that isn't for everybody: at once, since a trigger is valid for three seconds, and filled in once Slack
 * has said what role the person has right now. Others are told who may.
 *
 * @param modal.command how to ask for it again; null: with the button that was pressed
 * @param modal.onTop lays it on top of the open modal, which is there again when this one is closed
 */
export async function openGuardedModal(
  services: ShowingParts & Pick<Services, 'words'>,
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
  const guess = services.words.atOnce(workspace, userId);
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
 * Opens a modal; null: Slack didn't, and the person is told so.
 *
 * @param modal.onTop lays it on top of the open modal
 */
export async function openModal(
  services: Pick<ShowingParts, 'poster' | 'log'>,
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

/** Waits before further attempts to show a modal; the person is looking at it. */
const SHOW_AGAIN_MS = [500, 2000];

/**
 * Shows something in an open modal. If Slack won't, as when it was closed, the person gets the sentences of a notice, or the
 * news above a form or a list, as a message; never the form or the list: messages last, and these show names and numbers.
 * Never throws.
 *
 * @param modal.hash Slack's name for the version in whose place it is shown; otherwise whatever is there
 * @param unseen what they get instead
 */
export async function showView(
  services: ShowingParts,
  client: WebClient,
  modal: { viewId: string; hash?: string | undefined; workspace: string; userId: string },
  view: ModalView,
  unseen?: string,
): Promise<void> {
  if (await updateModal(services, client, modal.viewId, view, modal.hash)) return;
  const isNotice = view.callback_id === NOTICE;
  const lines = view.blocks.flatMap(block => {
    const isSaid = block.type === 'section' && (isNotice || isFirstNews(block as KnownBlock));
    return isSaid ? ((block as SectionBlock).text?.text ?? []) : [];
  });
  const text = unseen ?? lines.join('\n');
  if (text !== '') await services.poster.post(modal.workspace, modal.userId, { text });
}

/** Shows something in an open modal. False: Slack didn't, or didn't say so. Never throws. */
export async function updateModal(
  services: Pick<ShowingParts, 'log' | 'clock'>,
  client: WebClient,
  viewId: string,
  view: ModalView,
  hash?: string,
): Promise<boolean> {
  const update = { view_id: viewId, ...(hash && { hash }), view };
  try {
    await withRetries(services.clock, SHOW_AGAIN_MS, () => client.views.update(update));
    return true;
  } catch (error) {
    // It was shown, and the answer was lost: what they have done with it since must stay.
    if (isOvertaken(error)) return true;
    services.log.warn({ err: error }, 'Slack didn’t update a modal'); // Perhaps closed meanwhile.
    return false;
  }
}

import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { type Wording, wordProblem } from '../../../../wording/index.ts';
import {
  isSameName,
  listChange,
  MAX_LISTS,
  type NumberList,
  type SeenList,
  seenAs,
} from '../../../../workspaces/number-list.ts';
import { webOf } from '../../../access.ts';
import { VIEW } from '../../../ids.ts';
import { keptJson } from '../../../kept.ts';
import { viewSubmissionSchema } from '../../../payloads/interactions.ts';
import type { Services } from '../../../services.ts';
import { type Who, whoOf } from '../../../who.ts';
import { failureNews } from '../../forms/news.ts';
import { stateOf } from '../../forms/state.ts';
import { managerProblem, noticeModal, showView } from '../../modals.ts';
import { showOverview } from '../overview.ts';
import { listLine, shownName } from './blocks.ts';
import { listFormWithNews, listMetadataSchema } from './form.ts';
import { readList } from './read.ts';

/**
 * A submitted list. What is wrong with it is said under its fields, and what another name means is said once; then Slack
 * is asked whether the person may (still) do this, and it is saved unless somebody else changed it meanwhile. The form
 * stands with all that was typed until that is done.
 */
export function registerSaveList(app: App, services: Services): void {
  app.view({ callback_id: VIEW.list, type: 'view_submission' }, async ({ ack, body, context }) => {
    const client = webOf(context);
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const words = await services.words.of(who.workspace, who.userId);
    const read = readList(words, stateOf(view.state.values));
    if (read.kind === 'wrong') return ack({ response_action: 'errors', errors: read.errors });

    const { list } = read;
    const metadata = keptJson(listMetadataSchema, view.private_metadata);
    const { seen } = metadata;
    const again = (its: typeof metadata, ...news: string[]) =>
      listFormWithNews(words, its, view.blocks, ...news);
    if (seen && !isSameName(seen.name, list.name) && metadata.warned !== list.name) {
      const warning = words.lists.renaming({ from: shownName(seen.name), to: shownName(list.name) });
      return ack({ response_action: 'update', view: again({ ...metadata, warned: list.name }, warning) });
    }
    await ack({ response_action: 'update', view: again(metadata, words.settings.oneMoment) });

    const done = await judgeAndSave(services, words, who, list, seen);
    const { title, back, saved, nothingChanged } = words.settings;
    const show = (next: ModalView) => showView(services, client, { viewId: view.id, ...who }, next);
    switch (done.kind) {
      case 'again':
        return show(again({ ...metadata, seen: done.seen }, ...done.news));
      case 'refused':
        return show(noticeModal(title, back, done.because));
      case 'unchanged':
        return show(noticeModal(title, back, nothingChanged));
      case 'saved':
        await show(noticeModal(title, back, saved, listLine(words.lists, list)));
        if (view.root_view_id) await showOverview(services, client, who, view.root_view_id);
    }
  });
}

type ListSubmitted =
  | { kind: 'saved' | 'unchanged' }
  | { kind: 'refused'; because: string }
  /** Not saved yet; `seen`: what the form replaces when it is submitted once more. */
  | { kind: 'again'; seen: SeenList | null; news: string[] };

async function judgeAndSave(
  services: Services,
  words: Wording,
  who: Who,
  list: NumberList,
  seen: SeenList | null,
): Promise<ListSubmitted> {
  const { workspace, userId } = who;
  try {
    const problem = await managerProblem(services, workspace, userId);
    if (problem) {
      const because = wordProblem(words, problem);
      if (problem.kind !== 'SLACK_AWAY') return { kind: 'refused', because };
      return { kind: 'again', seen, news: [words.settings.notSaved(because)] };
    }
    const outcome = await services.lists.save(workspace, userId, list, seen);
    services.log.info({ workspace, by: userId, outcome }, 'a list of numbers was submitted');
    switch (outcome) {
      case 'taken':
        return { kind: 'again', seen, news: [words.lists.taken(shownName(list.name))] };
      case 'too_many':
        return { kind: 'again', seen, news: [words.lists.tooMany(MAX_LISTS)] };
      case 'changed':
      case 'gone':
        return theirs(words, list, seen && (await services.lists.named(workspace, seen.name)));
      default:
        return { kind: outcome };
    }
  } catch (error) {
    services.log.error({ err: error }, 'saving a list of numbers failed');
    return { kind: 'again', seen, news: [failureNews(words, error)] };
  }
}

/** Somebody else was there first: the person decides, knowing what saving once more would do to the others' change. */
function theirs({ lists, settings }: Wording, list: NumberList, now: NumberList | null): ListSubmitted {
  if (!now) return { kind: 'again', seen: null, news: [lists.gone] };
  const { left, came } = listChange(now, list);
  const name = shownName(list.name);
  const difference = left.length + came.length > 0 ? [settings.changed.list({ name, left, came })] : [];
  return { kind: 'again', seen: seenAs(now), news: [settings.changedMeanwhile, ...difference] };
}

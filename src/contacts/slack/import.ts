import { createHash } from 'node:crypto';
import type { KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { asIs } from '../../kit/slack/buttons.ts';
import { actions, button, section } from '../../kit/slack/elements.ts';
import { INPUT_ACTION, input, shortText } from '../../kit/slack/fields.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { COMMAND } from '../../kit/slack/listener.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../../kit/slack/listeners.ts';
import {
  failureBanner,
  formModal,
  noticeModal,
  pageModal,
  showView,
  withBanner,
} from '../../kit/slack/modals.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { onView, type SharedModal } from '../../kit/slack/view-buttons.ts';
import { parseStoredJson, stateOf } from '../../kit/slack/view-state.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { tidyName } from '../../texts/parse/name.ts';
import { nameProblem } from '../../texts/slack/compose/recipients-field.ts';
import { anybody, manager } from '../../workspace/slack/permissions.ts';
import { MAX_NAME } from '../contact.ts';
import { MAX_FILE_GROUPS, MAX_PASTED } from '../imported.ts';
import { intoGroup, type Sorted, unclearIn } from '../importing/importing.ts';
import { chooseSheet, notRead, rowsOf } from '../importing/rules/columns.ts';

/** The block ids of the form of pasted contacts. */
const PASTE = { text: 'paste_text', group: 'paste_group' } as const;

/** Opens the form that leads to an import. Value: the name of the group it is for; empty: none. */
export const OPEN_IMPORT = 'open_import';
export const OPEN_EXPORT = 'open_export';
/** A link to a page of ours. */
const OPEN_PAGE = 'open_page';
/** The form of pasted contacts. */
const IMPORT_VIEW = 'import_people';
/** Modals that only show a message. */
const NOTICE_VIEW = 'notice';

/** How many refused lines are shown. */
const REFUSED_SHOWN = 10;

/**
 * What the form knows about itself: a hash of the text and group for which the person has seen a report; null: none.
 */
const metadataSchema = z.object({ checked: z.string().nullable() });

type Pasted = { text: string; group: string };

/** "Import": a link to the page for files, and a field for pasting. */
export function openImportButton(services: Services): SlackListener {
  return onView(services, OPEN_IMPORT, importModal(services));
}

/** The same by `/sms import`. The button says for which group, by its name; empty: none. */
export const importModal = (services: Services): SharedModal => ({
  read: asIs,
  permission: manager,
  opens: {
    title: words => words.pages.slack.pasteTitle,
    command: `${COMMAND} import`,
    async fill(words, who, into) {
      const its = words.pages.slack;
      const group = into === '' ? null : await services.contactGroups.named(who.workspace, into);
      const url = await services.pageLink(who, 'import', group?.id ?? null);
      return form(words, null, [
        ...linkBlocks(services, words, its.importLink, url),
        input(
          PASTE.text,
          its.pasteField,
          { type: 'plain_text_input', action_id: INPUT_ACTION, multiline: true, max_length: MAX_PASTED },
          true,
        ),
        shortText(PASTE.group, its.pasteGroup, group?.name ?? null),
      ]);
    },
  },
});

function form(
  { pages, link }: Wording,
  checked: { key: string; people: number } | null,
  blocks: KnownBlock[],
): ModalView {
  return {
    ...formModal({
      id: IMPORT_VIEW,
      title: pages.slack.pasteTitle,
      submit: checked ? pages.import.submit(checked.people) : pages.slack.pasteSubmit,
      cancel: link.close,
      blocks,
    }),
    private_metadata: JSON.stringify({ checked: checked?.key ?? null }),
  };
}

/** Pasted contacts: first we say what an import would do; once that was seen, we do it. */
export function pastedPeopleForm(services: Services): SlackListener {
  return onForm(services, IMPORT_VIEW, {
    permission: manager,
    of: () => null,
    submit: async form => submitted(services, form),
  });
}

function submitted(services: Services, { who, view, words, client }: SubmittedForm): FormAnswer {
  const state = stateOf(view.state.values);
  const pasted = { text: state.text(PASTE.text), group: tidyName(state.text(PASTE.group)) };
  if (pasted.text.trim() === '')
    return {
      answer: { response_action: 'errors', errors: { [PASTE.text]: words.pages.slack.nothingPasted } },
    };
  const badName = pasted.group === '' ? null : nameProblem(words, pasted.group, MAX_NAME);
  if (badName) return { answer: { response_action: 'errors', errors: { [PASTE.group]: badName } } };
  const { checked } = parseStoredJson(metadataSchema, view.private_metadata);
  const fields = view.blocks.filter(block => block.type === 'input');
  const again = (news: string) => form(words, null, withBanner(fields, [news]));
  async function handle(): Promise<void> {
    const key = createHash('sha256').update(JSON.stringify(pasted)).digest('base64url');
    const done = await reportOrImport(services, words, who, pasted, checked === key);
    const next =
      done.kind === 'begun'
        ? noticeModal(words.pages.slack.pasteTitle, words.link.close, words.pages.slack.begun(done.people))
        : form(words, done.people > 0 ? { key, people: done.people } : null, withBanner(fields, done.news));
    await showView(services, client, { viewId: view.id, ...who }, next);
  }
  return { answer: { response_action: 'update', view: again(words.settings.oneMoment) }, again, handle };
}

type Outcome = { kind: 'begun'; people: number } | { kind: 'report'; people: number; news: string[] };

async function reportOrImport(
  services: Services,
  words: Wording,
  { workspace, userId }: UserRef,
  { text, group }: Pasted,
  isRead: boolean,
): Promise<Outcome> {
  const its = words.pages;
  const report = (people: number, ...news: string[]): Outcome => ({ kind: 'report', people, news });
  try {
    const table = await services.readFile(workspace, Buffer.from(text), { isPasted: true });
    if (typeof table === 'string') return report(0, `:warning: ${its.import.fault[table]}`);
    const existing = group === '' ? null : await services.contactGroups.named(workspace, group);
    const chosen = chooseSheet(table);
    const reading = { ...chosen, inGroup: group !== '' };
    const rows = rowsOf(table, chosen.sheet);
    const sorted = await services.sortRows(workspace, rows, reading, existing?.id ?? null);
    if (sorted.groups.length > MAX_FILE_GROUPS) return report(0, its.import.tooManyGroups(MAX_FILE_GROUPS));
    const { above } = notRead(table, chosen);
    if (!isRead || sorted.people === 0)
      return report(
        sorted.people,
        ...reportLines(words, sorted),
        ...(above > 0 ? [its.import.rowsAbove(above)] : []),
      );
    const begun = await services.importing.start(
      workspace,
      userId,
      sorted,
      intoGroup(group, existing?.id ?? null),
    );
    if (typeof begun === 'string') return report(0, `:warning: ${its.import.refused[begun]}`);
    return { kind: 'begun', people: begun.people };
  } catch (error) {
    services.log.error({ err: error }, 'pasted contacts could not be imported');
    return report(0, failureBanner(words, error));
  }
}

function reportLines({ pages }: Wording, sorted: Sorted): string[] {
  const { rows, counts } = sorted;
  const unclear = unclearIn(sorted).map(one => harmless(one, 40));
  const refused = rows.flatMap(row => {
    if (row.kind !== 'refused') return [];
    const { line, typed, written, fault } = row;
    const reason = pages.import.rowFault[fault];
    return pages.slack.refusedRow({
      line,
      name: harmless(written, 40),
      typed: harmless(typed, 40),
      reason,
    });
  });
  const more = refused.length - REFUSED_SHOWN;
  const shown = [...refused.slice(0, REFUSED_SHOWN), ...(more > 0 ? [pages.slack.moreRefused(more)] : [])];
  const news = unclear.length > 0 ? [pages.import.unclear(unclear)] : [];
  return [pages.slack.report(counts), ...news, ...(shown.length > 0 ? [shown.join('\n')] : [])];
}

/** "Export": a link to the page that has the file. */
export function openExportButton(services: Services): SlackListener {
  return onView(services, OPEN_EXPORT, {
    read: asIs,
    permission: manager,
    opens: {
      title: words => words.pages.slack.linkTitle,
      command: null,
      fill: async (words, press) => {
        const its = words.pages.slack;
        const url = await services.pageLink(press, 'export', null);
        return pageModal({
          id: NOTICE_VIEW,
          title: its.linkTitle,
          close: words.link.close,
          blocks: linkBlocks(services, words, its.exportLink, url),
        });
      },
    },
  });
}

/** A sentence, the button that opens a page of ours in the browser, and whether browsers may not reach it. */
export function linkBlocks(
  { hasAddress }: Services,
  { pages }: Wording,
  sentence: string,
  url: string,
): KnownBlock[] {
  const { openPage, noAddress } = pages.slack;
  return [
    section(sentence),
    actions(button({ action: OPEN_PAGE, label: openPage, style: 'primary', url })),
    ...(hasAddress ? [] : [section(noAddress)]),
  ];
}

/** The browser has already opened the page. */
export function openPageButton(services: Services): SlackListener {
  return onView(services, OPEN_PAGE, { read: asIs, permission: anybody, begins: async () => undefined });
}

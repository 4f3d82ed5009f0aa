import type { HomeView, KnownBlock, PlainTextOption, SectionBlock } from '@slack/types';
import { addMillionths, ofMillionths } from '../../../kit/credits.ts';
import { LANGUAGES } from '../../../kit/language.ts';
import { maskNumber } from '../../../kit/number.ts';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { inView } from '../../../kit/slack/fit.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import type { HomePart } from '../../../kit/slack/home-part.ts';
import { ACTION, COMMAND } from '../../../kit/slack/ids.ts';
import { opensList } from '../../../kit/slack/list.ts';
import { LANGUAGE_NAMES, type Wording } from '../../../kit/words/wording.ts';
import { unlinkForm } from '../../../workspace/slack/link.ts';
import { auditList, settingsList } from '../../../workspace/slack/settings/list.ts';
import type { HomeFacts, Management } from './facts.ts';

/** The option to use the workspace's language. */
const AS_WORKSPACE = 'workspace';

/** How many of this month's senders are named. */
const SENDERS_NAMED = 10;

/**
 * A person's Home tab: what the app does, their own texts and language, and what features add; for people who manage, the
 * workspace's state.
 */
export async function homeView(facts: HomeFacts, parts: readonly HomePart[]): Promise<HomeView> {
  const { reader, maySend } = facts;
  const { words, asOf } = reader;
  const sections = await Promise.all(parts.map(({ sections }) => sections?.(reader) ?? []));
  const buttons = parts.flatMap(part => part.buttons?.(reader, maySend) ?? []);
  const send = button({ action: ACTION.compose, label: words.home.send, style: 'primary' });
  return {
    type: 'home',
    blocks: inView([
      header(words.home.title),
      section(words.home.intro),
      ...(maySend
        ? [actions(send, ...buttons)]
        : [
            section(words.home.mayNotSend(facts.deciders)),
            ...(buttons.length > 0 ? [actions(...buttons)] : []),
          ]),
      header(words.home.yourTexts),
      ...ownTexts(facts),
      ...sections.flat(),
      ...(facts.management ? managementBlocks(facts, facts.management, parts) : []),
      header(words.home.language),
      languageBlock(facts),
      ...(maySend ? [section(words.commands.help(COMMAND))] : []),
      context(words.home.asOf(asOf)),
    ]),
  };
}

/** The tab if it can't be made. */
export function troubleView({ home }: Wording, sentence: string): HomeView {
  return { type: 'home', blocks: [header(home.title), section(sentence)] };
}

function ownTexts({ reader: { words }, texts, balance, today }: HomeFacts): KnownBlock[] {
  const lines = texts.map(text =>
    words.commands.logLine({ ...text, at: text.madeAt, number: maskNumber(text.number) }),
  );
  const { limit } = today;
  const used = { ...sumOf(today), mayTexts: limit.texts, mayCredits: limit.credits, open: today.open > 0 };
  return [
    section(words.home.today(used)),
    section(lines.length > 0 ? lines.join('\n') : words.commands.noLog),
    ...(balance === 'hidden' ? [] : [context(words.commands.balance(balance))]),
  ];
}

/** Takes effect at once, for everything this person is told, and for this page. */
function languageBlock({ reader: { words }, language }: HomeFacts): SectionBlock {
  const options: PlainTextOption[] = [
    option(AS_WORKSPACE, words.home.asWorkspace(LANGUAGE_NAMES[language.workspace])),
    ...LANGUAGES.map(one => option(one, LANGUAGE_NAMES[one])),
  ];
  const chosen = options.find(one => one.value === (language.own ?? AS_WORKSPACE));
  return {
    ...section(words.home.languageHint),
    accessory: {
      type: 'static_select',
      action_id: ACTION.chooseLanguage,
      placeholder: { type: 'plain_text', text: words.home.language },
      options,
      ...(chosen ? { initial_option: chosen } : {}),
    },
  };
}

function managementBlocks(
  { reader: { words }, role }: HomeFacts,
  management: Management,
  parts: readonly HomePart[],
): KnownBlock[] {
  const { key, waiting } = management;
  const admin = role === 'admin';
  const state = key
    ? [
        words.commands.linkedBy(key.linkedBy, key.linkedAt),
        ...(key.proven ? [] : [words.home.unproven]),
        key.held
          ? `:warning: ${words.commands.held(words.waitingBecause[key.held], waiting)}`
          : words.home.waiting(waiting),
      ]
    : [`:warning: ${words.home.noKey}`];
  const link = button({
    action: ACTION.openLink,
    label: key ? words.home.linkAnew : words.home.link,
    ...(key ? {} : { style: 'primary' }),
  });
  const forAdmins = [
    link,
    ...(key ? [button({ action: openerOf(unlinkForm, 'open'), label: words.home.unlink })] : []),
  ];
  return [
    header(admin ? words.home.forAdmins : words.home.forManagers),
    section(state.join('\n')),
    section(spentLines(words, management).join('\n')),
    context(words.home.creditsAsTold),
    actions(
      ...(key?.held
        ? [button({ action: ACTION.tryAgain, label: words.button.tryAgain, style: 'primary' })]
        : []),
      ...(admin ? forAdmins : []),
      button({ action: opensList(settingsList), label: words.home.settings }),
      ...parts.flatMap(({ managing }) => managing?.(words) ?? []),
      button({ action: opensList(auditList), label: words.audit.title }),
    ),
  ];
}

function spentLines({ home }: Wording, { today, senders }: Management): string[] {
  const month = senders.reduce(
    (sum, { texts, millionths }) => ({
      texts: sum.texts + texts,
      millionths: addMillionths(sum.millionths, millionths),
    }),
    { texts: 0, millionths: 0 },
  );
  const named = senders.slice(0, SENDERS_NAMED);
  return [
    home.spentToday(sumOf(today)),
    home.spentMonth(sumOf(month)),
    ...named.map(({ actor, ...sent }) => home.senderLine({ actor, ...sumOf(sent) })),
    ...(senders.length > named.length ? [home.moreSenders(senders.length - named.length)] : []),
  ];
}

function sumOf({ texts, millionths }: { texts: number; millionths: number }): {
  texts: number;
  credits: string;
} {
  return { texts, credits: ofMillionths(millionths) };
}

function header(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text } };
}

function option(value: string, label: string): PlainTextOption {
  return { value, text: { type: 'plain_text', text: label } };
}

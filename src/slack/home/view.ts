import type { HomeView, KnownBlock, PlainTextOption, SectionBlock } from '@slack/types';
import { LANGUAGES } from '../../domain/intent.ts';
import { maskNumber } from '../../domain/number.ts';
import { LANGUAGE_NAMES } from '../../wording/index.ts';
import { actions, button, context, section } from '../blocks/elements.ts';
import { ACTION, COMMAND } from '../ids.ts';
import type { HomeFacts } from './facts.ts';

/** The option of going by the workspace's language. */
const AS_WORKSPACE = 'workspace';

/** A person's Home tab: what the app does, their own texts and language; and for who manages, the workspace's state. */
export function homeView(facts: HomeFacts): HomeView {
  const { words } = facts;
  return {
    type: 'home',
    blocks: [
      header(words.home.title),
      section(words.home.intro),
      section(facts.maySend ? words.said.help(COMMAND) : words.home.mayNotSend(facts.deciders)),
      ...(facts.management ? managementBlocks(facts, facts.management) : []),
      header(words.home.yourTexts),
      ...ownTexts(facts),
      header(words.home.language),
      languageBlock(facts),
      context(words.home.asOf(facts.now)),
    ],
  };
}

function ownTexts({ words, texts, balance }: HomeFacts): KnownBlock[] {
  const lines = texts.map(text =>
    words.said.logLine({ ...text, at: text.createdAt, number: maskNumber(text.number) }),
  );
  return [
    section(lines.length > 0 ? lines.join('\n') : words.said.noLog),
    context(words.said.balance(balance)),
  ];
}

/** Takes effect at once: what is said to this person from then on, and this page. */
function languageBlock({ words, language }: HomeFacts): SectionBlock {
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
  { words, role }: HomeFacts,
  { key, waiting }: NonNullable<HomeFacts['management']>,
): KnownBlock[] {
  const admin = role === 'admin';
  const state = key
    ? [
        words.said.linkedBy(key.linkedBy, key.linkedAt),
        ...(key.proven ? [] : [words.home.unproven]),
        key.held
          ? `:warning: ${words.said.held(words.waitingBecause[key.held], waiting)}`
          : words.home.waiting(waiting),
      ]
    : [`:warning: ${words.home.noKey}`];
  const link = button({
    action: ACTION.openLink,
    label: key ? words.home.linkAnew : words.home.link,
    ...(key ? {} : { style: 'primary' }),
  });
  const forAdmins = [
    ...(key?.held
      ? [button({ action: ACTION.tryAgain, label: words.button.tryAgain, style: 'primary' })]
      : []),
    link,
    ...(key ? [button({ action: ACTION.openUnlink, label: words.home.unlink })] : []),
  ];
  return [
    header(admin ? words.home.forAdmins : words.home.forManagers),
    section(state.join('\n')),
    actions(
      ...(admin ? forAdmins : []),
      button({ action: ACTION.openSettings, label: words.home.settings }),
      button({ action: ACTION.openAudit, label: words.audit.title }),
    ),
  ];
}

function header(text: string): KnownBlock {
  return { type: 'header', text: { type: 'plain_text', text } };
}

function option(value: string, label: string): PlainTextOption {
  return { value, text: { type: 'plain_text', text: label } };
}

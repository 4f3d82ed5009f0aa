import type { HomeView, KnownBlock, PlainTextOption, SectionBlock } from '@slack/types';
import { hookList } from '../../alerts/slack/hooks/list.ts';
import { broadcastsSection } from '../../broadcasts/slack/home.ts';
import { reviewButton } from '../../broadcasts/slack/review-button.ts';
import { peopleList } from '../../contacts/slack/list.ts';
import { addMillionths, ofMillionths } from '../../kit/credits.ts';
import { LANGUAGES } from '../../kit/language.ts';
import { maskNumber } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { inView } from '../../kit/slack/fit.ts';
import { openerOf } from '../../kit/slack/form.ts';
import { ACTION, COMMAND } from '../../kit/slack/ids.ts';
import { opensList } from '../../kit/slack/list.ts';
import { LANGUAGE_NAMES, type Wording } from '../../kit/words/wording.ts';
import { rotasSection } from '../../rotas/slack/home.ts';
import { rotaList } from '../../rotas/slack/list.ts';
import { schedulesSection } from '../../schedules/slack/home.ts';
import { templateList } from '../../templates/slack/list.ts';
import { auditList } from '../../workspace/slack/settings/audit.ts';
import { settingsList } from '../../workspace/slack/settings/list.ts';
import { unlinkForm } from '../../workspace/slack/unlink.ts';
import type { HomeFacts, Management } from './facts.ts';

/** The option to use the workspace's language. */
const AS_WORKSPACE = 'workspace';

/** How many broadcasts that wait for their author are shown. */
const DRAFTS = 5;
/** How many of this month's senders are named. */
const SENDERS_NAMED = 10;

/**
 * A person's Home tab: what the app does, their own texts and language; for people who manage, the workspace's state.
 */
export function homeView(facts: HomeFacts): HomeView {
  const { words } = facts;
  const people = facts.seesPeople
    ? [
        button({ action: opensList(peopleList), label: words.people.title }),
        button({ action: opensList(templateList), label: words.templates.title }),
      ]
    : [];
  return {
    type: 'home',
    blocks: inView([
      header(words.home.title),
      section(words.home.intro),
      ...(facts.maySend
        ? [
            actions(
              button({ action: ACTION.compose, label: words.home.send, style: 'primary' }),
              button({ action: ACTION.newBroadcast, label: words.broadcasts.make }),
              ...people,
            ),
          ]
        : [
            section(words.home.mayNotSend(facts.deciders)),
            ...(people.length > 0 ? [actions(...people)] : []),
          ]),
      header(words.home.yourTexts),
      ...ownTexts(facts),
      ...broadcastsSection(words, facts.broadcasts, facts.asOf),
      ...draftBlocks(facts),
      ...schedulesSection(words, facts.schedules, facts.userId),
      ...rotasSection(words, facts.rotas, {
        at: facts.asOf,
        ...{ maskNumbers: facts.maskNumbers, unreached: facts.unreached },
      }),
      ...(facts.management ? managementBlocks(facts, facts.management) : []),
      header(words.home.language),
      languageBlock(facts),
      ...(facts.maySend ? [section(words.commands.help(COMMAND))] : []),
      context(words.home.asOf(facts.asOf)),
    ]),
  };
}

/** Broadcasts that wait for this person to look at them. */
function draftBlocks({ words, drafts }: HomeFacts): KnownBlock[] {
  if (drafts.length === 0) return [];
  const { broadcasts } = words;
  return [
    header(broadcasts.drafts),
    ...drafts.slice(0, DRAFTS).map(({ id, size, wall }) => ({
      ...section(broadcasts.draft({ texts: size.texts, leftOut: size.rows - size.texts, at: wall })),
      accessory: reviewButton(words, id),
    })),
  ];
}

/** The tab if it can't be made. */
export function troubleView({ home }: Wording, sentence: string): HomeView {
  return { type: 'home', blocks: [header(home.title), section(sentence)] };
}

function ownTexts({ words, texts, balance, today }: HomeFacts): KnownBlock[] {
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

function managementBlocks({ words, role }: HomeFacts, management: Management): KnownBlock[] {
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
      button({ action: opensList(hookList), label: words.home.hooks }),
      button({ action: opensList(rotaList), label: words.rotas.title }),
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

import type { PlainTextOption, SectionBlock } from '@slack/types';
import type { Clock } from '../../../kit/clock.ts';
import { digestOf } from '../../../kit/json.ts';
import type { ShownBlock } from '../../../kit/slack/charts.ts';
import { actions, button, context, header, section } from '../../../kit/slack/elements.ts';
import { opensList } from '../../../kit/slack/list.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { HomeSection, HomeViewer, UserRef } from '../../../kit/slack/services.ts';
import { LANGUAGES, type Language } from '../../../kit/words/languages.ts';
import { LANGUAGE_NAMES, type Wording, type WordsFor } from '../../../kit/words/wording.ts';
import type { LinkedKeys } from '../../../workspace/linked-keys.ts';
import type { FactsAnswer, People, UserGroups } from '../../../workspace/people.ts';
import { decidersOf, type Role, roleOf } from '../../../workspace/roles.ts';
import type { Languages, Settings, SettingsOf } from '../../../workspace/settings.ts';
import { CHOOSE_LANGUAGE } from '../../../workspace/slack/events.ts';
import { auditList, settingsList } from '../../../workspace/slack/settings/list.ts';
import { balanceOf, type LastBalance } from '../../draft.ts';
import type { Limit, Usage } from '../../limits.ts';
import { checkSender, readerProblem } from '../../sending/send-policy.ts';
import type { History, PromptDay } from '../../store/history.ts';
import type { AlertLinks, StopLinks } from '../../text-links.ts';
import { ACTION } from '../ids.ts';
import { belowTexts, ownTexts } from '../own-log.ts';
import type { Naming } from '../recipient-names.ts';
import { fitPage, type HomeGroup } from './fit.ts';
import { balanceBlocks, isProven, keyButtons, keyLine } from './key-state.ts';
import { gatherTrouble, needsPersonBlocks, type Trouble } from './needs-person.ts';
import { BALANCE_BLOCK, gatherOwnTexts, ownTextsBlocks } from './own-texts.ts';
import { PROMPT_DAYS, promptnessBlocks } from './promptness.ts';
import { gatherSpending, type Spending, spendingBlocks } from './spending.ts';

export type HomeParts = {
  history: History;
  keys: LinkedKeys;
  people: People;
  userGroups: UserGroups;
  naming: Naming;
  stopLinks: StopLinks;
  alertLinks: AlertLinks;
  settings: SettingsOf;
  languages: Languages;
  words: Pick<WordsFor, 'in' | 'cached'>;
  /** The name of a feature that sends texts, as people call it; null if the app no longer has it. */
  sourceLabel: (words: Wording, feature: string) => string | null;
  clock: Clock;
};

type HomeFacts = {
  reader: HomeViewer;
  role: Role;
  maySend: boolean;
  /** People to ask if the viewer may not send. */
  deciders: string[];
  language: { own: Language | null; workspace: Language };
  /** Without those that need a decision, which stand at the top; null: there are none at all. */
  texts: ReturnType<typeof ownTexts> | null;
  /** Null if unknown; `hidden` if the viewer may not see it. */
  balance: LastBalance | null | 'hidden';
  /** The viewer's texts today, and their limit. */
  today: Usage & { limit: Limit };
  trouble: Trouble;
  /** Null without a key. */
  proven: boolean | null;
  /** Null for those who may not see it. */
  spending: Spending | null;
  /** Empty for those who aren't admins. */
  promptness: readonly PromptDay[];
  sourceLabel: HomeParts['sourceLabel'];
};

export async function gatherHome(parts: HomeParts, user: UserRef): Promise<HomeFacts> {
  const { workspace, userId } = user;
  const { history, keys, people, settings, languages, words, clock, naming, stopLinks, alertLinks } = parts;
  const asOf = clock.wall();
  const [answer, policy, key, { texts, waiting, isEmpty }, usage, own, workspaceLanguage, language] =
    await Promise.all([
      people.freshFacts(workspace, userId),
      settings.of(workspace),
      keys.linked(workspace),
      gatherOwnTexts(history, user),
      history.usage(workspace, userId, asOf),
      languages.chosen(workspace, userId),
      languages.of(workspace, null),
      languages.of(workspace, userId),
    ]);
  const facts = answer.kind === 'known' ? answer.facts : null;
  // Without facts from Slack, a viewer doesn't see what only admins may see.
  const role = facts ? roleOf(userId, facts, policy) : 'other';
  const mayRead = readerProblem(answer, policy) === null;
  const manages = role !== 'other';
  const { maskNumbers } = policy;
  const reader = { workspace, userId, words: words.in(language), asOf, manages, mayRead, maskNumbers };
  const numbers = texts.map(({ number }) => number);
  const [balance, show, trouble, proven, spending, promptness, refusal] = await Promise.all([
    balanceOf(parts, key),
    naming(workspace, userId, numbers, { ...policy, maskNumbers: true }),
    gatherTrouble(parts, reader, policy, key, waiting),
    manages && key ? isProven(history, workspace, key) : null,
    manages && mayRead ? gatherSpending(history, workspace, asOf) : null,
    role === 'admin' ? history.promptness(workspace, asOf, PROMPT_DAYS) : [],
    senderRefusal(parts, user, answer, policy),
  ]);
  const atTop = new Set(trouble.uncertain.map(({ id }) => id));
  const below = texts.filter(({ id }) => !atTop.has(id));
  return {
    reader,
    role,
    // A missing answer of Slack is no reason to refuse.
    maySend: !refusal || refusal.kind === 'unavailable' || refusal.kind === 'PERSON_UNKNOWN',
    deciders: refusal ? await decidersOf(people, workspace, policy, key) : [],
    language: { own, workspace: workspaceLanguage },
    texts: isEmpty ? null : ownTexts(reader.words, show, [stopLinks, alertLinks], below),
    balance: mayRead ? balance : 'hidden',
    today: { ...usage, limit: policy.personCap },
    trouble,
    proven,
    spending,
    promptness,
    sourceLabel: parts.sourceLabel,
  };
}

/** Checked like one of the app's own buttons: the rule about channels is for typed commands. */
function senderRefusal(
  { userGroups }: Pick<HomeParts, 'userGroups'>,
  { workspace, userId }: UserRef,
  answer: FactsAnswer,
  policy: Settings,
): ReturnType<typeof checkSender> {
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  const attempt = { actor: userId, source: 'resend', replyTo: nowhere } as const;
  return checkSender(attempt, answer, policy, id => userGroups.members(workspace, id));
}

/**
 * A person's Home tab: what needs a person first, then what the app does, their own texts, and features' sections; for managers
 * and admins, what was spent; for admins, the key and its balance; the settings and the language.
 */
export async function homeView(facts: HomeFacts, parts: readonly HomeSection[]): Promise<ShownBlock[]> {
  const { reader, maySend, role, trouble } = facts;
  const { words } = reader;
  const [urgent, needs, warnings, sections] = await Promise.all([
    Promise.all(parts.map(part => part.urgent?.(reader) ?? [])),
    Promise.all(parts.map(part => part.needsPerson?.(reader) ?? [])),
    Promise.all(parts.map(part => part.warnings?.(reader) ?? [])),
    Promise.all(parts.map(part => part.sections?.(reader) ?? [])),
  ]);
  return fitPage(
    [
      ...urgent.map(shrinking),
      shrinking(needsPersonBlocks(words, role, trouble, needs.flat())),
      ...warnings.map(shrinking),
      whole(topBlocks(facts, parts)),
      shrinking([
        header(words.home.yourTexts),
        ...ownTextsBlocks(words, ownOf(facts)),
        // Managers find others' texts there.
        ...(facts.texts || reader.manages ? belowTexts(words, parts) : []),
      ]),
      ...sections.map(shrinking),
      ...(facts.spending ? [whole(spentBlocks(facts, facts.spending))] : []),
      whole(role === 'other' ? [] : managementBlocks(facts, parts)),
      whole([
        header(words.home.language),
        languageBlock(facts),
        ...(maySend ? [section(words.commands.help(COMMAND))] : []),
        { ...context(words.home.asOf(reader.asOf)), block_id: AS_OF_BLOCK },
      ]),
    ],
    words.home.more,
  );
}

const whole = (blocks: readonly ShownBlock[]): HomeGroup => ({ blocks, mayShrink: false });
const shrinking = (blocks: readonly ShownBlock[]): HomeGroup => ({ blocks, mayShrink: true });

const AS_OF_BLOCK = 'home_as_of';

/** Equal for pages that say the same, but for what the passing of time alone changes. */
export function pageDigest(blocks: readonly ShownBlock[], { balance }: Pick<HomeFacts, 'balance'>): string {
  const lasting = blocks.filter(
    block => block.type === null || ![BALANCE_BLOCK, AS_OF_BLOCK].includes(block.block_id ?? ''),
  );
  const amount = balance === null || balance === 'hidden' ? balance : balance.amount;
  return digestOf([amount, lasting]);
}

export function troubleView({ home }: Wording, sentence: string): ShownBlock[] {
  return [header(home.title), section(sentence)];
}

function topBlocks({ reader, maySend, deciders }: HomeFacts, parts: readonly HomeSection[]): ShownBlock[] {
  const { home } = reader.words;
  const buttons = parts.flatMap(part => part.buttons?.(reader, maySend) ?? []);
  const send = button({ action: ACTION.compose, label: home.send, style: 'primary' });
  return [
    header(home.title),
    section(home.intro),
    ...(maySend
      ? [actions(send, ...buttons)]
      : [section(home.mayNotSend(deciders)), ...(buttons.length > 0 ? [actions(...buttons)] : [])]),
  ];
}

/** Admins see the balance with the key. */
function ownOf({ texts, today, balance, reader, role }: HomeFacts): Parameters<typeof ownTextsBlocks>[1] {
  return {
    texts,
    today: reader.mayRead ? today : null,
    balance: balance === 'hidden' || role === 'admin' ? undefined : balance,
  };
}

function spentBlocks({ reader: { words }, sourceLabel }: HomeFacts, spending: Spending): ShownBlock[] {
  return spendingBlocks(words, spending, feature => sourceLabel(words, feature));
}

/** A choice takes effect at once, on this page, too. */
function languageBlock({ reader: { words }, language }: HomeFacts): SectionBlock {
  const options: PlainTextOption[] = [
    option(AS_WORKSPACE, words.home.asWorkspace(LANGUAGE_NAMES[language.workspace])),
    ...LANGUAGES.map(each => option(each, LANGUAGE_NAMES[each])),
  ];
  const chosen = options.find(candidate => candidate.value === (language.own ?? AS_WORKSPACE));
  return {
    ...section(words.home.languageHint),
    accessory: {
      type: 'static_select',
      action_id: CHOOSE_LANGUAGE,
      placeholder: { type: 'plain_text', text: words.home.language },
      options,
      ...(chosen ? { initial_option: chosen } : {}),
    },
  };
}

const AS_WORKSPACE = 'workspace';

/** The key's state, and what managers and admins set up. */
function managementBlocks(facts: HomeFacts, parts: readonly HomeSection[]): ShownBlock[] {
  const { reader, role, trouble, proven, balance, spending } = facts;
  const { words, asOf } = reader;
  const { key, held, waiting } = trouble;
  const isAdmin = role === 'admin';
  return [
    header(isAdmin ? words.home.forAdmins : words.home.forManagers),
    ...(key
      ? [
          section(
            [keyLine(words, key, proven ?? true), ...(held ? [] : [words.home.waiting(waiting)])].join('\n'),
          ),
        ]
      : []),
    ...(isAdmin && key && spending && balance !== 'hidden'
      ? balanceBlocks(words, balance, spending.days, asOf)
      : []),
    ...promptnessBlocks(words, facts.promptness, asOf),
    actions(
      ...(isAdmin ? keyButtons(words, key) : []),
      button({ action: opensList(settingsList), label: words.home.settings }),
      ...parts.flatMap(({ managing }) => managing?.(words) ?? []),
      button({ action: opensList(auditList), label: words.audit.title }),
    ),
  ];
}

function option(value: string, label: string): PlainTextOption {
  return { value, text: { type: 'plain_text', text: label } };
}

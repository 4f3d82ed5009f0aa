import type { HomeView, KnownBlock, PlainTextOption, SectionBlock } from '@slack/types';
import type { Clock } from '../../../kit/clock.ts';
import { addMillionths, ofMillionths } from '../../../kit/credits.ts';
import { startOfMonth } from '../../../kit/day.ts';
import type { HoldingCode } from '../../../kit/problem.ts';
import { actions, button, context, section } from '../../../kit/slack/elements.ts';
import { openerOf } from '../../../kit/slack/form.ts';
import { opensList } from '../../../kit/slack/list.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import { inView } from '../../../kit/slack/message.ts';
import type { HomeSection, HomeViewer, UserRef } from '../../../kit/slack/services.ts';
import { LANGUAGES, type Language } from '../../../kit/words/languages.ts';
import { LANGUAGE_NAMES, type Wording, type WordsFor } from '../../../kit/words/wording.ts';
import type { LinkedKey, LinkedKeys } from '../../../workspace/linked-keys.ts';
import type { People, UserGroups } from '../../../workspace/people.ts';
import { decidersOf, type Role, roleOf } from '../../../workspace/roles.ts';
import type { Languages, SettingsOf } from '../../../workspace/settings.ts';
import { CHOOSE_LANGUAGE } from '../../../workspace/slack/events.ts';
import { OPEN_LINK, unlinkForm } from '../../../workspace/slack/link.ts';
import { auditList, settingsList } from '../../../workspace/slack/settings/list.ts';
import { balanceOf } from '../../draft.ts';
import type { Limit, Usage } from '../../limits.ts';
import { checkSender, readerProblem } from '../../sending/send-policy.ts';
import type { History } from '../../store/history.ts';
import type { AlertLinks, StopLinks } from '../../text-links.ts';
import { ACTION } from '../ids.ts';
import { belowTexts, ownTexts } from '../own-log.ts';
import type { Naming } from '../recipient-names.ts';

const MAX_OWN_TEXTS = 8;
/** A key is proven by a text that was sent with it. Checks this many of the newest texts. */
const MAX_PROOF_TEXTS = 50;

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
  clock: Clock;
};

type HomeFacts = {
  reader: HomeViewer;
  role: Role;
  maySend: boolean;
  /** People to ask if the viewer may not send. */
  deciders: string[];
  language: { own: Language | null; workspace: Language };
  texts: ReturnType<typeof ownTexts>;
  /** Null if unknown; `hidden` if the viewer may not see it. */
  balance: { amount: string; ageMs: number } | null | 'hidden';
  /** The viewer's texts today, and their limit. */
  today: Usage & { limit: Limit };
  management: Management | null;
};

type Management = {
  key: (LinkedKey & { held: HoldingCode | null; proven: boolean }) | null;
  waiting: number;
  today: Usage;
  senders: (Usage & { actor: string })[];
};

export async function gatherHome(parts: HomeParts, { workspace, userId }: UserRef): Promise<HomeFacts> {
  const { history, keys, people, userGroups, settings, languages, words, clock } = parts;
  const { naming, stopLinks, alertLinks } = parts;
  const asOf = clock.wall();
  const [answer, policy, key, texts, usage, own, workspaceLanguage, language] = await Promise.all([
    people.freshFacts(workspace, userId),
    settings.of(workspace),
    keys.linked(workspace),
    history.history(workspace, userId, MAX_OWN_TEXTS),
    history.usage(workspace, userId, asOf),
    languages.chosen(workspace, userId),
    languages.of(workspace, null),
    languages.of(workspace, userId),
  ]);
  const facts = answer.kind === 'known' ? answer.facts : null;
  // Without facts from Slack, a viewer doesn't see what only admins may see.
  const role = facts ? roleOf(userId, facts, policy) : 'other';
  const mayRead = readerProblem(answer, policy) === null;
  const numbers = texts.map(({ number }) => number);
  const [balance, show] = await Promise.all([
    balanceOf(parts, key),
    naming(workspace, userId, numbers, { ...policy, maskNumbers: true }),
  ]);
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  // Checked like one of the app's own buttons: the rule about channels is for typed commands.
  const attempt = { actor: userId, source: 'resend', replyTo: nowhere } as const;
  const refusal = await checkSender(attempt, answer, policy, id => userGroups.members(workspace, id));
  return {
    reader: {
      workspace,
      userId,
      words: words.in(language),
      asOf,
      manages: role !== 'other',
      mayRead,
      maskNumbers: policy.maskNumbers,
    },
    role,
    // A missing answer of Slack is no reason to refuse.
    maySend: !refusal || refusal.kind === 'unavailable' || refusal.kind === 'PERSON_UNKNOWN',
    deciders: refusal ? await decidersOf(people, workspace, policy, key) : [],
    language: { own, workspace: workspaceLanguage },
    texts: ownTexts(words.in(language), show, [stopLinks, alertLinks], texts),
    balance: mayRead ? balance : 'hidden',
    today: { ...usage, limit: policy.personCap },
    management: role === 'other' ? null : await gatherManagement(history, workspace, key, asOf),
  };
}

async function gatherManagement(
  history: History,
  workspace: string,
  key: LinkedKey | null,
  asOf: number,
): Promise<Management> {
  const [waiting, newest, today, month] = await Promise.all([
    key && history.waiting(workspace, key.fingerprint),
    key ? history.history(workspace, null, MAX_PROOF_TEXTS) : [],
    history.usage(workspace, null, asOf),
    history.usageByActor(workspace, startOfMonth(asOf), asOf),
  ]);
  const proven = newest.some(text => text.state === 'sent' && text.fingerprint === key?.fingerprint);
  return {
    key: key && { ...key, held: waiting?.held ?? null, proven },
    waiting: waiting?.texts ?? 0,
    today,
    senders: month.filter(sender => sender.texts > 0).toSorted((a, b) => b.texts - a.texts),
  };
}

const AS_WORKSPACE = 'workspace';

const MAX_SENDERS_NAMED = 10;

/**
 * A person's Home tab: what the app does, their own texts and language, and features' sections; for admins and managers, the
 * workspace's state.
 */
export async function homeView(facts: HomeFacts, parts: readonly HomeSection[]): Promise<HomeView> {
  const { reader, maySend } = facts;
  const { words, asOf } = reader;
  const [urgent, sections] = await Promise.all([
    Promise.all(parts.map(part => part.urgent?.(reader) ?? [])),
    Promise.all(parts.map(part => part.sections?.(reader) ?? [])),
  ]);
  const buttons = parts.flatMap(part => part.buttons?.(reader, maySend) ?? []);
  const send = button({ action: ACTION.compose, label: words.home.send, style: 'primary' });
  return {
    type: 'home',
    blocks: inView([
      ...urgent.flat(),
      header(words.home.title),
      section(words.home.intro),
      ...(maySend
        ? [actions(send, ...buttons)]
        : [
            section(words.home.mayNotSend(facts.deciders)),
            ...(buttons.length > 0 ? [actions(...buttons)] : []),
          ]),
      header(words.home.yourTexts),
      ...ownTextsBlocks(facts),
      ...belowTexts(words, parts),
      ...sections.flat(),
      ...(facts.management ? managementBlocks(facts, facts.management, parts) : []),
      header(words.home.language),
      languageBlock(facts),
      ...(maySend ? [section(words.commands.help(COMMAND))] : []),
      context(words.home.asOf(asOf)),
    ]),
  };
}

export function troubleView({ home }: Wording, sentence: string): HomeView {
  return { type: 'home', blocks: [header(home.title), section(sentence)] };
}

function ownTextsBlocks({ reader: { words }, texts, balance, today }: HomeFacts): KnownBlock[] {
  const { limit } = today;
  const used = { ...sumOf(today), mayTexts: limit.texts, mayCredits: limit.credits, open: today.open > 0 };
  return [
    section(words.home.today(used)),
    ...(texts.length > 0 ? texts.flatMap(({ blocks }) => blocks) : [section(words.commands.noLog)]),
    ...(balance === 'hidden' ? [] : [context(words.commands.balance(balance))]),
  ];
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

function managementBlocks(
  { reader: { words }, role }: HomeFacts,
  management: Management,
  parts: readonly HomeSection[],
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
    action: OPEN_LINK,
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
  const named = senders.slice(0, MAX_SENDERS_NAMED);
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

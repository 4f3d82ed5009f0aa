import type { Broadcast, Broadcasts } from '../../broadcasts/store/model.ts';
import type { Clock } from '../../kit/clock.ts';
import { startOfMonth } from '../../kit/day.ts';
import type { Language } from '../../kit/language.ts';
import type { HoldingCode } from '../../kit/problem.ts';
import type { Who } from '../../kit/slack/who.ts';
import type { Wording, WordsFor } from '../../kit/words/wording.ts';
import type { Rotas } from '../../rotas/book.ts';
import type { Rota } from '../../rotas/rota.ts';
import { unreachedAmong } from '../../rotas/slack/unreached.ts';
import type { Schedule } from '../../schedules/schedule.ts';
import { listed } from '../../schedules/slack/shown.ts';
import type { Schedules } from '../../schedules/store/model.ts';
import type { Limit, Usage } from '../../texts/limits.ts';
import { keyOf, type Omitted, type Recipient } from '../../texts/recipient.ts';
import { judgeReader, judgeSender } from '../../texts/sending/policy.ts';
import type { Reach } from '../../texts/sending/reach.ts';
import type { History } from '../../texts/store/history.ts';
import type { HistoryEntry } from '../../texts/store/model.ts';
import { decidersOf } from '../../workspace/deciders.ts';
import type { Languages } from '../../workspace/languages.ts';
import type { LinkedKey, LinkedKeys } from '../../workspace/linked-keys.ts';
import type { People, UserGroups } from '../../workspace/people.ts';
import { type Role, roleOf } from '../../workspace/roles.ts';
import type { SettingsOf } from '../../workspace/settings.ts';

const OWN_TEXTS = 8;
/** Among how many of the newest broadcasts those are looked for that a person may steer. */
const LATEST_BROADCASTS = 50;
/** How many of the newest texts we check for one sent with the key, which proves it. */
const PROOF_TEXTS = 50;

/** What the Home tab needs. */
export type HomeParts = {
  history: History;
  broadcasts: Pick<Broadcasts, 'of' | 'drafts'>;
  keys: LinkedKeys;
  people: People;
  userGroups: UserGroups;
  schedules: Pick<Schedules, 'of'>;
  rotas: Pick<Rotas, 'shown'>;
  reach: Reach;
  settings: SettingsOf;
  languages: Languages;
  words: Pick<WordsFor, 'in' | 'atOnce'>;
  clock: Clock;
};

/** Everything on a person's Home tab. */
export type HomeFacts = {
  userId: string;
  words: Wording;
  /** The time of day of all this. */
  asOf: number;
  role: Role;
  maySend: boolean;
  /** Whom to ask if they may not send. */
  deciders: string[];
  language: { own: Language | null; workspace: Language };
  texts: HistoryEntry[];
  /** Their broadcasts that wait to be reviewed. */
  drafts: Broadcast[];
  /** Null: not known yet; `hidden`: they may not see it. */
  balance: { amount: string; ageMs: number } | null | 'hidden';
  /** Whether they may see the workspace's contacts and groups. */
  seesPeople: boolean;
  /** What this person sent today, and their limit. */
  today: Usage & { limit: Limit };
  /** Broadcasts that this person may steer, the newest first. */
  broadcasts: Broadcast[];
  /** What is to be sent later, the next one first: their own, or everybody's if they manage. */
  schedules: Schedule[];
  /** Who takes turns being on call, for those who may see it. */
  rotas: Rota[];
  /** Who takes turns there, and can't be texted. */
  unreached: Omitted[];
  maskNumbers: boolean;
  /** Null for people who don't manage. */
  management: Management | null;
};

/** What admins and managers see of the workspace. */
export type Management = {
  key: (LinkedKey & { held: HoldingCode | null; proven: boolean }) | null;
  waiting: number;
  today: Usage;
  /** This month so far, the biggest senders first. */
  senders: (Usage & { actor: string })[];
};

export async function gatherHome(parts: HomeParts, { workspace, userId }: Who): Promise<HomeFacts> {
  const {
    history,
    broadcasts,
    schedules,
    rotas,
    keys,
    people,
    userGroups,
    settings,
    languages,
    words,
    clock,
  } = parts;
  const asOf = clock.wall();
  const [asked, policy, key, texts, drafts, usage, own, workspaceLanguage, language, all, planned, duty] =
    await Promise.all([
      people.freshFacts(workspace, userId),
      settings.of(workspace),
      keys.linked(workspace),
      history.history(workspace, userId, OWN_TEXTS),
      broadcasts.drafts(workspace),
      history.usage(workspace, userId, asOf),
      languages.chosen(workspace, userId),
      languages.of(workspace, null),
      languages.of(workspace, userId),
      broadcasts.of(workspace, LATEST_BROADCASTS),
      schedules.of(workspace),
      rotas.shown(workspace),
    ]);
  const facts = asked.kind === 'known' ? asked.facts : null;
  // While Slack doesn't say who it is, nobody sees what only admins may see.
  const role = facts ? roleOf(userId, facts, policy) : 'other';
  const mayRead = judgeReader(asked, policy) === null;
  const last = key && (await history.balance(key.fingerprint));
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  // Judged like one of the app's own buttons: the rule about channels is for people who type in one.
  const asking = { actor: userId, source: 'again', replyTo: nowhere } as const;
  const refusal = await judgeSender(asking, asked, policy, id => userGroups.members(workspace, id));
  return {
    userId,
    words: words.in(language),
    asOf,
    role,
    // An answer that Slack doesn't give is no reason to refuse.
    maySend: !refusal || refusal.kind === 'silent' || refusal.kind === 'PERSON_UNKNOWN',
    deciders: refusal ? await decidersOf(people, workspace, policy, key) : [],
    language: { own, workspace: workspaceLanguage },
    texts,
    drafts: drafts.filter(({ ask, state }) => ask.by === userId && state === 'review'),
    balance: mayRead ? last && { amount: last.balance, ageMs: clock.now() - last.at } : 'hidden',
    seesPeople: mayRead,
    today: { ...usage, limit: policy.personCap },
    broadcasts: all.filter(({ ask }) => role !== 'other' || ask.by === userId),
    schedules: listed(planned, role === 'other' ? userId : null),
    rotas: mayRead ? duty : [],
    unreached: mayRead ? await unreachedAmong(parts, workspace, everybodyIn(duty)) : [],
    maskNumbers: policy.maskNumbers,
    management: role === 'other' ? null : await gatherManagement(history, workspace, key, asOf),
  };
}

/** Each once. */
const everybodyIn = (rotas: readonly Rota[]): Recipient[] => [
  ...new Map(rotas.flatMap(({ people }) => people.map(who => [keyOf(who), who] as const))).values(),
];

async function gatherManagement(
  history: History,
  workspace: string,
  key: LinkedKey | null,
  asOf: number,
): Promise<Management> {
  const [waiting, newest, today, month] = await Promise.all([
    key && history.waiting(workspace, key.fingerprint),
    key ? history.history(workspace, null, PROOF_TEXTS) : [],
    history.usage(workspace, null, asOf),
    history.usageByActor(workspace, startOfMonth(asOf), asOf),
  ]);
  const proven = newest.some(text => text.state === 'sent' && text.fingerprint === key?.fingerprint);
  return {
    key: key && { ...key, held: waiting?.held ?? null, proven },
    waiting: waiting?.texts ?? 0,
    today,
    senders: month.filter(one => one.texts > 0).toSorted((a, b) => b.texts - a.texts),
  };
}

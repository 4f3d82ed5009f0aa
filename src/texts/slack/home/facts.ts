import type { Clock } from '../../../kit/clock.ts';
import { startOfMonth } from '../../../kit/day.ts';
import type { Language } from '../../../kit/language.ts';
import type { HoldingCode } from '../../../kit/problem.ts';
import type { HomeReader } from '../../../kit/slack/home-part.ts';
import type { Who } from '../../../kit/slack/who.ts';
import type { WordsFor } from '../../../kit/words/wording.ts';
import { decidersOf } from '../../../workspace/deciders.ts';
import type { Languages } from '../../../workspace/languages.ts';
import type { LinkedKey, LinkedKeys } from '../../../workspace/linked-keys.ts';
import type { People, UserGroups } from '../../../workspace/people.ts';
import { type Role, roleOf } from '../../../workspace/roles.ts';
import type { SettingsOf } from '../../../workspace/settings.ts';
import type { Limit, Usage } from '../../limits.ts';
import { judgeReader, judgeSender } from '../../sending/decide.ts';
import type { History } from '../../store/history.ts';
import type { HistoryEntry } from '../../store/model.ts';

const OWN_TEXTS = 8;
/** How many of the newest texts we check for one sent with the key, which proves it. */
const PROOF_TEXTS = 50;

/** What the Home tab needs. */
export type HomeParts = {
  history: History;
  keys: LinkedKeys;
  people: People;
  userGroups: UserGroups;
  settings: SettingsOf;
  languages: Languages;
  words: Pick<WordsFor, 'in' | 'atOnce'>;
  clock: Clock;
};

/** Everything on a person's Home tab. */
export type HomeFacts = {
  reader: HomeReader;
  role: Role;
  maySend: boolean;
  /** Whom to ask if they may not send. */
  deciders: string[];
  language: { own: Language | null; workspace: Language };
  texts: HistoryEntry[];
  /** Null: not known yet; `hidden`: they may not see it. */
  balance: { amount: string; ageMs: number } | null | 'hidden';
  /** What this person sent today, and their limit. */
  today: Usage & { limit: Limit };
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
  const { history, keys, people, userGroups, settings, languages, words, clock } = parts;
  const asOf = clock.wall();
  const [asked, policy, key, texts, usage, own, workspaceLanguage, language] = await Promise.all([
    people.freshFacts(workspace, userId),
    settings.of(workspace),
    keys.linked(workspace),
    history.history(workspace, userId, OWN_TEXTS),
    history.usage(workspace, userId, asOf),
    languages.chosen(workspace, userId),
    languages.of(workspace, null),
    languages.of(workspace, userId),
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
    reader: {
      ...{ workspace, userId, words: words.in(language), asOf },
      ...{ manages: role !== 'other', mayRead, maskNumbers: policy.maskNumbers },
    },
    role,
    // An answer that Slack doesn't give is no reason to refuse.
    maySend: !refusal || refusal.kind === 'silent' || refusal.kind === 'PERSON_UNKNOWN',
    deciders: refusal ? await decidersOf(people, workspace, policy, key) : [],
    language: { own, workspace: workspaceLanguage },
    texts,
    balance: mayRead ? last && { amount: last.balance, ageMs: clock.now() - last.at } : 'hidden',
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

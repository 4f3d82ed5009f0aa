import type { Clock } from '../../domain/clock.ts';
import type { Language } from '../../domain/intent.ts';
import type { HoldingCode } from '../../domain/problem.ts';
import { judgeSender } from '../../sending/policy.ts';
import type { HistoryEntry, Outbox } from '../../storage/ports.ts';
import { type Wording, wordingIn } from '../../wording/index.ts';
import type { Languages } from '../../workspaces/languages.ts';
import type { LinkedKey, LinkedKeys } from '../../workspaces/linked-keys.ts';
import type { People, UserGroups } from '../../workspaces/people.ts';
import { type Role, roleOf } from '../../workspaces/roles.ts';
import type { SettingsOf } from '../../workspaces/settings.ts';
import type { Who } from '../who.ts';

const OWN_TEXTS = 8;
/** Among so many of the newest texts, one that went out with the key proves it. */
const PROOF_TEXTS = 50;

/** What the Home tab is made of. */
export type HomeParts = {
  outbox: Outbox;
  keys: LinkedKeys;
  people: People;
  userGroups: UserGroups;
  settings: SettingsOf;
  languages: Languages;
  clock: Clock;
};

/** All that a person's Home tab says. */
export type HomeFacts = {
  words: Wording;
  now: number;
  role: Role;
  maySend: boolean;
  /** Whom to ask who may not. */
  deciders: string[];
  language: { own: Language | null; workspace: Language };
  texts: HistoryEntry[];
  balance: { amount: string; ageMs: number } | null;
  /** Null for those who do not manage. */
  management: {
    key: (LinkedKey & { held: HoldingCode | null; proven: boolean }) | null;
    waiting: number;
  } | null;
};

export async function gatherHome(parts: HomeParts, { workspace, userId }: Who): Promise<HomeFacts> {
  const { outbox, keys, people, userGroups, settings, languages, clock } = parts;
  const [asked, policy, key, texts, own, workspaceLanguage, language] = await Promise.all([
    people.freshFacts(workspace, userId),
    settings.of(workspace),
    keys.linked(workspace),
    outbox.history(workspace, userId, OWN_TEXTS),
    languages.chosen(workspace, userId),
    languages.of(workspace, null),
    languages.of(workspace, userId),
  ]);
  const facts = asked.kind === 'known' ? asked.facts : null;
  // While Slack does not say who it is, nobody sees what only admins may.
  const role = facts ? roleOf(userId, facts, policy) : 'other';
  const last = key && (await outbox.balance(key.fingerprint));
  const nowhere = { responseUrl: null, channel: '', userId, threadTs: null, threadLink: null };
  // As one of the app's own buttons would be judged: the rule about channels is for who types in one.
  const asking = { actor: userId, source: 'again', answer: nowhere } as const;
  const refusal = await judgeSender(asking, asked, policy, id => userGroups.members(workspace, id));
  const now = clock.now();
  return {
    words: wordingIn(language),
    now,
    role,
    maySend: refusal === null || refusal === 'silent',
    deciders: [...new Set([...policy.managers, ...(key ? [key.linkedBy] : [])])],
    language: { own, workspace: workspaceLanguage },
    texts,
    balance: last && { amount: last.balance, ageMs: now - last.at },
    management: role === 'other' ? null : await gatherManagement(outbox, workspace, key),
  };
}

async function gatherManagement(
  outbox: Outbox,
  workspace: string,
  key: LinkedKey | null,
): Promise<NonNullable<HomeFacts['management']>> {
  if (!key) return { key: null, waiting: 0 };
  const [waiting, newest] = await Promise.all([
    outbox.waiting(workspace, key.fingerprint),
    outbox.history(workspace, null, PROOF_TEXTS),
  ]);
  const proven = newest.some(text => text.state === 'sent' && text.fingerprint === key.fingerprint);
  return { key: { ...key, held: waiting.held, proven }, waiting: waiting.texts };
}

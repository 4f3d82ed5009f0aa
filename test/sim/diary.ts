import type { EventDelivery, Post } from '../../src/playground/index.ts';
import type { FunctionRun } from '../../src/playground/world/types.ts';
import type { HistoryEntry } from '../../src/texts/store/model.ts';
import type { SeenRequest } from './service.ts';

/*
 * What people and programs did in a story, and what they saw: the facts that the oracle judges by. Nothing in it comes from
 * inside the app, but the texts as its history shows them.
 */

/**
 * What somebody was told at once. `taken`: the plain ack. `nothing`: a sentence that nothing was sent. `unsure`: that the app
 * couldn't confirm it. `none`: no answer, or too late. `refused`: the app was sure that it wasn't Slack's.
 */
export type FirstAnswer = 'taken' | 'nothing' | 'unsure' | 'none' | 'refused' | `odd: ${string}`;

/** A text that a person asked for. Its message is its own, and its number is nobody else's. */
export type DiaryText = {
  team: string;
  user: string;
  number: string;
  /** As posts show it. */
  masked: string;
  message: string;
  at: number;
  answers: FirstAnswer[];
  /** How often somebody asked for it once more, knowing that it may be sent twice. */
  again: number;
  /** Somebody typed the same once more. */
  typedAgain: boolean;
  /** Why it must not be sent at all; null: it may. */
  mustNot: string | null;
  /** Why it is to be sent if nothing outside is in trouble; null: it may be refused for all that is known. */
  mustGo: string | null;
  /** When it was cancelled by somebody who was told so. */
  cancelledAt: number | null;
  /** Whoever asked for it pressed Cancel. */
  mayBeCancelled: boolean;
  /** When somebody was told that nobody knows whether it went out. */
  uncertainAt: number | null;
  /** It is on disk, though nobody heard so. */
  isWritten: boolean;
};

/** What a hook does with what it is told, as its form says it. */
export type HookRules = {
  team: string;
  /** Whom it texts, in turn, each step by numbers; the first are the hook's own. */
  steps: string[][];
  /** How long the people of each step have, in milliseconds. */
  waitsMs: number[];
  rounds: number;
  /** Who comes on call later, and when: then the same step is theirs. */
  later?: { number: string; at: number };
  /** Between these times of day only critical alerts are texted; null: at any time. */
  quiet: { from: string; to: string } | null;
  /** How many texts a day. */
  daily: number | null;
  /** How many credits a day, as it is typed. */
  credits: string | null;
};

/** Something that fires, and ends. Its name is its own, and stands in each of its texts. */
export type Incident = {
  hook: HookRules;
  name: string;
  isCritical: boolean;
  /** Many fire at once, so not each is named in a text. */
  isOfStorm: boolean;
  /** Who answers it, and when, is told with it: nobody else does. */
  isScripted: boolean;
  /** Whom it is for; null: those whom its hook names. */
  to: string[] | null;
  /** Why nobody is to be texted of it; null: they may be. */
  mustNot: string | null;
  /** So its hook doesn't take the call. */
  isRefused: boolean;
  /** Nothing ends it, so that nobody can do anything about it after an hour. */
  isSingle: boolean;
  /** Nobody is texted before, and everybody by then; null: whenever it fires. */
  notBefore: number | null;
  mustBy: number | null;
  /** Somebody is texted by then. */
  someBy: number | null;
  /** Who pressed, and has no say: nothing may say that it is theirs. */
  notBy: string[];
  /** When the hook said that it has it (202), and that it is over; null: it never did. */
  firedAt: number | null;
  resolvedAt: number | null;
  /** When whoever said that it is over was told that this is known. */
  overAt: number | null;
  /** When somebody was told that they have it, and when they gave it back. */
  takenAt: number | null;
  givenBackAt: number | null;
  /** Somebody pressed, and heard nothing: it may be theirs. */
  mayBeTaken: boolean;
};

/** A job that is to call its hook regularly. */
export type Heartbeat = {
  hook: HookRules;
  name: string;
  everyMs: number;
  calls: number[];
  /** It calls whenever somebody could hear it. */
  doNotTextStops: boolean;
  stoppedAt: number | null;
  backAt: number | null;
};

/** Something that is sent to many, one by one. */
export type DiaryBroadcast = {
  team: string;
  by: string;
  /** Unique words in each of its texts. */
  words: string;
  /** What its author types. */
  message: string;
  numbers: string[];
  /** Those of them who are never texted. */
  doNotText: string[];
  /** A group of that name; null: their numbers were pasted. */
  group: string | null;
  /** What happens to it is told with it: nobody else steers it, and nothing outside is in trouble. */
  isScripted: boolean;
  /** Why it must not be sent; null: it may. */
  mustNot: string | null;
  /** What it may cost. */
  limit: number | null;
  /** Its author pressed Cancel. */
  isCancelled: boolean;
  startedAt: number | null;
  /** When it was seen to pause although its author hadn't asked for it, and when its author pressed Resume. */
  pauses: number[];
  resumes: number[];
  /** Its author pressed Pause, lately. */
  isHeldByAuthor: boolean;
  /** When somebody was told that it was cancelled, or that it pauses. */
  cancelledAt: number | null;
  pausedAt: number | null;
};

export type Diary = {
  texts: DiaryText[];
  /** Texts to several people by one line: they are judged as they go out only. */
  several: DiaryText[];
  /** How many texts one person may send a day; null: any number. */
  most: number | null;
  wasLimited: boolean;
  /** How many texts workflows may send a day, and since when. */
  maxSteps: { texts: number; from: number } | null;
  /** Since when nothing outside is in trouble any more. */
  wellFrom: number | null;
  /** When an admin let go what a key held up, or linked one. */
  releases: { team: string; at: number }[];

  /** Runs of the app's step in a workflow, with the text that each asks for. */
  steps: { text: DiaryText; run: FunctionRun; delivery: EventDelivery }[];
  incidents: Incident[];
  heartbeats: Heartbeat[];
  /** When more alerts than a minute has room for came at once, on which key. */
  crowds: { key: string; at: number }[];
  broadcasts: DiaryBroadcast[];
  /** Posts whose button was pressed that sends once more: however often it is pressed, it does so once. */
  sentAgainFrom: WeakSet<object>;
  /** Whose uncertain texts somebody sent again, however they came about. */
  sentAgain: { team: string; masked: string }[];
  /** Numbers that are never to be texted, since when. */
  doNotText: { team: string; number: string; at: number }[];
  /** Whom somebody had erased: by number, the words of the texts to them, when it was said that nothing of them is left, and what was. */
  erased: { team: string; number: string; words: string; at: number | null; remains: string[] }[];
  /** Numbers that a workspace's settings block. */
  blocked: string[];
  /** What a search offered people who may see nothing of what the workspace keeps. */
  offered: { user: string; what: string }[];
  /** Which workspace's key it is, or was. */
  teamOfKey: Map<string, string>;
  /** What must be in nothing that others see. */
  secrets: string[];
  /** When somebody was told that no key is linked any more; null: one is. */
  unlinked: { team: string; at: number } | null;
  wasUnlinked: boolean;
  /** Numbers of texts whose outcome the store had no room for at first. */
  unrecorded: string[];
  /** What somebody waited for in vain, in words. */
  waitedInVain: string[];
  /** The app's clock was set: then Slack's signatures may be too old for it. */
  wasSet: boolean;
  /** Some machine slept. */
  hasSlept: boolean;
  /** How many commits the store forgot. */
  forgotten: number;
};

/** All that there is to judge. */
export type Evidence = Diary & {
  requests: readonly SeenRequest[];
  posts: readonly Post[];
  /** As the app's history shows them; empty while a story runs. */
  stored: readonly HistoryEntry[];
  deaths: readonly number[];
  /** The SMS service had no trouble: whatever is late is late by the app's own doing. */
  isServiceWell: boolean;
  /** Nor did the app's machines, clocks and accounts. */
  isCalm: boolean;
  /** How many requests of one key were open at most. */
  mostOpen: number;
  /** One process runs, so it knows of each request. */
  isAlone: boolean;
  /** How many questions about a key found its minute full. */
  overfullProbes: number;
  /** Whether a commit was lost or unheard of: then what is promised is less. */
  lostCommits: number;
  /** What the app sent to Slack, and its log. */
  slackCalls: readonly { at: number; team: string; method: string; body: string }[];
  logged: readonly string[];
  /** Addresses that the app asked and that aren't Slack's. */
  elsewhere: readonly string[];
  now: number;
};

/** A text that somebody is about to ask for. */
export const newText = (
  text: Pick<DiaryText, 'team' | 'user' | 'number' | 'message'> & Partial<DiaryText>,
): DiaryText => ({
  masked: masked(text.number),
  at: 0,
  answers: [],
  again: 0,
  typedAgain: false,
  mustNot: null,
  mustGo: null,
  cancelledAt: null,
  mayBeCancelled: false,
  uncertainAt: null,
  isWritten: false,
  ...text,
});

/** A broadcast that somebody is about to make. */
export const newBroadcast = (
  broadcast: Pick<DiaryBroadcast, 'team' | 'by' | 'words' | 'numbers'> & Partial<DiaryBroadcast>,
): DiaryBroadcast => ({
  message: `${broadcast.words}, come on Monday`,
  doNotText: [],
  group: null,
  isScripted: false,
  mustNot: null,
  limit: null,
  isCancelled: false,
  startedAt: null,
  pauses: [],
  resumes: [],
  isHeldByAuthor: false,
  cancelledAt: null,
  pausedAt: null,
  ...broadcast,
});

export const newDiary = (): Diary => ({
  several: [],
  most: null,
  wasLimited: false,
  maxSteps: null,
  wellFrom: null,
  releases: [],
  texts: [],
  steps: [],
  incidents: [],
  heartbeats: [],
  crowds: [],
  broadcasts: [],
  doNotText: [],
  sentAgain: [],
  sentAgainFrom: new WeakSet(),
  blocked: [],
  erased: [],
  offered: [],
  teamOfKey: new Map(),
  secrets: [],
  unlinked: null,
  wasUnlinked: false,
  unrecorded: [],
  waitedInVain: [],
  wasSet: false,
  hasSlept: false,
  forgotten: 0,
});

/** Whether a request may have reached somebody, as far as anyone but the service can tell. */
export const mayHaveGone = (request: SeenRequest): boolean => !request.refused;

/** The service refuses a key or its account with these, and nothing goes with it until an admin lets it go. */
export const HOLDING = ['INVALID_API_KEY', 'ACCOUNT_SUSPENDED', 'INSUFFICIENT_CREDITS'];

/** Refused with a code after which the same text is sent later without a person. */
export const waitsAfter = ({ refused, came }: SeenRequest): boolean =>
  refused && [...HOLDING, 'RATE_LIMITED', 'MISSING_API_KEY'].includes(came);

export const masked = (number: string): string => `${number.slice(0, 3)}••••${number.slice(-4)}`;

/** Whether a post is about this broadcast: it says to whom it goes. */
export const isAbout = ({ team, group, numbers }: DiaryBroadcast, { teamId, text, blocks }: Post): boolean =>
  teamId === team && JSON.stringify([text, blocks]).includes(group ?? masked(numbers[0] ?? '').slice(0, 7));

/** A time of day, to the millisecond; `-`: never. */
export const when = (at: number | null): string =>
  at === null ? '-' : new Date(at).toISOString().slice(11, 23);

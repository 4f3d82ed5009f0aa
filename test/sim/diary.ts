import type { EventDelivery, Post } from '../../src/playground/index.ts';
import type { FunctionRun } from '../../src/playground/world/types.ts';
import type { HistoryEntry } from '../../src/texts/store/model.ts';
import type { SeenRequest } from './service.ts';

/*
 * Everything that people and programs did in a story and saw: the facts that the oracle judges by. Nothing in it comes from
 * inside the app, except the texts as its history shows them.
 */

/**
 * The first answer to a command. `taken`: the plain ack. `nothing`: a sentence that nothing was sent. `unsure`: the app
 * couldn't confirm it. `none`: no answer, or a late one. `refused`: the app was sure that Slack didn't send the command.
 */
export type FirstAnswer = 'taken' | 'nothing' | 'unsure' | 'none' | 'refused' | `odd: ${string}`;

/** A text that a person asked for. No other text has its message or its number. */
export type DiaryText = {
  team: string;
  user: string;
  number: string;
  /** The number as posts show it. */
  masked: string;
  message: string;
  at: number;
  answers: FirstAnswer[];
  /** The number of requests to send it again, from people who know that it may go out twice. */
  again: number;
  /** The same number and message were typed again. */
  typedAgain: boolean;
  /** The reason not to send it; null if it may be sent. */
  mustNot: string | null;
  /** The reason that it must be sent as long as nothing outside is in trouble; null if it may be refused. */
  mustGo: string | null;
  /** When a post said that it was cancelled. */
  cancelledAt: number | null;
  /** Its sender pressed Cancel. */
  mayBeCancelled: boolean;
  /** When a post said that it may or may not have been sent. */
  uncertainAt: number | null;
  /** The store has it, though the app never heard so. */
  isWritten: boolean;
};

/** The settings of a hook's form. */
export type HookRules = {
  team: string;
  /** The numbers of each step; the first step's are the hook's own recipients. */
  steps: string[][];
  /** The time in milliseconds that each step has before the next one. */
  waitsMs: number[];
  rounds: number;
  /** The number that comes on call at a later time; the first step is theirs from then on. */
  later?: { number: string; at: number };
  /** Times of day between which only critical alerts are texted; null for none. */
  quiet: { from: string; to: string } | null;
  /** The daily limit of texts. */
  daily: number | null;
  /** The daily limit of credits, as an admin types it. */
  credits: string | null;
};

/** An alert that fires and is resolved. Its name is unique and stands in each text about it. */
export type Incident = {
  hook: HookRules;
  name: string;
  isCritical: boolean;
  /** Part of a storm, so a text may not name it. */
  isOfStorm: boolean;
  /** The scene decides who acknowledges it and when; nobody else does. */
  isScripted: boolean;
  /** The numbers that its sender names; null for the hook's own recipients. */
  to: string[] | null;
  /** The reason that no text about it may go out; null if texts may. */
  mustNot: string | null;
  /** For that reason, its hook refuses the call. */
  isRefused: boolean;
  /** No call ever resolves it, so it can't be acknowledged after an hour. */
  isSingle: boolean;
  /** No text goes out before `notBefore`, and all recipients are texted by `mustBy`; null for no such time. */
  notBefore: number | null;
  mustBy: number | null;
  /** At least one recipient is texted by then. */
  someBy: number | null;
  /** People who pressed without permission or too late: no post may say that they acknowledged it. */
  notBy: string[];
  /** When the hook accepted the call that fires it, and when its sender resolved it; null for never. */
  firedAt: number | null;
  resolvedAt: number | null;
  /** When the hook accepted the call that resolves it. */
  overAt: number | null;
  /** When the app confirmed an acknowledgement, and when it was given back. */
  takenAt: number | null;
  givenBackAt: number | null;
  /** A person pressed Acknowledge and got no answer, so it may be acknowledged. */
  mayBeTaken: boolean;
};

/** A job that must call its hook regularly. */
export type Heartbeat = {
  hook: HookRules;
  name: string;
  everyMs: number;
  calls: number[];
  /** The job never stops, so its silence must not be texted. */
  doNotTextStops: boolean;
  stoppedAt: number | null;
  backAt: number | null;
};

/** A broadcast. */
export type DiaryBroadcast = {
  team: string;
  by: string;
  /** Unique words in each of its texts. */
  words: string;
  message: string;
  numbers: string[];
  /** Those of `numbers` that are marked "never text". */
  doNotText: string[];
  /** The group's name; null if the numbers were pasted. */
  group: string | null;
  /** The scene decides everything that happens to it: nobody else pauses or cancels it, and nothing outside is in trouble. */
  isScripted: boolean;
  /** The reason not to send it; null if it may be sent. */
  mustNot: string | null;
  /** Its credit limit. */
  limit: number | null;
  isCancelled: boolean;
  startedAt: number | null;
  /** When it paused without its author's request, and when its author pressed Resume. */
  pauses: number[];
  resumes: number[];
  /** Its author pressed Pause, and hasn't pressed Resume since. */
  isHeldByAuthor: boolean;
  /** When a post said that it was cancelled, or is paused. */
  cancelledAt: number | null;
  pausedAt: number | null;
};

export type Diary = {
  texts: DiaryText[];
  /** Texts of one command to several people. They are judged only as they go out. */
  several: DiaryText[];
  /** The daily limit of texts per person; null for no limit. */
  maxTexts: number | null;
  wasLimited: boolean;
  /** The daily limit of texts by workflows, and since when it holds. */
  maxSteps: { texts: number; from: number } | null;
  /** Since when nothing outside is in trouble. */
  wellFrom: number | null;
  /** When an admin released what a key held up, or linked a key. */
  releases: { team: string; at: number }[];

  /** Runs of the app's step in a workflow, each with its text. */
  steps: { text: DiaryText; run: FunctionRun; delivery: EventDelivery }[];
  incidents: Incident[];
  heartbeats: Heartbeat[];
  /** When more alerts came at once on a key than its minute has room for. */
  crowds: { key: string; at: number }[];
  broadcasts: DiaryBroadcast[];
  /** Posts whose "Send again" was pressed. A post's button sends once, however often it is pressed. */
  sentAgainFrom: WeakSet<object>;
  /** Numbers to which people sent an uncertain text again. */
  sentAgain: { team: string; masked: string }[];
  /** Numbers that are marked "never text", and since when. */
  doNotText: { team: string; number: string; at: number }[];
  /**
   * Erased people: their number, the words of the texts to them, when the app said that they are erased, and the records
   * that still named them then.
   */
  erased: { team: string; number: string; words: string; at: number | null; remains: string[] }[];
  /** Numbers on a workspace's block list. */
  blocked: string[];
  /** Search results shown to people who may see nothing that the workspace stores. */
  offered: { user: string; what: string }[];
  /** The workspace of each key, by key. */
  teamOfKey: Map<string, string>;
  /** Secrets that no post, log line or other workspace may contain. */
  secrets: string[];
  /** When the app said that a workspace's key is unlinked; null while one is linked. */
  unlinked: { team: string; at: number } | null;
  wasUnlinked: boolean;
  /** Numbers of texts whose outcome the store refused at first because it was full. */
  unrecorded: string[];
  /** Promises that weren't kept in time, in words. */
  waitedInVain: string[];
  /** The app's clock was set, so it may find Slack's signatures too old. */
  wasSet: boolean;
  hasSlept: boolean;
  /** The number of commits that the store lost. */
  forgotten: number;
};

/** Everything that the oracle judges by. */
export type Evidence = Diary & {
  requests: readonly SeenRequest[];
  posts: readonly Post[];
  /** Texts as the app's history shows them; empty while a story runs. */
  stored: readonly HistoryEntry[];
  deaths: readonly number[];
  /** The SMS service had no trouble, so the app caused every delay. */
  isServiceWell: boolean;
  /** The app's machines, clocks and accounts had no trouble either. */
  isCalm: boolean;
  /** The most requests of one key that were open at once. */
  maxOpen: number;
  /** Only one process runs, so it knows of each request. */
  isAlone: boolean;
  /** The number of probes of a key that found its minute full. */
  overfullProbes: number;
  /** The number of commits that were lost or whose answer was lost; promises are weaker then. */
  lostCommits: number;
  /** The app's calls to Slack, and its log. */
  slackCalls: readonly { at: number; team: string; method: string; body: string }[];
  logged: readonly string[];
  /** Addresses other than Slack's that the app requested. */
  elsewhere: readonly string[];
  now: number;
};

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
  maxTexts: null,
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

/** True if a request may have reached its reader, as far as anyone but the SMS service can tell. */
export const mayHaveGone = (request: SeenRequest): boolean => !request.refused;

/** Codes that refuse a key or its account. Texts with the key wait until an admin releases them. */
export const HOLDING = ['INVALID_API_KEY', 'ACCOUNT_SUSPENDED', 'INSUFFICIENT_CREDITS'];

/** True if the request was refused with a code after which the app sends the text later by itself. */
export const waitsAfter = ({ refused, came }: SeenRequest): boolean =>
  refused && [...HOLDING, 'RATE_LIMITED', 'MISSING_API_KEY'].includes(came);

export const masked = (number: string): string => `${number.slice(0, 3)}••••${number.slice(-4)}`;

/** True if a post is about this broadcast: it names the recipients. */
export const isAbout = ({ team, group, numbers }: DiaryBroadcast, { teamId, text, blocks }: Post): boolean =>
  teamId === team && JSON.stringify([text, blocks]).includes(group ?? masked(numbers[0] ?? '').slice(0, 7));

/** A time of day, to the millisecond; `-` for null. */
export const when = (at: number | null): string =>
  at === null ? '-' : new Date(at).toISOString().slice(11, 23);

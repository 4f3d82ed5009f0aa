import type { NumberFault } from '../domain/number.ts';
import type { Encoding } from '../domain/parts.ts';
import type { Problem, ServiceCode } from '../domain/problem.ts';
import type { TextState, UncertainReason, WaitReason } from '../domain/text.ts';
import type { AlertWords } from './alerts-types.ts';
import type { HomeWording } from './home/types.ts';
import type { HooksWording } from './hooks/types.ts';
import type { ListsWording } from './settings/lists-types.ts';
import type { AuditWording, SettingsWording } from './settings/types.ts';

/** What a sentence about a refusal may need beside the problem itself. */
export type Around = {
  /** Whom to ask, as a Slack user id: who linked the key. */
  ask: string | null;
  /** Whom to ask about a rule, as Slack user ids: managers and who linked the key, else admins. */
  deciders: string[];
  /** The balance after the last send, and how long ago that was. */
  balance: { amount: string; ageMs: number } | null;
};

/** Problems of one recipient among several. */
type LeftOutKind =
  | 'NUMBER_INVALID'
  | 'TEAMMATE_UNKNOWN'
  | 'TEAMMATE_WITHOUT_NUMBER'
  | 'TEAMMATE_NUMBER_INVALID'
  | 'TEAMMATE_DEACTIVATED'
  | 'PERSON_UNKNOWN'
  | 'GROUP_UNKNOWN'
  | 'GROUP_EMPTY'
  | 'GROUP_UNREADABLE'
  | 'LIST_UNKNOWN'
  | 'LIST_EMPTY'
  | 'NUMBER_BLOCKED'
  | 'EXPIRED';

/** A recipient as it may be shown: masked. */
type Masked = { number: string };

type PageText = { title: string; text: string };

/**
 * Every sentence a person reads. Each language is one object of this type, so a sentence that is missing does
 * not compile. What people or the service wrote comes in harmless; user ids become mentions.
 */
export type Wording = {
  alert: AlertWords;
  /** One plain sentence or two: what is wrong, and what to do. */
  problem: { [K in Problem['kind']]: (problem: Extract<Problem, { kind: K }>, around: Around) => string };
  /** What the service's refusals mean here. */
  service: Record<ServiceCode, (around: Around) => string>;
  uncertainBecause: Record<UncertainReason, string>;
  waitingBecause: Record<WaitReason, string>;
  receipt: {
    sent(text: Masked & { actor: string }): string;
    facts(text: { parts: number; cost: string | null; balance: string | null; logId: string | null }): string;
    refused(text: Masked & { because: string }): string;
    cancelled(text: Masked): string;
    uncertain(text: Masked & { actor: string; because: string }): string;
    sentAgain(text: Masked & { by: string }): string;
    /** To the admin who linked the key: nothing goes until somebody mends it. */
    held(because: string): string;
    /** To who manages the workspace and who linked the key. */
    lowBalance(low: { balance: string; below: string }): string;
    /**
     * @param end how its wait ends: it goes by itself then; or lapses, since it would go too late; null: it goes as soon
     *   as what it waits for is over, and nobody knows when that is
     */
    waiting(
      text: Masked & { because: string; end: { goesInMs: number } | { lapsesInMs: number } | null },
    ): string;
    /** Under a result that could not be posted in its thread. */
    about(link: string): string;
    question(earlier: { agoMs: number; byYou: boolean; actor: string; number: string }): string;
  };
  /** Why somebody gets no text though others may: a clause that follows who it is. */
  leftOut: {
    [K in LeftOutKind]: (problem: Extract<Problem, { kind: K }>) => string;
  };
  /** What a workflow's step says when it ends. */
  step: {
    nobody(lines: string[]): string;
    counts(tally: {
      recipients: number;
      sent: number;
      uncertain: number;
      waiting: number;
      failed: number;
    }): string;
    line(who: string, because: string): string;
    more(count: number): string;
    waiting: string;
    uncertain(because: string): string;
    /** To an admin: what a workflow did not send though it was told that it waits, or does not say itself. */
    notSent(summary: string): string;
  };
  state: Record<TextState, string>;
  button: {
    cancel: string;
    sendAgain: string;
    sendAnyway: string;
    tryAgain: string;
    linkKey: string;
    plainQuotes: string;
  };
  confirm: {
    sendAgain: { title: string; text: string; confirm: string; deny: string };
  };
  said: {
    reopened(by: string): string;
    sendingAnyway: string;
    help(command: string): string;
    balance(known: { amount: string; ageMs: number } | null): string;
    held(because: string, waiting: number): string;
    linkedBy(by: string, at: number): string;
    noLog: string;
    log(lines: string[]): string;
    logLine(entry: {
      at: number;
      number: string;
      actor: string;
      state: TextState;
      parts: number;
      cost: string | null;
      logId: string | null;
    }): string;
    modalDidNotOpen(command: string): string;
  };
  link: {
    title: string;
    oneMoment: string;
    intro: string;
    already(by: string, at: number): string;
    label: string;
    hint: string;
    submit: string;
    close: string;
    cancel: string;
    checking: string;
    /** The service's certain news about the key that was typed. */
    refused: Record<'INVALID_API_KEY' | 'ACCOUNT_SUSPENDED', string>;
    saved(command: string): string;
    unproven: string;
    /** In place of both: the service could not be asked. */
    unreachable: string;
  };
  /** The form that makes a text. */
  compose: {
    title: string;
    number: string;
    teammate: string;
    chooseTeammate: string;
    message: string;
    send: string;
    /** On the button that sends, where it fits. */
    sendFor(text: { parts: number; cost: string | null }): string;
    recipientMissing: string;
    twoRecipients: string;
    numberWrong(why: NumberFault): string;
    messageMissing: string;
    messageTooLong(message: { characters: number; limit: number }): string;
    /** The number of a teammate's profile, masked. */
    fromProfile(teammate: Masked & { userId: string }): string;
    /** In a teammate's profile. */
    noNumber(userId: string): string;
    noMobile(userId: string): string;
    deactivated(userId: string): string;
    nothingTyped: string;
    measure(text: { encoding: Encoding; characters: number; parts: number; cost: string | null }): string;
    forcedBy(character: string): string;
    plainer(text: { parts: number }): string;
    /** It may be written down or not; the same form sends once all the same. */
    unsure: string;
    didNotOpen: string;
  };
  /** Installing the app: pages in the browser, and the message afterwards. */
  install: {
    /** The app's name, as a modal's title. */
    app: string;
    add: string;
    again: string;
    open: string;
    openInBrowser: string;
    install: PageText;
    installed: PageText;
    orgInstalled: PageText;
    denied: PageText;
    expired: PageText;
    rotating: PageText;
    away: PageText;
    failed: PageText;
    welcome(command: string): string;
    /** To who installed it where an API key is linked already. */
    welcomeBack(command: string): string;
  };
  unlink: {
    title: string;
    ask(waiting: number): string;
    submit: string;
    nothing: string;
    done(refused: number): string;
  };
  settings: SettingsWording;
  lists: ListsWording;
  audit: AuditWording;
  home: HomeWording;
  hooks: HooksWording;
};

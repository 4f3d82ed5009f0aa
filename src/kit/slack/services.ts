import type { Button, KnownBlock, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Infrastructure } from '../infrastructure.ts';
import type { Wording, WordsFor } from '../words/wording.ts';
import type { Message } from './message.ts';
import type { SlackPayload } from './payloads.ts';
import type { Poster } from './posting.ts';
import type { Presses } from './press-queue.ts';
import type { LiveForms } from './view-update-queue.ts';

/** A person in a workspace: the one that has the app, which needn't be their own. */
export type UserRef = { workspace: string; userId: string };

/** Who opened a modal, and where to tell them if it can't be opened. */
export type ModalTrigger = {
  workspace: string;
  userId: string;
  triggerId: string;
  responseUrl: string | null;
};

/**
 * Who did something, from any payload that has a person behind it.
 *
 * @throws Error if it names no workspace or no person
 */
export function userOf({ workspace, userId }: Pick<SlackPayload, 'workspace' | 'userId'>): UserRef {
  if (workspace === '' || userId === '') throw new Error('A payload does not say who sent it');
  return { workspace, userId };
}

/**
 * What a feature's surfaces may use, and the features after it: here what the kit itself needs. Each feature adds its own
 * (`declare module`, in its `slack/index.ts`), makes it from those of the features before it, and uses no others.
 */
export interface Services extends Infrastructure {
  words: WordsFor;
  /** What people press, until it is done and they were told. */
  presses: Pick<Presses, 'register' | 'enqueue'>;
  liveForms: LiveForms;
  /** Shows a list again, by its name. */
  lists: Lists;
  /** What features add to what others below them show. */
  extensions: Partial<Extensions>;
  /** The words after the command of all features. */
  commandWords: CommandWords;
  /** What features show in Home tabs. */
  homeSections: readonly HomeSection[];
  poster: Poster;
  home: {
    publish(client: WebClient, who: UserRef, hash?: string): Promise<unknown>;
    /** Shows it again to somebody who did nothing. */
    refresh(who: UserRef): Promise<void>;
  };
  permissionFacts: {
    /** The same services, with what Slack said of people in the last minutes and nothing else: no look over the network. */
    withCachedFacts(services: Services): Services;
    /** The same, or what Slack says now. */
    withCachedOrLiveFacts(services: Services): Services;
    /** What Slack said in the last minutes, or, where that counts while it is silent, in the last day: no look over the network. */
    withStaleFacts(services: Services): Services;
    /** The same services, with what Slack says now of this person and nothing that it said before. */
    withLiveFacts(services: Services, who: Pick<UserRef, 'userId'>): Services;
  };
}

/** The lists of the app, by their callbacks: shows one again as this person may see it. Null: they may not. */
type Lists = Map<string, (who: UserRef, place: string) => Promise<ModalView | null>>;

/** A feature's word after the command. */
export type CommandWord = OpeningWord | AnsweringWord;

type Spelled = {
  /** The word, as people spell it; in Bangla as Bangla interfaces do. NFC, lower case. */
  spelled: readonly string[];
  /** Text may follow the word. Otherwise it is only a command if it is typed alone. */
  takesText?: true;
};

/** The text after a word, as Slack delivered it, and the channel in which the command was typed. */
export type AfterWord = { text: string; channel: string };

/** Opens a modal, as its button does. */
type OpeningWord = Spelled & {
  button: string;
  open(client: WebClient, opener: ModalTrigger, after: AfterWord): Promise<void>;
};

/** Answers the person who typed it. */
type AnsweringWord = Spelled & {
  /** Null if it knows nothing of this name: then the command may be a text to somebody whose name begins with the word. */
  answer(user: UserRef, text: string): Promise<PrivateReply | null>;
  /** The answer if it isn't that, either. */
  unknown(words: Wording, text: string): Message;
};

/** A reply that only the person sees; a function if Slack must be asked first, and so after the ack. */
export type PrivateReply = Message | (() => Promise<Message>);

/** By each spelling of their words. */
export type CommandWords = ReadonlyMap<string, CommandWord>;

/**
 * What features add to what those below them do and show; whoever asks for it declares it here (`declare module`), and does without
 * where nobody adds it. Of lists, each feature adds some; of anything else there is one.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface Extensions {}

/** Whose Home tab it is, and what they may see there. */
export type HomeViewer = UserRef & {
  words: Wording;
  /** The time of day that it shows. */
  asOf: number;
  /** Whether they see what is everybody's, or only what is their own. */
  manages: boolean;
  /** Whether the workspace's rules let them see what it has. */
  mayRead: boolean;
  maskNumbers: boolean;
};

/** What a feature adds to people's Home tabs. */
export type HomeSection = {
  /** Beside the button that makes a text. */
  buttons?(reader: HomeViewer, maySend: boolean): readonly Button[];
  sections?(reader: HomeViewer): Promise<readonly KnownBlock[]>;
  /** Beside the settings, for those who manage. */
  managing?(words: Wording): readonly Button[];
};

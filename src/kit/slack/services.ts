import type { Button, ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Infrastructure } from '../infrastructure.ts';
import type { Wording, WordsFor } from '../words/wording.ts';
import type { ShownBlock } from './charts.ts';
import type { Message } from './message.ts';
import type { SlackPayload } from './payloads.ts';
import type { Pictures } from './pictures.ts';
import type { Poster } from './posting.ts';
import type { Presses } from './press-queue.ts';
import type { LiveForms } from './view-update-queue.ts';

/** A person in the workspace that has the app; their own may be another one. */
export type UserRef = { workspace: string; userId: string };

/** A request to open a modal, and where to tell the person if Slack doesn't open it. */
export type ModalTrigger = {
  workspace: string;
  userId: string;
  triggerId: string;
  responseUrl: string | null;
};

/**
 * The sender of a payload.
 *
 * @throws Error if it names no workspace or no person
 */
export function userOf({ workspace, userId }: Pick<SlackPayload, 'workspace' | 'userId'>): UserRef {
  if (workspace === '' || userId === '') throw new Error('A payload does not say who sent it');
  return { workspace, userId };
}

/**
 * The services of all listeners. The kit's own are here. Each feature declares its own (`declare module`, in its
 * `slack/index.ts`), creates them from those of the features that it depends on, and uses no others.
 */
export interface Services extends Infrastructure {
  words: WordsFor;
  presses: Pick<Presses, 'register' | 'enqueue'>;
  liveForms: LiveForms;
  lists: Lists;
  extensions: Partial<Extensions>;
  commandWords: CommandWords;
  homeSections: readonly HomeSection[];
  poster: Poster;
  pictures: Pictures;
  home: {
    publish(client: WebClient, user: UserRef, hash?: string): Promise<unknown>;
    /** Updates the Home tab of a person who didn't ask for it. */
    refresh(user: UserRef): Promise<void>;
  };
  /** The same services with another source of Slack's facts about people. */
  permissionFacts: {
    /** Only facts from the last minutes. No network. */
    withCachedFacts(services: Services): Services;
    /** Facts from the last minutes, or live ones. */
    withCachedOrLiveFacts(services: Services): Services;
    /** Facts up to a day old, where a policy accepts these while Slack is unavailable. No network. */
    withStaleFacts(services: Services): Services;
    /** Only live facts about this person. */
    withLiveFacts(services: Services, user: Pick<UserRef, 'userId'>): Services;
  };
}

/** Lists by callback id: each returns a page as a person may see it, or null if they may not. */
type Lists = Map<string, (user: UserRef, place: string) => Promise<ModalView | null>>;

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
  /** Null if `text` names nothing known: the command may then be a text to a recipient whose name begins with the word. */
  answer(user: UserRef, text: string): Promise<PrivateReply | null>;
  /** The answer if no recipient has such a name, either. */
  unknown(words: Wording, text: string): Message;
};

/** A reply that only the person sees; a function if Slack must be asked first, and so after the ack. */
export type PrivateReply = Message | (() => Promise<Message>);

/** The words of all features, by spelling. */
export type CommandWords = ReadonlyMap<string, CommandWord>;

/**
 * Extension points. A feature declares here (`declare module`) what features above it may add, and has a default for when
 * none does. Lists collect entries from several features; anything else comes from one.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface Extensions {}

/** The viewer of a Home tab. */
export type HomeViewer = UserRef & {
  words: Wording;
  /** The time of day that the tab shows. */
  asOf: number;
  /** Sees the whole workspace's data, not only their own. */
  manages: boolean;
  /** The workspace's rules let them see its data. */
  mayRead: boolean;
  maskNumbers: boolean;
};

/** Something that goes on only when a person has decided or mended it. `button`: leads there; null if no button can. */
export type NeedsPerson = { text: string; button: Button | null };

/** A feature's part of the Home tab. */
export type HomeSection = {
  /** Beside the button for a new text. */
  buttons?(viewer: HomeViewer, maySend: boolean): readonly Button[];
  /** Above everything else: what the viewer has to see first. */
  urgent?(viewer: HomeViewer): Promise<readonly ShownBlock[]>;
  /** What waits for a person such as the viewer. */
  needsPerson?(viewer: HomeViewer): Promise<readonly NeedsPerson[]>;
  /** Below that: what may become trouble. */
  warnings?(viewer: HomeViewer): Promise<readonly ShownBlock[]>;
  sections?(viewer: HomeViewer): Promise<readonly ShownBlock[]>;
  /** Below a person's own texts, in the Home tab and in their log. */
  belowTexts?(words: Wording): readonly Button[];
  /** Beside the settings, for managers. */
  managing?(words: Wording): readonly Button[];
};

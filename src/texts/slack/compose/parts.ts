import type { Button, KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { PayloadView } from '../../../kit/slack/payloads/view.ts';
import type { Who } from '../../../kit/slack/who.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Recipient } from '../../recipient.ts';
import type { ComposeForm } from './form.ts';

/*
 * What features above texts add to the form that makes a text. Where one is missing, so are its fields.
 */

/** Texts that are used often. */
export type TemplatePart = {
  /** The field in which one is chosen. */
  field(words: Wording, chosen: ComposeForm['template']['chosen']): KnownBlock;
  /** The text of one that this person may use; null: there is none. */
  textOf(who: Who, id: string): Promise<string | null>;
  /** As somebody would get it whom we know everything about, and what that is called; null: it can't be read. */
  sample(words: Wording, text: string): string | null;
  sampleTitle(words: Wording): string;
  /** Why it can't be sent as it is; null: nothing is wrong with it. */
  wrong(words: Wording, text: string, linksWork: boolean): string | null;
};

/** A form as it was submitted, what was read in it, and the time of day then. */
export type SubmittedText = {
  view: PayloadView;
  form: ComposeForm;
  to: Recipient;
  message: string;
  wall: number;
};

/** Texts that go out later. */
export type LaterPart = {
  /** What the form and its button are called then; `isChange`: it changes one that is planned. */
  labels(words: Wording, isChange: boolean): { title: string | null; submit: string };
  blocks(words: Wording, form: ComposeForm): KnownBlock[];
  /** What is wrong with its time, by field. */
  errors(words: Wording, form: ComposeForm, wall: number): Record<string, string>;
  /** Stores it before Slack has its answer; returns what is left to do then. */
  take(client: WebClient, who: Who, submitted: SubmittedText): Promise<() => Promise<unknown>>;
};

declare module '../../../kit/slack/services.ts' {
  interface Additions {
    templatePart: TemplatePart;
    laterPart: LaterPart;
    /** A button that makes a text for many of one: of an intent, or if that is null, of the one that is being written. */
    manyButton: (words: Wording, intent: string | null) => Button;
  }
}

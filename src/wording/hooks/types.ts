import type { Severity } from '../../domain/alert.ts';
import type { Labelled } from '../parts.ts';

/** The modal in which hooks are made, changed and revoked. */
export type HooksWording = {
  title: string;
  intro: string;
  none: string;
  newHook: string;
  change: string;
  revoke: string;
  confirmRevoke: { title: string; text(name: string): string; confirm: string; deny: string };
  /** A hook in the list. `quiet` null: it has no quiet hours. */
  line(hook: {
    name: string;
    channel: string;
    to: string;
    severities: string;
    quiet: { from: string; to: string } | null;
    by: string;
    at: number;
  }): string;
  revoked(name: string): string;
  /** It was revoked meanwhile, or never was one of this workspace. */
  gone: string;
  tooMany: string;
  formTitle: { make: string; change: string };
  make: string;
  saved(name: string): string;
  changedMeanwhile: string;
  /** After making; the token is shown below, and never again. */
  made(name: string): string;
  onlyOnce: string;
  address: string;
  /** In its place, above the part that we know. */
  noAddress: string;
  token: string;
  /** The address and the token in one, for senders that can send no header. */
  secretAddress: string;
  /** For senders that sign their calls instead. */
  secret: string;
  tryIt: string;
  /** What the line that tries it texts. */
  tryMessage: string;
  /** To whoever made it, where Slack did not show the token. */
  unseen(name: string): string;
  /** The same form was submitted before. */
  madeBefore: string;
  severity: Record<Severity, string>;
  field: {
    name: Labelled;
    recipients: Labelled;
    channel: Labelled;
    severities: Labelled;
    quietFrom: Labelled;
    quietTo: Labelled;
    also: Labelled & { resolved: string; reminders: string };
    language: Labelled & { workspace: string };
    template: Labelled & { none: string };
    firing: Labelled;
    resolved: Labelled;
  };
  /** Amazon SNS asks whether a topic may call a hook. */
  subscription: {
    asks(about: { hook: string; topic: string }): string;
    confirm: string;
    confirmed(topic: string): string;
    failed(topic: string): string;
    gone(topic: string): string;
  };
  /** Whether the app can post where it is to. */
  channelCheck: {
    /** Seen in the channel by whoever saved. */
    works: string;
    /** `app`: the bot's user id, if it is known. */
    absent(where: { channel: string; app: string | null }): string;
  };
  preview: {
    title: string;
    firing: string;
    resolved: string;
    /** What one alert comes to. `cost` null: nobody knows what a part costs. */
    toAll(texts: { numbers: number; cost: string | null }): string;
    leftOut(who: { who: string; because: string }): string;
  };
  wrong: {
    name: string;
    nobody: string;
    /** Of recipients as they are named. */
    tooMany(limit: number): string;
    /** Of the people that they stand for. */
    tooManyPeople(people: number, limit: number): string;
    unknown(names: string[]): string;
    shared(names: string[]): string;
    channel: string;
    severities: string;
    quiet: string;
    unknownName(name: string): string;
    unclosed: string;
    templateTooLong: string;
    templateGone: string;
    templateStops: string;
    /** Of a recipient, and without a fallback. */
    templateNeeds(columns: string[]): string;
  };
};

import type { Hook } from './bench/call.ts';
import type { Clock } from './clock.ts';
import type { WorkspaceSeed } from './world/seed.ts';

/** A text the SMS service accepted, as the phone on the page shows it. */
export interface PhoneText {
  number: string;
  message: string;
  parts: number;
  /** What each part carries, when it is known. */
  pieces?: string[];
  /** Milliseconds since 1970, or an ISO date. */
  at: number | string;
  [more: string]: unknown;
}

/** A button or switch on the page that the playground itself does not understand. */
export interface Knob {
  id: string;
  label: string;
  group: string;
  /** `copy` shows its state, with a button that copies it. */
  kind: 'toggle' | 'button' | 'choice' | 'copy';
  hint?: string;
  /** For `choice`; a `button` with choices is one button each. */
  choices?: { value: string; label: string }[];
  /** For a `choice`: anything but its first one is something wrong. A toggle that is on always is. */
  trouble?: boolean;
  /** Seldom wanted: folded away at the end of its group. */
  more?: boolean;
  run(value: unknown): unknown;
  /**
   * True or false for a toggle, the chosen value for a choice (its first one is "as usual"), what to copy, or
   * anything to show beside a button.
   */
  state?(): unknown;
}

/** A page of another program that people go to from here; it opens in a tab beside this one. */
export interface Place {
  id: string;
  label: string;
  /** What it belongs to, as a heading. */
  of: string;
  /** Lets a visitor in: where to, and the cookie by which they are known there. */
  enter(): Promise<{ url: string; cookie: string }>;
}

/** A card that guides a first visit; the page shows the first one that is neither done nor dismissed. */
export interface Hint {
  id: string;
  title: string;
  text: string;
  /** A link to one of the places. */
  go?: { label: string; place: string };
  /** A button that copies something. */
  copy?: { label: string; value(): string };
  /** A button that writes something into the message box, to be sent or changed. */
  write?: { label: string; text: string };
  /** A button for narrow pages, where the phone and the knobs are out of sight. */
  show?: { label: string };
  /** True once it needs no saying any more; without it, a person dismisses it. */
  done?(): boolean;
}

/** What the app's manifest declares, as plain data: nothing else can be typed or chosen on the page. */
export interface Manifest {
  name?: string;
  commands?: { command: string; description?: string; usageHint?: string; shouldEscape?: boolean }[];
  shortcuts?: { type: 'message' | 'global'; callbackId: string; name: string; description?: string }[];
  functions?: CustomFunction[];
  /** Events the app is subscribed to; when left out, all that the playground knows. */
  events?: string[];
}

/** A custom step for workflows. */
export interface CustomFunction {
  callbackId: string;
  title: string;
  description?: string;
  inputs?: FunctionParameter[];
  outputs?: FunctionParameter[];
}

export interface FunctionParameter {
  name: string;
  /** Such as `string`, `number`, `slack#/types/user_id`. Default `string`. */
  type?: string;
  title?: string;
  description?: string;
  /** Default true. */
  required?: boolean;
}

export interface PlaygroundOptions {
  port?: number;
  host?: string;
  signingSecret?: string;
  /** The bot token of the first workspace. */
  botToken?: string;
  /** The app-level token for Socket Mode, which starts with `xapp-`. */
  appToken?: string;
  /** The app's OAuth settings. Without `redirectUris`, people may be sent back to anywhere. `tokenRotation`: tokens expire. */
  oauth?: { clientId?: string; clientSecret?: string; redirectUris?: string[]; tokenRotation?: boolean };
  /** The bot's scopes in the first workspace. */
  scopes?: string[];
  app?: { eventsUrl?: string };
  manifest?: Manifest;
  clock?: Clock;
  phone?: () => Promise<PhoneText[]>;
  knobs?: Knob[];
  hints?: Hint[];
  places?: Place[];
  workspaces?: WorkspaceSeed[];
  /** Where people can install the app: on the page, workspaces without it have a link there, and the others can remove it. */
  installUrl?: () => string;
  /** The page's alert bench calls this hook, unless people name another one there; without it there is no bench. */
  hook?: () => Hook | null;
  /** How long `waitFor` and `waitForPost` wait on the machine's clock before they fail. Default 20 s. */
  waitLimitMs?: number;
}

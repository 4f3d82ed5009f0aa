import type { Clock } from './clock.ts';
import type { ManifestInput } from './manifest.ts';
import type { WorkspaceSeed } from './world/seed.ts';

/**
 * A part of the page that belongs to the program which starts the playground. Its folder has `panel.js`, whose default export is
 * a Preact component (`import { html } from 'htm/preact'`) that is given `PanelProps` of page/side.js, and `panel.css`.
 */
export interface Panel {
  id: string;
  label: string;
  /** Beside the conversation, or a dialog that is opened from the sidebar. */
  where: 'side' | 'dialog';
  /** What it belongs to, shown as a heading. */
  of: string;
  files: URL;
  /** What its component is given, after each change; plain data. */
  state(): unknown;
  /** Does what its component asks for. */
  act?(asked: unknown): unknown;
  /** When the playground closes. */
  close?(): void;
}

/** A button or switch on the page whose meaning the playground doesn't know. */
export interface Knob {
  id: string;
  label: string;
  group: string;
  /** `copy` shows its state, with a button that copies it. */
  kind: 'toggle' | 'button' | 'choice' | 'copy';
  hint?: string;
  /** For `choice`; a `button` with choices is one button each. */
  choices?: { value: string; label: string }[];
  /** For a `choice`: anything but its first value means trouble. A toggle that is on always does. */
  trouble?: boolean;
  /** Rarely needed: folded away at the end of its group. */
  more?: boolean;
  run(value: unknown): unknown;
  /**
   * True or false for a toggle, the chosen value for a choice (the first one is "as usual"), what to copy, or anything
   * to show beside a button.
   */
  state?(): unknown;
}

/** Another program's page that people can visit from here; opens in a tab next to this one. */
export interface Place {
  id: string;
  label: string;
  /** What it belongs to, shown as a heading. */
  of: string;
  /** Lets a visitor in: the address, and the cookie that identifies them there. */
  enter(): Promise<{ url: string; cookie: string }>;
}

/** Something that somebody did on the page: which action, and what they wrote or which view it was about. */
export interface Did {
  name: string;
  text: string;
  callbackId: string;
}

/** A card that guides a first visit; the page shows the first that is neither done nor dismissed. */
export interface Hint {
  id: string;
  title: string;
  text: string;
  /** A link to one of the places. */
  go?: { label: string; place: string };
  /** A button that writes something into the message box, to be sent or changed. */
  write?: { label: string; text: string };
  /** A button for narrow pages, where the side is out of sight. */
  show?: { label: string };
  /** Whether it is one of the cards at all; without it, always. */
  if?(): boolean;
  /** True once it is no longer needed, by what people did on the page; without it, a person dismisses it. */
  done?(did: readonly Did[]): boolean;
}

export interface PlaygroundOptions {
  port?: number;
  host?: string;
  signingSecret?: string;
  /** The bot token of the first workspace. */
  botToken?: string;
  /** The app-level token for Socket Mode, which starts with `xapp-`. */
  appToken?: string;
  /**
   * The app's OAuth settings. People are sent back to `redirectUris` and below (origin and path), without any: to any http(s) address. `tokenRotation`: tokens expire.
   */
  oauth?: { clientId?: string; clientSecret?: string; redirectUris?: string[]; tokenRotation?: boolean };
  /** The bot's scopes in the first workspace. */
  scopes?: string[];
  /** The app's manifest as Slack has it, parsed. */
  manifest?: ManifestInput;
  clock?: Clock;
  panels?: Panel[];
  knobs?: Knob[];
  hints?: Hint[];
  places?: Place[];
  workspaces?: WorkspaceSeed[];
  /**
   * Where people install the app. On the page, workspaces without the app have a link there, and the others can remove
   * it.
   */
  installUrl?: () => string;
}

import type { Clock } from './clock.ts';
import type { ManifestInput } from './manifest.ts';
import type { WorkspaceSeed } from './world/seed.ts';

/**
 * A part of the page that comes from the program that starts the playground. Its folder has `panel.css` and `panel.js`,
 * whose default export is a Preact component (`import { html } from 'htm/preact'`) with the `PanelProps` of
 * page/side.js.
 */
export interface Panel {
  id: string;
  label: string;
  /** Beside the conversation, or a dialog opened from the sidebar. */
  where: 'side' | 'dialog';
  /** Its heading on the page. */
  of: string;
  files: URL;
  /** Plain data for its component, read after each change. */
  state(): unknown;
  /** Handles its component's request. */
  act?(request: unknown): unknown;
  /** Called when the playground closes. */
  close?(): void;
}

/** A control on the page whose meaning the playground doesn't know. */
export interface Knob {
  id: string;
  label: string;
  group: string;
  /** `copy` shows its state with a button that copies it. */
  kind: 'toggle' | 'button' | 'choice' | 'copy';
  hint?: string;
  /** For `choice`. A `button` with choices is one button for each. */
  choices?: { value: string; label: string }[];
  /** True for a `choice` whose values are faults, except the first. A toggle that is on always counts as a fault. */
  trouble?: boolean;
  /** Rarely needed, so it is folded away at the end of its group. */
  more?: boolean;
  run(value: unknown): unknown;
  /**
   * True or false for a toggle, the chosen value for a choice (the first is the usual one), the text to copy, or a
   * text to show beside a button.
   */
  state?(): unknown;
}

/** Another program's page, which opens in a new tab. */
export interface Place {
  id: string;
  label: string;
  /** Its heading on the page. */
  of: string;
  /** Signs a visitor in: returns the address, and the cookie that identifies them there. */
  enter(): Promise<{ url: string; cookie: string }>;
}

/** A user's action on the page, with its text and the callback id of its view. */
export interface Did {
  name: string;
  text: string;
  callbackId: string;
}

/** A card that guides a first visit. The page shows the first card that is neither done nor dismissed. */
export interface Hint {
  id: string;
  title: string;
  text: string;
  /** A link to one of the places. */
  go?: { label: string; place: string };
  /** A button that puts a text into the message box. */
  write?: { label: string; text: string };
  /** A button for narrow pages, which hide the side. */
  show?: { label: string };
  /** False if the card doesn't apply; without it, the card always applies. */
  if?(): boolean;
  /** True once the user's actions make the card unnecessary; without it, the user dismisses the card. */
  done?(did: readonly Did[]): boolean;
}

export interface PlaygroundOptions {
  port?: number;
  host?: string;
  signingSecret?: string;
  /** The bot token of the first workspace. */
  botToken?: string;
  /** The app-level token for Socket Mode; begins with `xapp-`. */
  appToken?: string;
  /**
   * The app's OAuth settings. Users are sent back only to `redirectUris` and paths below them; if there are none, to
   * any http(s) address. `tokenRotation`: tokens expire.
   */
  oauth?: { clientId?: string; clientSecret?: string; redirectUris?: string[]; tokenRotation?: boolean };
  /** The bot's scopes in the first workspace. */
  scopes?: string[];
  /** The app's manifest, parsed. */
  manifest?: ManifestInput;
  clock?: Clock;
  panels?: Panel[];
  knobs?: Knob[];
  hints?: Hint[];
  places?: Place[];
  workspaces?: WorkspaceSeed[];
  /** The app's installation page. Workspaces without the app link to it, and the others can remove the app. */
  installUrl?: () => string;
}

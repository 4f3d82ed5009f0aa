import type { Clock } from './clock.ts';
import type { WorkspaceSeed } from './world/seed.ts';

/** A text the SMS service accepted, as the phone on the page shows it. */
export interface PhoneText {
  number: string;
  message: string;
  parts: number;
  /** Milliseconds since 1970, or an ISO date. */
  at: number | string;
  [more: string]: unknown;
}

/** A button or switch on the page that the playground itself does not understand. */
export interface Knob {
  id: string;
  label: string;
  group: string;
  kind: 'toggle' | 'button' | 'choice';
  hint?: string;
  /** For `choice`. */
  choices?: { value: string; label: string }[];
  run(value: unknown): unknown;
  /** True or false for a toggle, the chosen value for a choice, anything to show beside a button. */
  state?(): unknown;
}

/** What the app's manifest declares, as plain data: nothing else can be typed or chosen on the page. */
export interface Manifest {
  name?: string;
  commands?: { command: string; description?: string; usageHint?: string; shouldEscape?: boolean }[];
  shortcuts?: { type: 'message' | 'global'; callbackId: string; name: string; description?: string }[];
}

export interface PlaygroundOptions {
  port?: number;
  host?: string;
  signingSecret?: string;
  /** The bot token of the first workspace. */
  botToken?: string;
  /** The bot's scopes in the first workspace. */
  scopes?: string[];
  app?: { eventsUrl?: string };
  manifest?: Manifest;
  clock?: Clock;
  phone?: () => Promise<PhoneText[]>;
  knobs?: Knob[];
  workspaces?: WorkspaceSeed[];
  /** How long `waitFor` and `waitForPost` wait on the machine's clock before they fail. Default 20 s. */
  waitLimitMs?: number;
}

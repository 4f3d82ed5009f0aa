import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { SettingsWording } from '../../../wording/index.ts';
import type { Settings } from '../../../workspaces/settings.ts';
import type { FormState } from '../../kit/state.ts';

/** What a submitted form says: changes, or what is wrong by block id. */
export type FormReading =
  | { kind: 'changes'; changes: Partial<Settings> }
  | { kind: 'wrong'; errors: Record<string, string> };

/** For forms that ask Slack for the choices. */
export type SlackLookUp = { client: WebClient; workspace: string };

/** Settings that are changed together, in one form. */
export type Group = {
  settings: readonly (keyof Settings)[];
  /** Only admins see and change them; managers don't. */
  adminsOnly?: true;
  /** The form's fields, filled with the current settings. May ask Slack for the choices. */
  blocks(
    words: SettingsWording,
    settings: Settings,
    slack: SlackLookUp,
  ): readonly KnownBlock[] | Promise<readonly KnownBlock[]>;
  /** @param before the current settings, for what the form couldn't show */
  read(words: SettingsWording, state: FormState, before: Settings): FormReading;
};

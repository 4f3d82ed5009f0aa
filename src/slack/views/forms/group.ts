import type { KnownBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { SettingsWording } from '../../../wording/index.ts';
import type { Settings } from '../../../workspaces/settings.ts';
import type { FormState } from './state.ts';

/** What a submitted form says: changes, or what is wrong by block id. */
export type FormReading =
  | { kind: 'changes'; changes: Partial<Settings> }
  | { kind: 'wrong'; errors: Record<string, string> };

/** Where a form may ask Slack what there is to choose from. */
export type SlackLookUp = { client: WebClient; workspace: string };

/** Settings that are changed together, in a form of their own. */
export type Group = {
  settings: readonly (keyof Settings)[];
  /** Only admins see and change them; managers do not. */
  adminsOnly?: true;
  /** The form's fields, filled with the settings as they stand. May ask Slack what there is to choose from. */
  blocks(
    words: SettingsWording,
    settings: Settings,
    slack: SlackLookUp,
  ): readonly KnownBlock[] | Promise<readonly KnownBlock[]>;
  /** @param before the settings as they stand, for what the form could not show */
  read(words: SettingsWording, state: FormState, before: Settings): FormReading;
};

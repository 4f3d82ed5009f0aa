import type { Button, KnownBlock } from '@slack/types';
import type { Wording } from '../words/wording.ts';
import type { Who } from './who.ts';

/** Whose Home tab it is, and what they may see there. */
export type HomeReader = Who & {
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
export type HomePart = {
  /** Beside the button that makes a text. */
  buttons?(reader: HomeReader, maySend: boolean): readonly Button[];
  sections?(reader: HomeReader): Promise<readonly KnownBlock[]>;
  /** Beside the settings, for those who manage. */
  managing?(words: Wording): readonly Button[];
};

import type { KnownBlock } from '@slack/types';
import type { HoldingCode } from '../../../kit/problem.ts';
import { button, header, section } from '../../../kit/slack/elements.ts';
import type { HomeViewer, NeedsPerson } from '../../../kit/slack/services.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { LinkedKey } from '../../../workspace/linked-keys.ts';
import type { Role } from '../../../workspace/roles.ts';
import type { Settings } from '../../../workspace/settings.ts';
import { OPEN_LINK } from '../../../workspace/slack/link.ts';
import type { History } from '../../store/history.ts';
import { ACTION } from '../ids.ts';
import { lineBlocks } from '../own-log.ts';
import { shownText } from '../receipt-messages.ts';
import type { Naming } from '../recipient-names.ts';

/* What goes on only when a person has decided or mended it. It stands at the top, each line with the button that leads there. */

/** Uncertain texts that are shown; the newest ones. */
const MAX_UNCERTAIN = 3;

/** What the core's own lines are about. `uncertain`, `unreadable`: empty for those who may not see others' texts. */
export type Trouble = {
  key: LinkedKey | null;
  held: HoldingCode | null;
  /** Waiting texts: all of the workspace's for managers and admins, for others their own. */
  waiting: number;
  uncertain: { line: { at: number; number: string; actor: string }; id: string }[];
  uncertainInAll: number;
  unreadable: number;
};

/** @param ownWaiting the viewer's own waiting texts */
export async function gatherTrouble(
  { history, naming }: { history: History; naming: Naming },
  { workspace, userId, manages, mayRead }: HomeViewer,
  policy: Settings,
  key: LinkedKey | null,
  ownWaiting: number,
): Promise<Trouble> {
  const maySeeAll = manages && mayRead;
  const [waiting, uncertain, unreadable] = await Promise.all([
    key && history.waiting(workspace, key.fingerprint),
    maySeeAll ? history.uncertain(workspace, null, MAX_UNCERTAIN) : { texts: [], count: 0 },
    maySeeAll ? history.quarantined(workspace) : 0,
  ]);
  const numbers = uncertain.texts.map(({ number }) => number);
  const show = await naming(workspace, userId, numbers, policy);
  return {
    key,
    held: waiting?.held ?? null,
    waiting: manages ? (waiting?.texts ?? 0) : ownWaiting,
    uncertain: uncertain.texts.map(text => ({
      line: { at: text.madeAt, number: shownText(show, text), actor: text.actor },
      id: text.id,
    })),
    uncertainInAll: uncertain.count,
    unreadable,
  };
}

/** The core's own lines about the key. */
function troubleLines(words: Wording, role: Role, trouble: Trouble): NeedsPerson[] {
  const { key, held, waiting } = trouble;
  const { home } = words;
  const manages = role !== 'other';
  const link = button({ action: OPEN_LINK, label: home.link, style: 'primary' });
  const tryAgain = button({ action: ACTION.tryAgain, label: words.button.tryAgain, style: 'primary' });
  return [
    ...(key ? [] : [{ text: `:warning: ${home.noKey}`, button: role === 'admin' ? link : null }]),
    ...(held && (manages || waiting > 0)
      ? [
          {
            text: `:warning: ${words.commands.held(words.waitingBecause[held], waiting)}`,
            button: manages ? tryAgain : null,
          },
        ]
      : []),
  ];
}

/** Uncertain texts, each with what a person can decide about it. */
function uncertainBlocks(words: Wording, { uncertain, uncertainInAll }: Trouble): KnownBlock[] {
  if (uncertain.length === 0) return [];
  const { home } = words;
  return [
    section(home.uncertain(uncertainInAll)),
    ...uncertain.flatMap(({ line, id }) =>
      lineBlocks(words, home.uncertainLine(line), {
        id,
        state: 'uncertain',
        isResent: false,
        priority: 'people',
      }),
    ),
  ];
}

export function needsPersonBlocks(
  words: Wording,
  role: Role,
  trouble: Trouble,
  ofFeatures: readonly NeedsPerson[],
): KnownBlock[] {
  const { unreadable } = trouble;
  const blocks = [
    ...troubleLines(words, role, trouble).map(lineBlock),
    ...uncertainBlocks(words, trouble),
    ...(unreadable > 0 ? [section(words.home.unreadable(unreadable))] : []),
    ...ofFeatures.map(lineBlock),
  ];
  if (blocks.length === 0) return [];
  return [header(words.home.needsPerson), ...blocks];
}

const lineBlock = ({ text, button: accessory }: NeedsPerson): KnownBlock => ({
  ...section(text),
  ...(accessory ? { accessory } : {}),
});

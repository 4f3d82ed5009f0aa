import type { Clock } from '../../../kit/clock.ts';
import { actions, button, section } from '../../../kit/slack/elements.ts';
import { COMMAND } from '../../../kit/slack/listener.ts';
import type { Message } from '../../../kit/slack/message.ts';
import type { Poster } from '../../../kit/slack/posting.ts';
import type { Wording, WordsFor } from '../../../kit/words/wording.ts';
import type { Log } from '../../../log.ts';
import type { NewInstallation } from '../../installations.ts';
import type { LinkedKeys } from '../../linked-keys.ts';
import { OPEN_LINK } from '../link.ts';

/** The pauses before further attempts; after the last one it gives up. */
const RETRY_MS = [2000, 30_000, 5 * 60_000, 30 * 60_000];

export type Welcome = {
  /** Tells the person who installed the app the next step. Returns before Slack has answered. */
  send(installation: NewInstallation): void;
  stop(): void;
};

export function createWelcome(deps: {
  poster: Poster;
  keys: Pick<LinkedKeys, 'linked'>;
  words: WordsFor;
  clock: Clock;
  log: Log;
}): Welcome {
  const { poster, keys, words, clock, log } = deps;
  const waiting = new Set<() => void>();

  async function tell(installation: NewInstallation, tries: number): Promise<void> {
    const { owner, installedBy } = installation;
    const wording = await words.of(owner, installedBy);
    const isLinked = (await keys.linked(owner)) !== null;
    const message = isLinked ? backMessage(wording) : welcomeMessage(wording);
    const posted = await poster.post(owner, installedBy, message);
    if (posted.kind === 'ok') return;
    const waitMs = posted.kind === 'away' ? RETRY_MS[tries] : undefined;
    log.warn({ owner, posted, again: waitMs }, 'can’t send the welcome message to whoever installed the app');
    if (waitMs !== undefined) later(waitMs, () => tell(installation, tries + 1));
  }

  function later(waitMs: number, run: () => Promise<void>): void {
    const cancelTimer = clock.after(waitMs, () => {
      waiting.delete(cancelTimer);
      start(run);
    });
    waiting.add(cancelTimer);
  }

  function start(run: () => Promise<void>): void {
    run().catch(error => log.error({ err: error }, 'sending the welcome message failed'));
  }

  return {
    send: installation => start(() => tell(installation, 0)),
    stop() {
      for (const cancelTimer of waiting) cancelTimer();
      waiting.clear();
    },
  };
}

function welcomeMessage({ install, button: labels }: Wording): Message {
  const text = install.welcome(COMMAND);
  const link = button({ action: OPEN_LINK, label: labels.linkKey, style: 'primary' });
  return { text, blocks: [section(text), actions(link)] };
}

function backMessage({ install }: Wording): Message {
  const text = install.welcomeBack(COMMAND);
  return { text, blocks: [section(text)] };
}

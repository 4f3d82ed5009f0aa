import type { PinnedMessage } from '../../kit/slack/message.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import { fromKey } from '../alert.ts';
import type { Hook } from '../hooks.ts';
import { countedNames } from '../posts/lines.ts';
import { nameOf } from '../posts/text-lines.ts';
import { mendingOf } from '../posts/unpaged.ts';
import { type Notice, postOf } from '../slack/notices.ts';
import type { AlertNotice } from './notice.ts';

/** Notices that are posted. A mended one only changes earlier posts. */
export type SaidNotice = Exclude<AlertNotice, { kind: 'mended' }>;

/** The name of a notice's alerts, or of its hook if none fires, for its post once it is mended; null if that post won't change. */
export const namedInEnding = (words: Wording, notice: SaidNotice, hook: Hook | null): string | null =>
  notice.kind === 'blocked'
    ? countedNames(notice.alerts, words) || `*${harmless(hook?.name ?? '', 60)}*`
    : null;

/** The direct message about blocked texts once they can go again. @param at the time of day */
export function mendedMessage(words: Wording, named: string, at: number): PinnedMessage {
  const { post } = words.alerts;
  const line = post.ended({ how: 'mended', at, said: post.wasUnpaged(named) });
  const sections = [{ lines: [line], acknowledge: null }];
  return postOf({ notification: null, sections, words, buttons: null, under: null });
}

/**
 * The message of a notice.
 *
 * @param mention the users it mentions in a channel
 * @param hasLeft it goes to admins because the maker has left
 */
export function noticeMessage(
  words: Wording,
  notice: SaidNotice,
  { hook, mention, hasLeft }: { hook: Hook | null; mention: readonly string[]; hasLeft: boolean },
): PinnedMessage {
  const mentions = mention.map(userId => `<@${userId}>`).join(' ');
  const lines = linesOf(words, notice, { hook, mention: mentions });
  const buttons: Notice['buttons'] = notice.kind === 'blocked' ? mendingOf(notice.why) : null;
  const why = hasLeft ? [words.alerts.notice.makerLeft] : [];
  const sections = [{ lines: [...lines, ...why], acknowledge: null }];
  return postOf({ notification: null, sections, words, buttons, under: null });
}

function linesOf(
  words: Wording,
  notice: SaidNotice,
  { hook: about, mention }: { hook: Hook | null; mention: string },
): string[] {
  const { notice: say, post } = words.alerts;
  const hook = harmless(about?.name ?? '', 60);
  switch (notice.kind) {
    case 'blocked': {
      const why = post.blockedBecause[notice.why];
      return [
        say.blocked({ named: countedNames(notice.alerts, words), hook, why, channel: about?.channel ?? '' }),
      ];
    }
    case 'full':
      return [say.full(notice.untracked)];
    case 'emptied':
      return [say.emptied({ hook, mention, rotas: notice.rotas.map(({ name }) => harmless(name, 60)) })];
    case 'undelivered': {
      const names = notice.to.map(({ recipient }) => nameOf(fromKey(recipient)));
      if (notice.cause === 'rota_empty') return [say.rotaEmpty({ rota: names[0] ?? '', hook })];
      if (notice.cause === 'unknown_name') return [say.unknownName({ names, hook, mention })];
      return [
        say.unreachable({ hook, mention }),
        ...notice.to.map(
          ({ problem }, index) =>
            `• ${say.because({ recipient: names[index] ?? '', because: wordLeftOut(words, problem) })}`,
        ),
      ];
    }
  }
}

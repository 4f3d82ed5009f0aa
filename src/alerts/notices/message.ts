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

/** Notices that say something by themselves. */
export type SaidNotice = Exclude<AlertNotice, { kind: 'mended' }>;

/** What a direct message names once it is mended: its alerts, or its hook if none of them fired any more; null: it isn't changed. */
export const namedInEnding = (words: Wording, notice: SaidNotice, hook: Hook | null): string | null =>
  notice.kind === 'blocked'
    ? countedNames(notice.alerts, words) || `*${harmless(hook?.name ?? '', 60)}*`
    : null;

/** What a direct message that texts can't go says once that is mended. @param at the time of day */
export function mendedMessage(words: Wording, named: string, at: number): PinnedMessage {
  const { post } = words.alerts;
  const line = post.ended({ how: 'mended', at, said: post.wasUnpaged(named) });
  const sections = [{ lines: [line], acknowledge: null }];
  return postOf({ notification: null, sections, words, buttons: null, under: null });
}

/** What a notice says. @param mention whom it mentions, in a channel; @param hasLeft it is for others than whoever could mend it */
export function noticeMessage(
  words: Wording,
  notice: SaidNotice,
  { hook, mention, hasLeft }: { hook: Hook | null; mention: readonly string[]; hasLeft: boolean },
): PinnedMessage {
  const mentions = mention.map(userId => `<@${userId}>`).join(' ');
  const said = linesOf(words, notice, { hook, mention: mentions });
  const buttons: Notice['buttons'] = notice.kind === 'blocked' ? mendingOf(notice.why) : null;
  const why = hasLeft ? [words.alerts.notice.makerLeft] : [];
  const sections = [{ lines: [...said, ...why], acknowledge: null }];
  return postOf({ notification: null, sections, words, buttons, under: null });
}

function linesOf(
  words: Wording,
  notice: SaidNotice,
  { hook: its, mention }: { hook: Hook | null; mention: string },
): string[] {
  const { notice: say, post } = words.alerts;
  const hook = harmless(its?.name ?? '', 60);
  switch (notice.kind) {
    case 'blocked': {
      const why = post.blockedBecause[notice.why];
      return [
        say.blocked({ named: countedNames(notice.alerts, words), hook, why, channel: its?.channel ?? '' }),
      ];
    }
    case 'full':
      return [say.full(notice.untracked)];
    case 'emptied':
      return [say.emptied({ hook, mention, rotas: notice.rotas.map(({ name }) => harmless(name, 60)) })];
    case 'undelivered': {
      const who = notice.to.map(({ recipient }) => nameOf(fromKey(recipient)));
      if (notice.cause === 'rota_empty') return [say.rotaEmpty({ rota: who[0] ?? '', hook })];
      if (notice.cause === 'unknown_name') return [say.unknownName({ names: who, hook, mention })];
      return [
        say.unreachable({ hook, mention }),
        ...notice.to.map(
          ({ problem }, index) =>
            `• ${say.because({ who: who[index] ?? '', because: wordLeftOut(words, problem) })}`,
        ),
      ];
    }
  }
}

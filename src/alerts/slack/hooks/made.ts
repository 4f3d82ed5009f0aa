import type { ModalView, SectionBlock } from '@slack/types';
import { actions, context, section } from '../../../kit/slack/elements.ts';
import { NOTICE, pageModal } from '../../../kit/slack/modals.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { escaped, harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Hook } from '../../hooks.ts';
import { type HookAccess, heartbeatLine, SET_UP } from '../../payloads/senders/set-up.ts';
import type { Sender } from '../../recent-calls.ts';
import { testButton } from './send-test.ts';

/**
 * A hook that was just made, with what to paste into the program that calls it. Its token is shown only here.
 *
 * @param made.warning what stands in the way of its posts; null: nothing
 */
export async function madeView(
  services: Services,
  words: Wording,
  workspace: string,
  made: { hook: Hook; token: string; caller: Sender; warning: string | null },
): Promise<ModalView> {
  const { hooks: said, setUp } = words;
  const { hook, token, caller, warning } = made;
  const { url, path } = services.hookAddress(hook.id);
  // The hook is made already, and its token is in this view only.
  const secret = await services.hookSecrets.toShow(workspace, hook.id).catch((error: unknown) => {
    services.log.error({ err: error }, 'can’t make a hook’s secret');
    return '';
  });
  return pageModal({
    id: NOTICE,
    title: said.title,
    close: words.link.close,
    blocks: [
      section(said.made(harmless(hook.name, 60))),
      ...(warning === null ? [] : [section(warning)]),
      section(said.onlyOnce),
      ...(url === null ? [section(said.noAddress)] : []),
      ...toPaste(words, { hook, caller, access: { address: url ?? `https://…${path}`, token, secret } }),
      context(said.address),
      toCopy(url ?? path),
      context(said.token),
      toCopy(token),
      section(setUp.thenTest),
      actions(testButton(words, hook)),
    ],
  });
}

/** What goes where in the program that calls it. */
function toPaste(words: Wording, about: { hook: Hook; caller: Sender; access: HookAccess }): SectionBlock[] {
  const { hook, caller, access } = about;
  if (hook.heartbeat) return [section(words.heartbeats.tryIt), toCopy(heartbeatLine(access))];
  return [
    section(words.setUp.where[caller]),
    ...SET_UP[caller](access).flatMap(({ field, text }) => [section(`*${field}*`), toCopy(text.trimEnd())]),
  ];
}

/** Code, without anything that Slack would read as formatting. */
const toCopy = (text: string): SectionBlock => section(`\`\`\`${escaped(text)}\`\`\``);

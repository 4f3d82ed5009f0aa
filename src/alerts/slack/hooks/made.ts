import type { ModalView, SectionBlock } from '@slack/types';
import { actions, context, section } from '../../../kit/slack/elements.ts';
import { NOTICE, pageModal } from '../../../kit/slack/modals.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { escaped, harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Hook } from '../../hooks.ts';
import type { Sender } from '../../payloads/senders/names.ts';
import { type HookAccess, heartbeatLine, SET_UP } from '../../payloads/senders/set-up.ts';
import { testButton } from './send-test.ts';

/**
 * A new hook, with the lines to paste into the program that calls it. Its token is shown only here.
 *
 * @param result.warning why posts can't reach its channel; null if they can
 */
export async function madeView(
  services: Services,
  words: Wording,
  workspace: string,
  result: { hook: Hook; token: string; caller: Sender; warning: string | null },
): Promise<ModalView> {
  const { hooks, setUp } = words;
  const { hook, token, caller, warning } = result;
  const { url, path } = services.hookAddress(hook.id);
  // Shows the token even if the secret can't be made, because the hook exists and only this view has its token.
  const secret = await services.hookSecrets.toShow(workspace, hook.id).catch((error: unknown) => {
    services.log.error({ err: error }, 'can’t make a hook’s secret');
    return '';
  });
  return pageModal({
    id: NOTICE,
    title: hooks.title,
    close: words.link.close,
    blocks: [
      section(hooks.made(harmless(hook.name, 60))),
      ...(warning === null ? [] : [section(warning)]),
      section(hooks.onlyOnce),
      ...(url === null ? [section(hooks.noAddress)] : []),
      ...toPaste(words, { hook, caller, access: { address: url ?? `https://…${path}`, token, secret } }),
      context(hooks.address),
      toCopy(url ?? path),
      context(hooks.token),
      toCopy(token),
      section(setUp.thenTest),
      actions(testButton(words, hook)),
    ],
  });
}

/** The lines to paste, each below the name of its field in the calling program. */
function toPaste(
  words: Wording,
  { hook, caller, access }: { hook: Hook; caller: Sender; access: HookAccess },
): SectionBlock[] {
  if (hook.heartbeat) return [section(words.heartbeats.tryIt), toCopy(heartbeatLine(access))];
  return [
    section(words.setUp.where[caller]),
    ...SET_UP[caller](access).flatMap(({ field, text }) => [section(`*${field}*`), toCopy(text.trimEnd())]),
  ];
}

const toCopy = (text: string): SectionBlock => section(`\`\`\`${escaped(text)}\`\`\``);

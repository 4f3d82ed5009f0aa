import type { ModalView, SectionBlock } from '@slack/types';
import { context, section } from '../../../kit/slack/elements.ts';
import { NOTICE, pageModal } from '../../../kit/slack/modals.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import type { Hook } from '../../hooks.ts';

/** The address and the token of a new hook; shown once. */
export async function madeView(
  services: Services,
  words: Wording,
  workspace: string,
  made: { hook: Hook; token: string; warning: string | null },
): Promise<ModalView> {
  const said = words.hooks;
  const { hook, token, warning } = made;
  const address = services.hookAddress(hook.id);
  // The hook is made already, and its token is in this view only.
  const secret = await services.hookSecrets.toShow(workspace, hook.id).catch((error: unknown) => {
    services.log.error({ err: error }, 'can’t make a hook’s secret');
    return null;
  });
  return pageModal({
    id: NOTICE,
    title: said.title,
    close: words.link.close,
    blocks: [
      section(said.made(harmless(hook.name, 60))),
      ...(warning === null ? [] : [section(warning)]),
      section(said.onlyOnce),
      ...(address.url === null
        ? [section(said.noAddress), toCopy(address.path)]
        : [context(said.address), toCopy(address.url)]),
      context(said.token),
      toCopy(token),
      ...(address.url === null ? [] : withAddress(words, { hook, token, address: address.url })),
      ...(secret === null ? [] : [context(said.secret), toCopy(secret)]),
    ],
  });
}

/** What can be copied as it is. */
function withAddress(
  words: Wording,
  { hook, token, address }: { hook: Hook; token: string; address: string },
) {
  const said = words.hooks;
  return [
    context(said.secretAddress),
    toCopy(`${address}/${token}`),
    ...(hook.heartbeat
      ? [context(words.heartbeats.tryIt), toCopy(beatLine(address, token))]
      : [context(said.tryIt), toCopy(curlLine(address, token, said.tryMessage))]),
  ];
}

/** A call that fails once, because the app is restarted, is no silence. */
function beatLine(address: string, token: string): string {
  return `curl -fsS --retry 5 --retry-connrefused -X POST -H 'Authorization: Bearer ${token}' '${address}'`;
}

function curlLine(address: string, token: string, message: string): string {
  return [
    `curl '${address}'`,
    `-H 'Authorization: Bearer ${token}'`,
    `-H 'Content-Type: application/json'`,
    `-d '${JSON.stringify({ message })}'`,
  ].join(' ');
}

/** Code, without anything that Slack would read as formatting. */
const toCopy = (text: string): SectionBlock => section(`\`\`\`${text}\`\`\``);

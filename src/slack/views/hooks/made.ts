import type { ModalView, SectionBlock } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Hook } from '../../../alerts/hooks.ts';
import { harmless } from '../../../domain/slack-text.ts';
import type { Wording } from '../../../wording/index.ts';
import { VIEW } from '../../ids.ts';
import { context, section } from '../../kit/elements.ts';
import { pageModal, updateModal } from '../../kit/modals.ts';
import type { Who } from '../../kit/who.ts';
import type { Services } from '../../services.ts';

/**
 * Shows the address and the token of a new hook in place of its form. If Slack won't, its maker is told without the
 * token: messages last, and the token is never shown in anything that does.
 */
export async function showMade(
  services: Services,
  client: WebClient,
  modal: Who & { viewId: string },
  made: { hook: Hook; token: string; warning: string | null },
): Promise<void> {
  const { workspace, userId, viewId } = modal;
  const words = await services.words.of(workspace, userId);
  const address = services.hookAddress(made.hook.id);
  // The hook is made already, and its token is in this view only.
  const secret = await services.hookSecrets.toShow(workspace, made.hook.id).catch((error: unknown) => {
    services.log.error({ err: error }, 'can’t make a hook’s secret');
    return null;
  });
  if (await updateModal(services, client, viewId, madeView(words, { ...made, address, secret }))) return;
  const text = words.hooks.unseen(harmless(made.hook.name, 60));
  await services.poster.post(workspace, userId, { text });
}

function madeView(
  words: Wording,
  made: { hook: Hook; token: string; address: HookAddress; secret: string | null; warning: string | null },
): ModalView {
  const said = words.hooks;
  const { hook, token, address, secret, warning } = made;
  return pageModal({
    id: VIEW.notice,
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

type HookAddress = ReturnType<Services['hookAddress']>;

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

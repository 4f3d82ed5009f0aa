import type { App } from '@slack/bolt';
import { registerCancel, registerCancelIntent } from './actions/cancel.ts';
import { registerOpenLink, registerTryAgain } from './actions/key.ts';
import { registerSendAgain, registerSendAnyway } from './actions/send-again.ts';
import { registerSmsCommand } from './commands/sms.ts';
import type { Services } from './services.ts';
import { registerLinkView } from './views/link.ts';
import { registerUnlinkView } from './views/unlink.ts';

/** Every place in Slack where something comes in. A new surface is one file, one id in ids.ts and one line here. */
const SURFACES: readonly ((app: App, services: Services) => void)[] = [
  registerSmsCommand,
  registerLinkView,
  registerUnlinkView,
  registerCancel,
  registerCancelIntent,
  registerSendAgain,
  registerSendAnyway,
  registerOpenLink,
  registerTryAgain,
];

export function registerSurfaces(app: App, services: Services): void {
  for (const register of SURFACES) register(app, services);
}

import { parseTyped } from '../../domain/typed.ts';
import { ACTION, COMMAND } from '../ids.ts';
import { button } from '../kit/elements.ts';

/** What opens by a command, and by these buttons too: each judges whoever presses it. */
const OPENS: Readonly<Partial<Record<string, string>>> = {
  people: ACTION.openPeople,
  import: ACTION.openImport,
  templates: ACTION.openTemplates,
  groups: ACTION.openSettings,
  settings: ACTION.openSettings,
  hooks: ACTION.openHooks,
  scheduled: ACTION.openSchedules,
  link: ACTION.openLink,
  unlink: ACTION.openUnlink,
  broadcast: ACTION.newBroadcast,
  later: ACTION.compose,
};

/** Does what a command does that was nearly typed. */
export function commandButton(command: string): ReturnType<typeof button> {
  const label = `${COMMAND} ${command}`;
  const action = OPENS[parseTyped(command).kind];
  return action ? button({ action, label }) : button({ action: ACTION.answerCommand, label, value: command });
}

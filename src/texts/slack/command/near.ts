import { button } from '../../../kit/slack/elements.ts';
import { ACTION, COMMAND } from '../../../kit/slack/ids.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { parseTyped } from '../../typed.ts';

/** What opens by a command of our own, and by these buttons too: each judges whoever presses it. */
const OPENS: Readonly<Partial<Record<string, string>>> = { link: ACTION.openLink, later: ACTION.compose };

/** Does what a command does that was nearly typed. */
export function commandButton(
  { openings }: Pick<Services, 'openings'>,
  command: string,
): ReturnType<typeof button> {
  const label = `${COMMAND} ${command}`;
  const { kind } = parseTyped(command);
  const action = openings[kind]?.button ?? OPENS[kind];
  return action ? button({ action, label }) : button({ action: ACTION.answerCommand, label, value: command });
}

import { parseTyped } from '../../domain/typed.ts';
import { peopleList } from '../contacts/list.ts';
import { hookList } from '../hooks/list.ts';
import { ACTION, COMMAND } from '../ids.ts';
import { button } from '../kit/elements.ts';
import { openerOf } from '../kit/form.ts';
import { opensList } from '../kit/list.ts';
import { scheduleList } from '../schedules/list.ts';
import { settingsList } from '../settings/list.ts';
import { templateList } from '../templates/list.ts';
import { unlinkForm } from '../views/unlink.ts';

/** What opens by a command, and by these buttons too: each judges whoever presses it. */
const OPENS: Readonly<Partial<Record<string, string>>> = {
  people: opensList(peopleList),
  import: ACTION.openImport,
  templates: opensList(templateList),
  groups: opensList(settingsList),
  settings: opensList(settingsList),
  hooks: opensList(hookList),
  scheduled: opensList(scheduleList),
  link: ACTION.openLink,
  unlink: openerOf(unlinkForm, 'open'),
  broadcast: ACTION.newBroadcast,
  later: ACTION.compose,
};

/** Does what a command does that was nearly typed. */
export function commandButton(command: string): ReturnType<typeof button> {
  const label = `${COMMAND} ${command}`;
  const action = OPENS[parseTyped(command).kind];
  return action ? button({ action, label }) : button({ action: ACTION.answerCommand, label, value: command });
}

import type { App } from '@slack/bolt';
import { fold, nameRank } from '../../domain/folded.ts';
import { wordProblem } from '../../wording/index.ts';
import { problemOf } from '../failure.ts';
import { STEP } from '../ids.ts';
import { functionExecutedSchema } from '../payloads/events.ts';
import { option } from '../recipient-option.ts';
import type { Services } from '../services.ts';

/** Slack's: of options. */
const MOST = 100;

type Kind = 'group' | 'template';
type Listed = { id: string; name: string };

/** What Workflow Builder offers as groups while somebody fills in the step "Send an SMS". */
export function registerFindGroups(app: App, services: Services): void {
  const { contactGroups } = services;
  registerList(app, services, STEP.findGroups, 'group', async (workspace, typed) => {
    return (await contactGroups.offered(workspace, typed, MOST)).groups;
  });
}

/** The same of the workspace's templates. */
export function registerFindTemplates(app: App, services: Services): void {
  registerList(app, services, STEP.findTemplates, 'template', async (workspace, typed) => {
    const all = await services.templates.ofWorkspace(workspace);
    return all.filter(({ name }) => nameRank(fold(name), fold(typed)) !== null).slice(0, MOST);
  });
}

/** Workflow Builder waits for the ack, by which the list has to be there. */
function registerList(
  app: App,
  { words, log }: Services,
  callbackId: string,
  kind: Kind,
  list: (workspace: string, typed: string) => Promise<readonly Listed[]>,
): void {
  app.function(callbackId, { autoAcknowledge: false }, async ({ body, ack, complete, fail }) => {
    const { team_id: workspace, event } = functionExecutedSchema.parse(body);
    const told = list(workspace, event.inputs.query?.trim() ?? '')
      .then(found =>
        complete({ outputs: { options: found.map(one => option(choiceOf(kind, one), one.name)) } }),
      )
      .catch(async error => {
        const its = await words.of(workspace, null);
        await fail({ error: wordProblem(its, problemOf(error, false)) });
        throw error;
      });
    // Delivered again, it has ended already; and a list that nobody waits for any more is no harm.
    await told.catch(error => log.warn({ err: error, kind }, 'a list for a workflow could not be given'));
    await ack();
  });
}

/** With its name, for when it is gone by the time the workflow runs. */
const choiceOf = (kind: Kind, { id, name }: Listed): string => `${kind} ${id} ${name}`;

/** What was chosen from such a list; null: this is none of its options. */
export function chosenFrom(kind: Kind, value: string): { id: string; label: string } | null {
  const [, its, id, label] = /^(group|template) ([\w-]{1,64}) (.+)$/su.exec(value) ?? [];
  return its === kind && id !== undefined && label !== undefined ? { id, label } : null;
}

import type { App } from '@slack/bolt';
import { cut } from '../../domain/cut.ts';
import type { Recipient } from '../../domain/recipient.ts';
import { wordProblem } from '../../wording/index.ts';
import { problemOf } from '../failure.ts';
import { STEP } from '../ids.ts';
import { functionExecutedSchema } from '../payloads/events.ts';
import { option } from '../recipient-option.ts';
import type { Services } from '../services.ts';

/** Slack's: of options. */
const MOST = 100;
/** Slack's: of an option's value. */
const MAX_VALUE = 75;

/**
 * What Workflow Builder offers as groups while somebody fills in the step "Send an SMS". It waits for the ack, by which the list
 * has to be there.
 */
export function registerFindGroups(app: App, services: Services): void {
  const { contactGroups, words, log } = services;
  app.function(STEP.findGroups, { autoAcknowledge: false }, async ({ body, ack, complete, fail }) => {
    const { team_id: workspace, event } = functionExecutedSchema.parse(body);
    const typed = event.inputs.query?.trim() ?? '';
    const told = contactGroups
      .offered(workspace, typed, MOST)
      .then(({ groups }) =>
        complete({ outputs: { options: groups.map(({ id, name }) => option(groupChoice(id, name), name)) } }),
      )
      .catch(async error => {
        const its = await words.of(workspace, null);
        await fail({ error: wordProblem(its, problemOf(error, false)) });
        throw error;
      });
    // Delivered again, it has ended already; and a list that nobody waits for any more is no harm.
    await told.catch(error => log.warn({ err: error }, 'groups could not be listed for a workflow'));
    await ack();
  });
}

/** With its name, for when it is gone by the time the workflow runs. */
const groupChoice = (id: string, name: string): string => cut(`group ${id} ${name}`, MAX_VALUE);

/** The group that was chosen from the list; null: this is none of its options. */
export function chosenGroup(value: string): Recipient | null {
  const [, id, label] = /^group ([\w-]{1,64}) (.+)$/su.exec(value) ?? [];
  return id !== undefined && label !== undefined ? { kind: 'group', id, label } : null;
}

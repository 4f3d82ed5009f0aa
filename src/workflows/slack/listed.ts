import { fold, nameRank } from '../../kit/folded.ts';
import { problemOf } from '../../kit/slack/failure.ts';
import { onStep } from '../../kit/slack/hear.ts';
import { STEP } from '../../kit/slack/ids.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import { option } from '../../texts/slack/recipient-option.ts';
import { workflows } from '../../workspace/slack/rights.ts';

/** Slack's limit for options. */
const MOST = 100;

type Kind = 'group' | 'template';
type Listed = { id: string; name: string };

/** The groups that Workflow Builder offers while somebody fills in the step "Send an SMS". */
export function findGroups(services: Services): Surface {
  const { contactGroups } = services;
  return listing(services, STEP.findGroups, 'group', async (workspace, typed) => {
    return (await contactGroups.offered(workspace, typed, MOST)).groups;
  });
}

/** The same for the workspace's templates. */
export function findTemplates(services: Services): Surface {
  return listing(services, STEP.findTemplates, 'template', async (workspace, typed) => {
    const all = await services.templates.ofWorkspace(workspace);
    return all.filter(({ name }) => nameRank(fold(name), fold(typed)) !== null).slice(0, MOST);
  });
}

/** Workflow Builder waits for the ack, by which time the list must be there. */
function listing(
  services: Services,
  callbackId: string,
  kind: Kind,
  list: (workspace: string, typed: string) => Promise<readonly Listed[]>,
): Surface {
  const { words, log } = services;
  return onStep(services, callbackId, {
    may: workflows,
    async run({ team_id: workspace, event }, { complete, fail }) {
      const told = list(workspace, event.inputs.query?.trim() ?? '')
        .then(found =>
          complete({ outputs: { options: found.map(one => option(choiceOf(kind, one), one.name)) } }),
        )
        .catch(async error => {
          const its = await words.of(workspace, null);
          await fail({ error: wordProblem(its, problemOf(error, false)) });
          throw error;
        });
      // If it is a redelivery, it has already ended; and a list that nobody waits for does no harm.
      await told.catch(error => log.warn({ err: error, kind }, 'a list for a workflow could not be given'));
    },
  });
}

/** With its name, in case it is gone by the time the workflow runs. */
const choiceOf = (kind: Kind, { id, name }: Listed): string => `${kind} ${id} ${name}`;

/** What was chosen from such a list; null: it isn't one of its options. */
export function chosenFrom(kind: Kind, value: string): { id: string; label: string } | null {
  const [, its, id, label] = /^(group|template) ([\w-]{1,64}) (.+)$/su.exec(value) ?? [];
  return its === kind && id !== undefined && label !== undefined ? { id, label } : null;
}

import { z } from 'zod';
import { expectedCost } from '../../kit/credits.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import { answerOnCall } from '../../rotas/slack/list.ts';
import { measure } from '../../texts/draft.ts';
import { MAX_CHARACTERS } from '../../texts/parts.ts';
import { reader, sender } from '../../texts/permissions.ts';
import { isFeatureRecipient, type Recipient } from '../../texts/recipient.ts';
import { signedText, signOffIn } from '../../texts/sign-off.ts';
import { answerTo } from '../../texts/slack/command/subcommands.ts';
import { recipientIn, sectionsFor } from '../../texts/slack/recipient-options.ts';
import { resolveRecipients } from '../recipients.ts';
import { answer, refusal, type SlackbotTool } from '../tool.ts';

/* What Slackbot may read: each answers only what the person would see in Slack, by the same permission and the same words. */

const MAX_FOUND = 20;
const MAX_NAMED = 20;
const MAX_NAME = 60;

const name = z.string().trim().min(1).max(MAX_NAME);
export const toField = name
  .array()
  .max(MAX_NAMED)
  .describe(
    'Who gets it: each a mobile number in Bangladesh, or exactly what find_recipient gave as "to". Empty if the person didn’t say.',
  );
export const messageField = z
  .string()
  .trim()
  .min(1)
  .max(MAX_CHARACTERS)
  .describe('The words of the text, exactly as the person wants them.');

const findInput = z.object({
  name: name.describe('Part of the name of a teammate, contact, group or rota, in any script.'),
});

export const findRecipient: SlackbotTool<typeof findInput> = {
  name: 'find_recipient',
  title: 'Find a recipient',
  description:
    'Finds teammates, user groups, contacts, groups and rotas by part of their name, and says what to give other tools as "to". Use it before estimating or drafting, unless the person gave a number.',
  reads: true,
  input: findInput,
  async run(services, caller, { name: typed }) {
    const { workspace, words } = caller;
    const problem = await reader(services, caller, null);
    if (problem) return refusal(wordProblem(words, problem));
    const sections = await sectionsFor(services, words, workspace, typed, ['groups', 'userGroups', 'onCall']);
    const lines = sections.flatMap(({ heading, options }) =>
      options.flatMap(option => {
        const recipient = recipientIn({ value: option.value ?? '', text: option.text });
        const to = recipient && whatToGive(recipient);
        const about = [heading, option.description?.text].filter(Boolean).join(', ');
        return to === null ? [] : [`${option.text.text} (${about}) → to: ${to}`];
      }),
    );
    return answer(lines.length === 0 ? words.slackbot.foundNobody : lines.slice(0, MAX_FOUND).join('\n'));
  },
};

/** What stands for a recipient in a later call; null for one that no call takes. */
function whatToGive(recipient: Recipient): string | null {
  if (isFeatureRecipient(recipient)) return recipient.data.label;
  if (recipient.kind === 'teammate') return recipient.userId;
  return recipient.kind === 'usergroup' ? recipient.id : null;
}

const onCallInput = z.object({ rota: name.optional().describe('The name of one rota. Without it: all.') });

export const whoIsOnCall: SlackbotTool<typeof onCallInput> = {
  name: 'who_is_on_call',
  title: 'Who is on call',
  description: 'Says who is on call now, until when, and who is next.',
  reads: true,
  input: onCallInput,
  async run(services, caller, { rota = '' }) {
    const { words } = caller;
    // Says itself that the person may not see it.
    const problem = await reader(services, caller, null);
    if (problem) return refusal(wordProblem(words, problem));
    const lookUp = await answerOnCall(services, caller, rota);
    return lookUp ? answer((await lookUp()).text) : refusal(words.slackbot.noRota(rota));
  },
};

const latestInput = z.object({});

export const latestTexts: SlackbotTool<typeof latestInput> = {
  name: 'latest_texts',
  title: 'Your latest texts',
  description: 'Lists the last texts that this person sent, with their states and costs. Nobody else’s.',
  reads: true,
  input: latestInput,
  async run(services, caller) {
    const reply = await answerTo('log', caller, services);
    const message = typeof reply === 'function' ? await reply() : reply;
    return answer(message.text);
  },
};

const estimateInput = z.object({ to: toField, message: messageField });

export const estimateCost: SlackbotTool<typeof estimateInput> = {
  name: 'estimate_cost',
  title: 'Estimate the cost',
  description:
    'Says how many parts a text has, how many people would get it, and about what it would cost. Sends nothing.',
  reads: true,
  input: estimateInput,
  async run(services, caller, { to: typed, message }) {
    const { workspace, words } = caller;
    const problem = await sender(services, caller, null);
    if (problem) return refusal(wordProblem(words, problem));
    const { to, unclear } = await resolveRecipients(services, workspace, typed);
    if (unclear.length > 0) return refusal(words.slackbot.unclear(unclear));
    const [price, rules] = await Promise.all([
      services.history.costPerPart(workspace),
      services.settings.of(workspace),
    ]);
    const measured = measure({ message: signedText(message, signOffIn(rules)) }, price);
    const lines = measured ? [words.compose.measure(measured)] : [];
    if (measured && to.length > 0) {
      const { numbers, unavailable, omitted, tooMany } = await services.reach(workspace, to);
      if (tooMany) return refusal(wordProblem(words, tooMany));
      const people = numbers.length + unavailable.length;
      const parts = measured.parts * people;
      lines.push(words.compose.inAll({ people, parts, cost: price && expectedCost(price, parts) }));
      if (omitted.length > 0) lines.push(words.slackbot.leftOut(omitted.length));
    }
    return answer(lines.join('\n'));
  },
};

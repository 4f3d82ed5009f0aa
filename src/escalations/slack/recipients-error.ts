import type { Services } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { isFeatureRecipient, MAX_RECIPIENTS, numbersIn, type Recipient } from '../../texts/recipient.ts';
import type { NameMatch } from '../../texts/recipient-directory.ts';

/**
 * Checks the recipients of a step against our own store: unknown names, names that several people share, or more people than one alert
 * may text. Slack's user groups count as nobody here, because reading their members takes a call to Slack.
 */
export async function stepError(
  { book }: Services,
  words: Wording,
  workspace: string,
  recipients: readonly Recipient[],
): Promise<string | null> {
  const { wrong } = words.escalationSteps;
  const resolved = await Promise.all(
    recipients.map(async (recipient): Promise<{ name: string; match: NameMatch } | null> => {
      if (recipient.kind === 'named')
        return { name: recipient.name, match: await book.resolveName(workspace, recipient.name) };
      if (isFeatureRecipient(recipient))
        return { name: recipient.data.label, match: await book.resolveChoice(workspace, recipient) };
      return null;
    }),
  );
  const matches = resolved.filter(result => result !== null);
  for (const kind of ['unknown', 'shared'] as const) {
    const unresolved = matches.filter(({ match }) => match.kind === kind);
    if (unresolved.length > 0) return wrong[kind](unresolved.map(({ name }) => harmless(name, 24)));
  }
  const lists = matches.flatMap(({ match }) => (match.kind === 'numbers' ? match : []));
  const unread = lists.reduce((sum, { size, numbers }) => sum + size - numbers.length, 0);
  const onCall = matches.filter(({ match }) => match.kind === 'rota').length;
  const teammates = recipients.filter(({ kind }) => kind === 'teammate').length;
  const numbers = new Set([...numbersIn(recipients), ...lists.flatMap(list => list.numbers)]).size;
  const people = numbers + unread + onCall + teammates;
  return people > MAX_RECIPIENTS ? wrong.tooManyPeople(people, MAX_RECIPIENTS) : null;
}

import type { PlainTextOption } from '@slack/types';
import type { LocalNumber, ShowNumber } from '../kit/number.ts';
import type { Services } from '../kit/slack/services.ts';
import type { Wording } from '../kit/words/wording.ts';
import type { Recipient } from '../texts/recipient.ts';
import type { FeatureRecipients } from '../texts/recipient-kinds.ts';
import { optionOf } from '../texts/slack/recipient-options.ts';

/** The most options of each kind; Slack accepts a hundred in all. */
const MAX_OFFERED = 20;

/** Contacts and groups, as recipients. */
export const recipients = ({ contactGroups }: Services): FeatureRecipients<'contact' | 'group'> => ({
  sort: { contact: 'people', group: 'groups' },
  resolveChoice: { contact: contactGroups.resolveChoice, group: contactGroups.resolveChoice },
  async offer({ workspace, typed, words, show }) {
    const { search } = words;
    const { contacts, groups } = await contactGroups.offered(workspace, typed, MAX_OFFERED);
    return {
      contact: {
        heading: search.heading.contacts,
        options: contacts.map(contact => contactOption(words, contact, show)),
      },
      group: {
        heading: search.heading.groups,
        options: groups.map(({ as, size }) => optionOf(as, search.people(size))),
      },
    };
  },
});

/** A contact without a name is shown by the number. */
function contactOption(
  { search }: Wording,
  { as, name, number, doNotText }: { as: Recipient; name: string; number: LocalNumber; doNotText: unknown },
  show: ShowNumber,
): PlainTextOption {
  const details = [...(name === '' ? [] : [show(number)]), ...(doNotText ? [search.doNotTextList] : [])];
  return optionOf(as, details.join(' · '), name || show(number));
}

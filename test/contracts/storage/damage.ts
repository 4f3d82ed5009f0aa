/**
 * What a test makes unreadable: by its id; a report by its intent's; the newest entry of the audit trail by its workspace;
 * the state of a mailbox by its kind; a document by its workspace and key, as JSON.
 */
export type Damaged = 'intent' | 'text' | 'report' | 'audit' | 'mailbox' | 'document';

/** `foreign`: as a program would write it that knows more than this one; `broken`: as a disk would that loses half of it. */
export const DAMAGES = ['foreign', 'broken'] as const;
export type Damage = (typeof DAMAGES)[number];

/** Makes it readable again. */
export type Repair = () => Promise<void>;

const FOREIGN: Record<Damaged, object> = {
  intent: { to: [{ kind: 'fax' }] },
  text: { number: 'fax' },
  report: { kind: 'fax' },
  audit: { what: 'fax' },
  mailbox: { alerts: 'fax', messages: 'fax' },
  document: { value: 'fax' },
};

/** Stored JSON, damaged. */
export function damaged(json: string, what: Damaged, how: Damage): string {
  return how === 'broken'
    ? json.slice(0, json.length / 2)
    : JSON.stringify({ ...JSON.parse(json), ...FOREIGN[what] });
}

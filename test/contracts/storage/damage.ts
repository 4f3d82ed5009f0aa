/**
 * A record that a test makes unreadable, by its id; a report by its intent's id; the newest audit entry by
 * its workspace; the state of an inbox by its kind; a document by its workspace and key, as JSON.
 */
export type Damaged =
  | 'intent'
  | 'text'
  | 'report'
  | 'audit'
  | 'inbox'
  | 'event'
  | 'contact'
  | 'schedule'
  | 'broadcast'
  | 'broadcast_rows'
  | 'document'
  | 'key'
  | 'usage'
  | 'workspace';

/** `foreign`: as a newer program would write it; `broken`: as a disk leaves it that loses half. */
export const DAMAGES = ['foreign', 'broken'] as const;
export type Damage = (typeof DAMAGES)[number];

/** Makes it readable again. */
export type Repair = () => Promise<void>;

const FOREIGN: Record<Damaged, object> = {
  intent: { intent: { to: [{ kind: 'fax' }], resendOf: 7 } },
  text: { number: 'fax', carried: { intent: { to: [{ kind: 'fax' }], resendOf: 7 } } },
  report: { kind: 'fax' },
  audit: { entry: { what: 7 } },
  inbox: { state: JSON.stringify({ alerts: 'fax', messages: 'fax' }) },
  event: { body: 7 },
  contact: { number: 'fax' },
  schedule: { content: { kind: 'fax' } },
  broadcast: { state: 'faxed' },
  broadcast_rows: { rows: 'fax' },
  document: { value: 'fax' },
  key: { slots: 'fax' },
  usage: { texts: 'fax' },
  workspace: { warnedAt: 'fax' },
};

export function damaged(json: string, kind: Damaged, how: Damage): string {
  return how === 'broken'
    ? json.slice(0, json.length / 2)
    : JSON.stringify(merge(JSON.parse(json), FOREIGN[kind]));
}

function merge(one: Record<string, unknown>, other: object): object {
  const fields = Object.entries(other).map(([name, value]) => {
    const before = one[name];
    const isObject = typeof value === 'object' && !Array.isArray(value) && typeof before === 'object';
    return [name, isObject ? merge(before as Record<string, unknown>, value) : value];
  });
  return { ...one, ...Object.fromEntries(fields) };
}

/** Each kind's table, and a check that finds its newest record. */
export const RECORDS: Record<Damaged, { table: string; isIt: (recordId: string, id: string) => boolean }> = {
  intent: { table: 'intent', isIt: (recordId, id) => recordId === id },
  text: { table: 'text', isIt: (recordId, id) => recordId === id },
  report: { table: 'report', isIt: (recordId, id) => recordId.endsWith(`.${id}`) },
  audit: { table: 'audit', isIt: () => true },
  event: { table: 'event', isIt: (recordId, id) => recordId === id },
  contact: { table: 'contact', isIt: (recordId, id) => recordId === id },
  schedule: { table: 'schedule', isIt: (recordId, id) => recordId === id },
  broadcast: { table: 'broadcast', isIt: (recordId, id) => recordId === id },
  broadcast_rows: { table: 'broadcast_rows', isIt: (recordId, id) => recordId.startsWith(`${id} `) },
  document: { table: 'document', isIt: (recordId, id) => recordId === id },
  key: { table: 'key', isIt: (recordId, id) => recordId === id },
  usage: { table: 'usage', isIt: () => true },
  workspace: { table: 'workspace', isIt: (recordId, id) => recordId === id },
  inbox: { table: 'inbox_state', isIt: (recordId, kind) => recordId.startsWith(`${kind} `) },
};

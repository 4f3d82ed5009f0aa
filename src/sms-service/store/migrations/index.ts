import { accountsKeysLog } from './1-accounts-keys-log.ts';
import { ledgerAndTerms } from './2-ledger-and-terms.ts';
import { onTheirWay } from './3-on-their-way.ts';
import { people } from './4-people.ts';

/** The steps from an empty database to today's, in order: add new ones at the end, and never edit one. */
export const migrations: readonly string[] = [accountsKeysLog, ledgerAndTerms, onTheirWay, people];

import { account } from './account.ts';
import { common } from './common.ts';
import { operators } from './operators.ts';

export const en = { ...common, account, operators };

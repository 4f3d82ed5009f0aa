import type { Words } from '../words.ts';
import { account } from './account.ts';
import { common } from './common.ts';
import { operators } from './operators.ts';

export const bn: Words = { ...common, account, operators };

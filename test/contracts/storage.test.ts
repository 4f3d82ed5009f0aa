import { sqlite } from './storage/sqlite.ts';
import { describeStorage } from './storage/suite.ts';

describeStorage('SQLite', sqlite);

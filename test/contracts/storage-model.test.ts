import { describeModel } from './storage/model-run.ts';
import { sqlite } from './storage/sqlite.ts';

describeModel('SQLite', sqlite, 90);

import { z } from 'zod';
import type { Departures } from '../ports.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';
import type { Scripts } from './scripts.ts';

const DEPARTURES = `${PREFIX}departures`;

/** Workspaces that the app left, and how what they had leaves. */
export function createDepartures({ ask }: Connection, scripts: Scripts): Departures {
  return {
    async leave(workspace, at) {
      await ask(client => client.zAdd(DEPARTURES, { value: workspace, score: at }, { comparison: 'LT' }));
    },
    async stay(workspace) {
      await ask(client => client.zRem(DEPARTURES, workspace));
    },
    forget: async (now, limit) => z.int().parse(await scripts.run('forget', { now, limit })),
  };
}

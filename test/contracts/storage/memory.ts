import { Disk } from '../../sim/disk.ts';
import { openDisk } from '../../sim/storage.ts';
import { type Damaged, damaged, RECORDS } from './damage.ts';
import type { Engine } from './rig.ts';

/** A process that lives as long as the test. */
const HOST = {
  isAlive: () => true,
  die: () => undefined,
  after(_ms: number, run: () => void) {
    queueMicrotask(run);
    return () => undefined;
  },
  takes: () => 0,
};

/** The simulator's store, which keeps the same contract. */
export const memory: Engine = {
  async store() {
    const disk = new Disk();
    return {
      open: async options => openDisk(disk, { ...options, host: HOST, sharing: null }),
      damage: async (kind, id, how) => {
        const [name, before] = found(disk, kind, id);
        const { table } = RECORDS[kind];
        disk.damage(table, name, damaged(before, kind, how));
        return async () => {
          disk.damage(table, name, before);
          // The record may have been quarantined meanwhile.
          const quarantine = disk.table('quarantine').get(name);
          if (quarantine)
            disk.damage('quarantine', name, JSON.stringify({ ...JSON.parse(quarantine), body: before }));
        };
      },
      remove: async () => undefined,
    };
  },
};

/** The name and stored form of the record to damage. */
function found(disk: Disk, kind: Damaged, id: string): [name: string, stored: string] {
  const { table, isIt } = RECORDS[kind];
  const records = [...disk.table(table)].sort(([a], [b]) => (a < b ? -1 : 1));
  const [name = '', record] = records.findLast(([recordId]) => isIt(recordId, id)) ?? [];
  return [name, record ?? ''];
}

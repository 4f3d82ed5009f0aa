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
      damage: async (what, id, how) => {
        const [name, before] = found(disk, what, id);
        const { table } = RECORDS[what];
        disk.damage(table, name, damaged(before, what, how));
        return async () => {
          disk.damage(table, name, before);
          // It may have been quarantined meanwhile.
          const quarantine = disk.table('quarantine').get(name);
          if (quarantine)
            disk.damage('quarantine', name, JSON.stringify({ ...JSON.parse(quarantine), body: before }));
        };
      },
      remove: async () => undefined,
    };
  },
};

/** The name of what is to be damaged, and how it is stored. */
function found(disk: Disk, what: Damaged, id: string): [name: string, stored: string] {
  const { table, isIt } = RECORDS[what];
  const its = [...disk.table(table)].sort(([one], [other]) => (one < other ? -1 : 1));
  const [name = '', record] = its.findLast(([recordId]) => isIt(recordId, id)) ?? [];
  return [name, record ?? ''];
}

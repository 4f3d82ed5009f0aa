import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../../src/workspace/audit.ts';
import { MAX_AUDIT_ENTRIES } from '../../../src/workspace/audit-log.ts';
import { type Engine, Rig } from './rig.ts';

const tried = (at: number): AuditEntry => ({ what: 'tried_again', at, by: 'U1' });

export function describeAudit(engine: Engine): void {
  describe('the audit trail', () => {
    test('is read newest first, unchanged, across a restart, and only by its workspace', async () => {
      const rig = await Rig.on(engine);
      const entries: AuditEntry[] = [
        { what: 'key_linked', at: rig.now, by: 'U1' },
        { what: 'setting', field: 'channels', from: null, to: ['C1', 'বাংলা'], at: rig.now + 1, by: 'U2' },
        { what: 'key_unlinked', texts: 3, at: rig.now + 1, by: null },
      ];
      for (const entry of entries) await rig.storage.audit.record('T1', entry);
      await rig.storage.audit.record('T2', tried(rig.now));
      await rig.reopen();
      expect(await rig.storage.audit.list('T1', 9)).toEqual(entries.toReversed());
      expect(await rig.storage.audit.list('T1', 2)).toEqual(entries.toReversed().slice(0, 2));
      expect(await rig.storage.audit.list('T2', 9)).toEqual([tried(rig.now)]);
      expect(await rig.storage.audit.list('T3', 9)).toEqual([]);
    });

    test('keeps the newest entries, the same number for each workspace', async () => {
      const rig = await Rig.on(engine);
      const { audit } = rig.storage;
      await audit.record('T2', tried(0));
      for (let at = 0; at < MAX_AUDIT_ENTRIES + 5; at++) await audit.record('T1', tried(at));
      const entries = await audit.list('T1', MAX_AUDIT_ENTRIES + 10);
      expect(entries.map(entry => entry.at)).toEqual(
        Array.from({ length: MAX_AUDIT_ENTRIES }, (_, age) => MAX_AUDIT_ENTRIES + 4 - age),
      );
      expect(await audit.list('T2', 9)).toHaveLength(1);
    });
  });
}

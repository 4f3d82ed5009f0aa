import { describe } from 'vitest';
import { describeAside } from './aside.ts';
import { describeAudit } from './audit.ts';
import { describeClaims } from './claims.ts';
import { describeContacts } from './contacts.ts';
import { describeDeletions } from './deletions.ts';
import { describeDocuments } from './documents.ts';
import { describeForgetting } from './forgetting.ts';
import { describeGroups } from './groups.ts';
import { describeHistory } from './history.ts';
import { describeImports } from './imports.ts';
import { describeMailboxes } from './inboxes.ts';
import { describeIntents } from './intents.ts';
import { describeLinks } from './links.ts';
import { describeLowBalance } from './low-balance.ts';
import { describeNeverText } from './never-text.ts';
import { describeOutcomes } from './outcomes.ts';
import { describePace } from './pace.ts';
import { describeQueue } from './queue.ts';
import { describeReports } from './reports.ts';
import type { Engine } from './rig.ts';
import { describeSchedules } from './schedules.ts';
import { describeSeveral } from './several.ts';
import { describeStopLinks } from './stop-links.ts';
import { describeTemplates } from './templates.ts';
import { describeTime } from './time.ts';
import { describeUsage } from './usage.ts';

/** All that storage promises (src/storage/ports.ts), for any engine. */
export function describeStorage(name: string, engine: Engine): void {
  describe(name, () => {
    describeIntents(engine);
    describeClaims(engine);
    describePace(engine);
    describeQueue(engine);
    describeReports(engine);
    describeOutcomes(engine);
    describeSeveral(engine);
    describeHistory(engine);
    describeMailboxes(engine);
    describeDocuments(engine);
    describeDeletions(engine);
    describeAudit(engine);
    describeContacts(engine);
    describeGroups(engine);
    describeLinks(engine);
    describeImports(engine);
    describeSchedules(engine);
    describeNeverText(engine);
    describeForgetting(engine);
    describeTemplates(engine);
    describeStopLinks(engine);
    describeAside(engine);
    describeUsage(engine);
    describeLowBalance(engine);
    if (!engine.ownClock || engine.step) describeTime(engine);
  });
}

import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { openStorage } from '../../src/storage/open.ts';
import { createSettings, type Settings } from '../../src/workspaces/settings.ts';
import { ADMIN, type Stage } from './stage.ts';

/** Changes the settings of the stage's workspace in its real store, as its admin; the app is stopped meanwhile. */
export async function decide(stage: Stage, changes: Partial<Settings>): Promise<void> {
  await stage.stop();
  const log = createLog({ level: 'silent', stream: { write: () => undefined }, secrets: [] });
  const { storage: choice } = readConfig(stage.environment);
  const storage = await openStorage(choice, { now: stage.clock.now, newId: () => 'settings', log });
  const { documents, audit } = storage;
  const { workspace, id } = { workspace: stage.slack.person(ADMIN).teamId, id: stage.slack.person(ADMIN).id };
  await createSettings({ documents, audit, clock: stage.clock }).save(workspace, id, changes);
  await storage.close();
  await stage.start();
}

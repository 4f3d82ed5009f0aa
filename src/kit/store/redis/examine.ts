import type { Log } from '../../../log.ts';
import { type Finding, type LookedAtStore, look, ok, wrong } from '../../examination.ts';
import { DATA_VERSION, DataVersionError } from '../errors.ts';
import type { StorageChoice } from '../storage.ts';
import { connect } from './connection.ts';
import { fieldOf, VERSION_KEY } from './durability-check.ts';

/** A Redis, looked at without the app's store: nothing is written. */
export async function examineRedis(
  { url, isEphemeral = false, replicas = 0 }: Extract<StorageChoice, { kind: 'redis' }>,
  log: Log,
): Promise<LookedAtStore> {
  const connection = await connect(url, log);
  try {
    const info = await connection.ask(client => client.info());
    const save = await connection.ask(client => client.configGet('save')).catch(() => null);
    const fsync = await connection.ask(client => client.configGet('appendfsync')).catch(() => null);
    const version = await connection.ask(client => client.get(VERSION_KEY));
    const settings = { save: save?.save ?? null, fsync: fsync?.appendfsync ?? null };
    return {
      findings: [
        versionFinding(version),
        durability(info, { ...settings, isEphemeral }),
        ...replication(info, replicas),
        memory(info),
      ],
      data: version === null ? 'none' : version === String(DATA_VERSION) ? 'ours' : 'unusable',
    };
  } finally {
    await connection.close();
  }
}

function versionFinding(version: string | null): Finding {
  if (version === null)
    return look(
      'store version',
      'there is no data in this Redis yet',
      'the first start makes it; if there should be some, correct REDIS_URL',
    );
  if (version === String(DATA_VERSION)) return ok('store version', `${version}, as this program's`);
  const place = { data: 'The data on Redis', empty: 'another Redis database' };
  return wrong(
    'store version',
    new DataVersionError(version, place).message,
    'nothing is changed until then',
  );
}

/** Whether a restart of Redis loses anything, by its INFO and as much of its configuration as it lets us read. */
export function durability(
  info: string,
  { save, fsync, isEphemeral }: { save: string | null; fsync: string | null; isEphemeral: boolean },
): Finding {
  const name = 'store durable';
  const policy = fieldOf(info, 'maxmemory_policy') || 'noeviction';
  if (policy !== 'noeviction')
    return wrong(
      name,
      `Redis deletes texts when its memory is full (maxmemory-policy ${policy})`,
      'set maxmemory-policy noeviction',
    );
  if (fieldOf(info, 'aof_enabled') === '1') {
    if (fieldOf(info, 'aof_last_write_status') === 'err')
      return wrong(name, 'Redis can’t write its append-only file', 'look at its disk and its log');
    if (fsync === 'no')
      return look(
        name,
        'Redis leaves it to the system when its file is synced',
        'set appendfsync everysec, or always',
      );
    return ok(name, `Redis has an append-only file${fsync === null ? '' : `, synced ${fsync}`}`);
  }
  if (isEphemeral) return look(name, 'Redis keeps nothing for certain (REDIS_EPHEMERAL)', 'only for tests');
  if (save === '') return wrong(name, 'Redis keeps nothing on disk', 'set appendonly yes');
  return look(
    name,
    'Redis has no append-only file: a restart may lose texts or send them twice',
    'set appendonly yes',
  );
}

/** Whether as many replicas as asked for have what is written. */
export function replication(info: string, replicas: number): Finding[] {
  if (replicas === 0) return [];
  const name = 'store replicas';
  const online = info.match(/^slave\d+:.*state=online/gm)?.length ?? 0;
  const detail = `${online} of the ${replicas} in REDIS_REPLICAS are connected`;
  return [
    online >= replicas
      ? ok(name, detail)
      : wrong(name, detail, 'start them: until then nothing is written, and so nothing is sent'),
  ];
}

/** How much of its memory Redis uses. */
export function memory(info: string): Finding {
  const name = 'store space';
  const [used, most] = [Number(fieldOf(info, 'used_memory')), Number(fieldOf(info, 'maxmemory'))];
  const inUse = `${Math.round(used / 1024 ** 2)} MB in use`;
  if (!(most > 0)) return ok(name, `${inUse}, without a limit (maxmemory)`);
  const percent = Math.round((100 * used) / most);
  const detail = `${inUse}, ${percent} % of maxmemory`;
  if (percent >= 95) return wrong(name, detail, 'raise maxmemory: once it is full, nothing can be sent');
  return percent >= 80 ? look(name, detail, 'raise maxmemory') : ok(name, detail);
}

/* Parses sentinels' addresses without loading Redis' client, because an app on SQLite parses its settings, too. */

const PORT = 26_379;

export type HostAndPort = { host: string; port: number };

export type Sentinels = {
  sentinels: HostAndPort[];
  /** The sentinels' name for the master. */
  master: string;
  /** For the master, and for sentinels that ask for credentials. */
  username: string | undefined;
  password: string | undefined;
  database: number;
  tls: boolean;
};

const URL_FORM = /^redis(s?)\+sentinel:\/\/(?:([^:@/]*)(?::([^@/]*))?@)?([^@/?#]+)\/([^/?#]+)(?:\/(\d*))?$/;
const PLACE_FORM = /^(\[[\da-f:.]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/i;

export const isSentinelUrl = (url: string): boolean => /^rediss?\+sentinel:/.test(url);

/** Parses `redis+sentinel://user:password@host:26379,host:26379/name/0`; null if it is something else. */
export function parseSentinelUrl(url: string): Sentinels | null {
  const [, s, user, password, hosts = '', master = '', database] = URL_FORM.exec(url) ?? [];
  const places = hosts.split(',').map(host => PLACE_FORM.exec(host));
  const sentinels = places.flatMap(place => {
    const port = Number(place?.[2] ?? PORT);
    return place?.[1] && port > 0 && port < 65_536 ? [{ host: place[1].replace(/^\[|\]$/g, ''), port }] : [];
  });
  if (sentinels.length < places.length || master === '') return null;
  try {
    return {
      sentinels,
      master: decodeURIComponent(master),
      username: user ? decodeURIComponent(user) : undefined,
      password: password ? decodeURIComponent(password) : undefined,
      database: Number(database || 0),
      tls: s === 's',
    };
  } catch {
    return null;
  }
}

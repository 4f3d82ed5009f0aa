import type { AppConnection } from './connection.ts';
import type { HttpTransport } from './delivery.ts';
import type { SocketHub } from './sockets.ts';

/** Sockets if the app has any, otherwise its HTTP address. */
export function createAppConnection(http: HttpTransport, sockets: SocketHub): AppConnection {
  return {
    get eventsUrl() {
      return http.eventsUrl;
    },
    set eventsUrl(url) {
      http.eventsUrl = url;
    },
    reachable: () => sockets.count > 0 || http.eventsUrl !== undefined,
    deliver(delivery) {
      const bySocket = sockets.count > 0 || (sockets.opened > 0 && http.eventsUrl === undefined);
      return (bySocket ? sockets : http).deliver(delivery);
    },
    redeliver: sent => (sent.url.startsWith('ws') ? sockets : http).redeliver(sent),
    async close() {
      await sockets.close();
      await http.close();
    },
  };
}

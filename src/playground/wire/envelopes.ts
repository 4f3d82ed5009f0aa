import { after, type Clock } from '../clock.ts';
import { isObject, type JsonObject } from '../json.ts';
import type { Reply, SentRequest } from './connection.ts';
import { ACK_LIMIT_MS, noReply } from './delivery.ts';
import type { Exchange } from './traffic.ts';

interface Waiting {
  connection: object;
  isEvent: boolean;
  takesPayload: boolean;
  exchange: Exchange;
  end(reply: (elapsedMs: number) => Reply): void;
  request: SentRequest;
}

/** Envelopes that were sent and wait for their ack. Any object can stand for a connection. */
export function createEnvelopes(clock: Clock) {
  const waiting = new Map<string, Waiting>();

  function giveUp(one: Waiting, problem: NonNullable<Reply['problem']>, failure: string): void {
    one.exchange.failure = failure;
    one.end(elapsedMs => noReply(one.request, problem, elapsedMs));
  }

  return {
    /** Waits for the ack of an envelope that goes out on this connection now. */
    sent(envelope: JsonObject, request: SentRequest, connection: object, exchange: Exchange): Promise<Reply> {
      const id = String(envelope.envelope_id);
      const began = performance.now();
      return new Promise(resolve => {
        const cancel = after(clock, ACK_LIMIT_MS, () =>
          giveUp(one, 'operation_timeout', 'operation_timeout'),
        );
        const one: Waiting = {
          connection,
          isEvent: envelope.type === 'events_api',
          takesPayload: envelope.accepts_response_payload === true,
          exchange,
          request,
          end(reply) {
            cancel();
            waiting.delete(id);
            resolve(reply(performance.now() - began));
          },
        };
        waiting.set(id, one);
      });
    },
    awaits: (id: string, connection: object) => waiting.get(id)?.connection === connection,
    /** An ack came in; one for another connection's envelope is ignored. */
    acked(id: string, connection: object, payload: unknown) {
      const one = waiting.get(id);
      if (one?.connection !== connection) return;
      // An empty payload means the same as an empty body over HTTP.
      const said = isObject(payload) && Object.keys(payload).length > 0 ? payload : undefined;
      one.exchange.response = { status: 200, headers: {}, body: JSON.stringify(payload ?? '') };
      const json = one.takesPayload ? said : undefined;
      one.end(elapsedMs => ({
        status: 200,
        headers: {},
        body: json ? JSON.stringify(json) : '',
        json,
        elapsedMs,
        request: one.request,
      }));
    },
    /** A connection is gone. Its events are given up at once; a person's requests wait out their three seconds. */
    lost(connection: object) {
      for (const one of [...waiting.values()]) {
        if (one.connection === connection && one.isEvent) giveUp(one, 'dispatch_failed', 'connection lost');
      }
    },
    close() {
      for (const one of [...waiting.values()]) giveUp(one, 'dispatch_failed', 'playground closed');
    },
  };
}

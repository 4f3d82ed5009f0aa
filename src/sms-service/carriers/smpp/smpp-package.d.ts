/** The part of the package `smpp` (0.5.1) that we use; it has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Socket } from 'node:net';

  /** A protocol unit as the package parses it, with only the fields that it contained. */
  export interface Pdu {
    command: string;
    command_status: number;
    sequence_number: number;
    response(options?: { command_status?: number }): Pdu;
    message_id?: string;
    esm_class?: number;
    short_message?: { message?: unknown; udh?: unknown };
    message_payload?: { message?: unknown };
    receipted_message_id?: string;
    message_state?: number;
  }

  const smpp: { Session: typeof Session; errors: Record<string, number> };
  export default smpp;

  export class Session extends EventEmitter {
    constructor(options: { socket: Socket });
    /** Each returns false if the connection can't be written to. Then nothing was written. */
    bind_transceiver(options: Record<string, unknown>, onAnswer: (pdu: Pdu) => void): boolean;
    submit_sm(options: Record<string, unknown>, onAnswer: (pdu: Pdu) => void): boolean;
    enquire_link(options: Record<string, unknown>, onAnswer: (pdu: Pdu) => void): boolean;
    unbind(options: Record<string, unknown>, onAnswer: (pdu: Pdu) => void): boolean;
    send(pdu: Pdu): boolean;
  }
}

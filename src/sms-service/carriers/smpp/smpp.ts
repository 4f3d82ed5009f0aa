import { readFileSync } from 'node:fs';
import type { Pdu } from 'smpp';
import type { Outcome, Submission } from '../../delivery/rules.ts';
import { countParts } from '../../parts.ts';
import {
  type Carrier,
  type CarrierDeps,
  createAvailability,
  type Outgoing,
  settledOrTimeout,
} from '../carrier.ts';
import { causeOf, encode, encodePart, normaliseId, readReceipt, statusName } from './pdus.ts';
import { type Link, openLink, type SmppSettings, smppSettings } from './session.ts';

const FIRST_RECONNECT_MS = 1_000;
const MAX_RECONNECT_MS = 60_000;

/** Number types and numbering plans. SMPP 3.4, 5.2.5 and 5.2.6. */
const SOURCE = {
  alphanumeric: { source_addr_ton: 5, source_addr_npi: 0 },
  international: { source_addr_ton: 1, source_addr_npi: 1 },
  national: { source_addr_ton: 2, source_addr_npi: 1 },
  short: { source_addr_ton: 3, source_addr_npi: 0 },
};
const UDH_INDICATOR = 0x40;
const REQUEST_RECEIPT = 1;

/** Carriers that speak SMPP 3.4. */
export const smpp = { settings: smppSettings, open: createSmppCarrier };

/** One connection, bound as a transceiver, that reconnects by itself. */
function createSmppCarrier(settings: SmppSettings, { clock, events }: CarrierDeps): Carrier {
  const { name } = settings;
  const ca = settings.tls?.caFile === undefined ? undefined : readFileSync(settings.tls.caFile);
  const availability = createAvailability({ clock, changed: events.changed }, settings.window);
  /**
   * Messages that left on the current connection and have no answer. If the connection ends, each settles as
   * unanswered.
   */
  const unanswered = new Map<Submission, (outcome: Outcome) => void>();
  let link: Link | null = null;
  let opened = { cut: () => {} };
  let closed = false;
  let reconnectMs = FIRST_RECONNECT_MS;
  let cancelReconnect = () => {};

  function open(): void {
    opened = openLink({
      settings,
      ca,
      clock,
      onBound(bound) {
        link = bound;
        reconnectMs = FIRST_RECONNECT_MS;
        availability.markHealthy();
      },
      onMessage,
      onEnd(why) {
        link = null;
        availability.markFailing(why, 'for-good');
        for (const settle of [...unanswered.values()]) settle({ kind: 'unanswered', why });
        if (closed) return;
        cancelReconnect = clock.after(reconnectMs, open);
        reconnectMs = Math.min(reconnectMs * 2, MAX_RECONNECT_MS);
      },
    });
  }

  async function onMessage(pdu: Pdu): Promise<void> {
    const receipt = readReceipt(pdu, settings.messageIds.receipt);
    if (receipt?.kind === 'unread') events.unread(receipt.unread);
    if (receipt?.kind !== 'read' || receipt.ending === null) return;
    const { messageId, ending, reason } = receipt;
    await events.receipt({ messageId, ending, reason });
  }

  function outcomeOf({ command, command_status: status, message_id: id }: Pdu): Outcome {
    if (status === 0 && command === 'submit_sm_resp') {
      return { kind: 'taken', messageId: id ? normaliseId(id, settings.messageIds.answer) : null };
    }
    const why = `The carrier refused it: ${statusName(status)}`;
    switch (causeOf(status)) {
      case 'throttled':
        availability.throttled();
        return { kind: 'not-now', why };
      case 'setting':
        availability.markFailing(why);
        return { kind: 'not-now', why };
      case 'text':
        return { kind: 'refused', why };
    }
  }

  function submit(outgoing: Outgoing): Promise<Outcome> {
    const { submission } = outgoing;
    return new Promise(resolve => {
      let hasOutcome = false;
      const cancelTimer = clock.after(settings.answerSeconds * 1000, () => {
        const why = 'The carrier did not answer in time';
        availability.markFailing(why);
        settle({ kind: 'unanswered', why });
      });
      const settle = (outcome: Outcome) => {
        if (hasOutcome) return events.late(submission, outcome);
        hasOutcome = true;
        cancelTimer();
        unanswered.delete(submission);
        resolve(outcome);
      };
      unanswered.set(submission, settle);
      if (link?.submit(pduOf(outgoing, settings), pdu => settle(outcomeOf(pdu)))) return;
      settle({ kind: 'not-now', why: 'The route was not connected' });
    });
  }

  availability.markFailing('Not connected yet', 'for-good');
  open();
  return {
    name,
    kind: 'smpp',
    health: availability.health,
    room: availability.room,
    plan: ({ message }) => ({ messages: settings.longTexts === 'payload' ? 1 : countParts(message) }),
    submit: outgoing => availability.during(() => submit(outgoing)),
    knowsAgain: () => false,
    async close() {
      closed = true;
      cancelReconnect();
      await settledOrTimeout(availability.underway);
      for (const settle of [...unanswered.values()])
        settle({ kind: 'unanswered', why: 'The service stopped' });
      if (link) link.leave();
      else opened.cut();
    },
  };
}

/** A `submit_sm` to the number in international form, from the sender in the settings. */
function pduOf(
  { logId, number, message, submission, of }: Outgoing,
  { source, longTexts, receipts }: Pick<SmppSettings, 'source' | 'longTexts' | 'receipts'>,
): Record<string, unknown> {
  const common = {
    ...SOURCE[source.type],
    source_addr: source.address,
    dest_addr_ton: 1,
    dest_addr_npi: 1,
    destination_addr: `88${number}`,
    registered_delivery: receipts ? REQUEST_RECEIPT : 0,
  };
  if (longTexts === 'payload' && countParts(message) > 1) {
    const { dataCoding, bytes } = encode(message);
    return { ...common, data_coding: dataCoding, short_message: Buffer.alloc(0), message_payload: bytes };
  }
  // Two texts to one number get the same reference only if at least 255 others were accepted in between.
  const { dataCoding, bytes, joined } = encodePart(message, of === 1 ? 1 : submission.nth, logId);
  return {
    ...common,
    data_coding: dataCoding,
    short_message: bytes,
    esm_class: joined ? UDH_INDICATOR : 0,
  };
}

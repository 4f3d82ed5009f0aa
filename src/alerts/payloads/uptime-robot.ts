import { z } from 'zod';
import { id, oneAlert } from './one-alert.ts';
import { readBy, type SenderReader } from './payload.ts';

/*
 * UptimeRobot's webhook, as a form or as JSON with its variables under their own names. Facts from UptimeRobot's help (Webhook
 * alert contacts): alertType is 1 for down, 2 for up, 3 for a certificate or a domain that expires.
 */

const optional = z.coerce.string().nullish();
const schema = z.object({
  monitorID: id,
  monitorFriendlyName: optional,
  monitorURL: optional,
  alertType: z.coerce.string().regex(/^\d+$/, 'should be a number: *alertType*'),
  alertTypeFriendlyName: optional,
  alertDetails: optional,
  alertDateTime: optional,
});

export const uptimeRobot: SenderReader = {
  sender: 'uptimerobot',
  fits: body => 'monitorID' in body && 'alertType' in body,
  read: (body, { callId }) =>
    readBy(schema, body, sent => {
      const {
        monitorID,
        monitorFriendlyName: name,
        monitorURL,
        alertType,
        alertDateTime,
        alertDetails,
      } = sent;
      const isWarning = alertType !== '1' && alertType !== '2';
      const at = Number(alertDateTime) * 1000;
      return oneAlert({
        thing: ['uptimerobot', monitorID, ...(isWarning ? [alertType] : [])],
        status: alertType === '2' ? 'resolved' : 'firing',
        severity: isWarning ? 'warning' : 'critical',
        alert: name || monitorURL || `Monitor ${monitorID}`,
        place: monitorURL ?? '',
        summary: [sent.alertTypeFriendlyName, alertDetails].filter(Boolean).join(': '),
        startsAt: null,
        moment: Number.isFinite(at) && at > 0 ? String(at) : callId,
      });
    }),
};

import { z } from 'zod';
import { name, someName, words } from '../schema.ts';
import { has, row } from './sender.ts';

/*
 * UptimeRobot's webhook, as a form or as JSON with its variables under their own names. Facts from UptimeRobot's help (Webhook
 * alert contacts): alertType is 1 for down, 2 for up, 3 for a certificate or a domain that expires.
 */

const schema = z.object({
  monitorID: someName,
  monitorFriendlyName: name,
  monitorURL: words,
  alertType: someName,
  alertTypeFriendlyName: words,
  alertDetails: words,
  alertDateTime: name,
});

const isWarning = (type: string): boolean => type !== '1' && type !== '2';

export const uptimeRobot = row(has('monitorID', 'alertType'), schema, {
  id: ({ monitorID, alertType }) => ['uptimerobot', monitorID, ...(isWarning(alertType) ? [alertType] : [])],
  state: ({ alertType }) => (alertType === '2' ? 'resolved' : 'firing'),
  severity: ({ alertType }) => (isWarning(alertType) ? 'warning' : 'critical'),
  name: sent => sent.monitorFriendlyName || sent.monitorURL || `Monitor ${sent.monitorID}`,
  place: ({ monitorURL }) => monitorURL,
  words: sent => [sent.alertTypeFriendlyName, sent.alertDetails].filter(Boolean).join(': '),
  time: null,
  moment: ({ alertDateTime }) => (Number(alertDateTime) > 0 ? String(Number(alertDateTime) * 1000) : null),
  links: null,
});

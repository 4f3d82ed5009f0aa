import type { AlertWords } from './alerts-types.ts';

/** Alerts, in English. What goes into texts keeps to the letters of GSM-7: one more would halve what fits. */
export const alertsEn: AlertWords = {
  template: {
    firing: '{{ severity }} {{ alert }}: {{ summary }} {{ more }}',
    resolved: 'RESOLVED {{ alert }}: {{ summary }} {{ more }}',
  },
  severity: { critical: 'CRITICAL', error: 'ERROR', warning: 'WARNING', info: 'INFO', none: 'ALERT' },
  status: { firing: 'firing', resolved: 'resolved' },
  more: count => `(+${count} more)`,
  others: ({ alerts, groups, resolved }) =>
    [
      ...(alerts > 0
        ? [
            `+${alerts} more ${alerts === 1 ? 'alert' : `alerts in ${groups} ${groups === 1 ? 'group' : 'groups'}`}`,
          ]
        : []),
      ...(resolved > 0 ? [`${resolved} resolved`] : []),
    ].join(', '),
  reminder: 'STILL ',
};

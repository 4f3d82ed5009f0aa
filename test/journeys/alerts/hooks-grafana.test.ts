import { expect, test } from 'vitest';
import { type Caller, makeHook } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';

/* Grafana's webhook, by the field list of its documentation. */

/** Each documented field of an alert. */
const alert = (fields: object = {}) => ({
  status: 'firing',
  labels: { alertname: 'Fridge too warm', severity: 'critical', room: 'store 2' },
  annotations: { summary: 'Fridge at 9.5 degrees', runbook_url: 'https://wiki.example/fridge' },
  startsAt: '2026-11-21T14:55:00.157076+06:00',
  endsAt: '0001-01-01T00:00:00Z',
  values: { A: 9.500000001, C: 1 },
  generatorURL: 'https://grafana.example/alerting/grafana/fridge/view',
  fingerprint: 'a1b2c3d4e5f60718',
  silenceURL: 'https://grafana.example/alerting/silence/new',
  dashboardURL: '',
  panelURL: '',
  imageURL: 'https://grafana.example/render/1.png',
  ...fields,
});

/** Each documented field of the body. */
const grafana = (fields: object = {}) => ({
  receiver: 'SMS',
  status: 'firing',
  orgId: 1,
  alerts: [alert()],
  groupLabels: { alertname: 'Fridge too warm' },
  commonLabels: { severity: 'critical' },
  commonAnnotations: {},
  externalURL: 'https://grafana.example/',
  version: '1',
  groupKey: '{}/{severity="critical"}:{alertname="Fridge too warm"}',
  truncatedAlerts: 0,
  title: '[FIRING:1] Fridge too warm (critical store 2)',
  state: 'alerting',
  message: '**Firing**\n\nValue: A=9.5, C=1\nLabels:\n - alertname = Fridge too warm\n',
  ...fields,
});

const answer = async (hook: Caller, body: unknown) => {
  const response = await hook.call(body);
  return [response.status, ((await response.json()) as { field?: string }).field];
};

test('an alert and its end are texted, with the default texts and with your own template', async () => {
  const stage = await createLinkedStage();
  const plain = await makeHook(stage);
  const own = await makeHook(stage, {
    recipients: [{ kind: 'number', number: '01812345678' as never }],
    templates: { firing: '{what} in {labels.room}: {value} / {title}', resolved: null },
  });
  const over = [alert({ status: 'resolved', endsAt: '2026-11-21T15:20:00+06:00' })];
  for (const hook of [plain, own]) {
    expect(await answer(hook, grafana())).toEqual([202, undefined]);
    expect(await answer(hook, grafana())).toEqual([202, undefined]);
    await stage.pass(2 * MINUTE);
    expect(await answer(hook, grafana({ status: 'resolved', alerts: over }))).toEqual([202, undefined]);
    await stage.pass(2 * MINUTE);
  }
  expect(stage.accepted()).toEqual([
    'CRITICAL Fridge too warm: Fridge at 9.5 degrees',
    'RESOLVED Fridge too warm: Fridge at 9.5 degrees',
    'Fridge too warm in store 2: A=9.5 C=1 / [FIRING:1] Fridge too warm (critical store 2)',
    'RESOLVED Fridge too warm: Fridge at 9.5 degrees',
  ]);
});

test('older and newer versions, and alerts without data: a missing or new field breaks nothing', async () => {
  const stage = await createLinkedStage();
  const hook = await makeHook(stage);
  const without = (name: string) => ({ ...grafana(), [name]: undefined });
  const alertWithout = (name: string) => grafana({ alerts: [{ ...alert(), [name]: undefined }] });
  const bodies = [
    ...['receiver', 'groupLabels', 'commonLabels', 'commonAnnotations', 'externalURL', 'version'].map(
      without,
    ),
    ...['truncatedAlerts', 'title', 'state', 'message', 'groupKey'].map(without),
    ...['annotations', 'endsAt', 'values', 'generatorURL', 'silenceURL', 'dashboardURL'].map(alertWithout),
    ...['panelURL', 'imageURL', 'fingerprint'].map(alertWithout),
    grafana({ alerts: [alert({ values: null, valueString: "[ var='A' labels={} value=9.5 ]" })] }),
    grafana({ alerts: [alert({ values: {}, valueString: '' })] }),
    grafana({ alerts: [alert({ values: { A: null } })] }),
    grafana({ extra: { new: [1, 2] }, alerts: [alert({ ruleUID: 'x', orgId: 1 })] }),
  ];
  for (const body of bodies) expect([JSON.stringify(body), ...(await answer(hook, body))]).toContain(202);
});

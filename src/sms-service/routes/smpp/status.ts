/* What a carrier's refusal (`command_status`) is about. SMPP 3.4, 5.1.3. In every case it hasn't taken the message. */

const NAMES: Record<number, string> = {
  1: 'ESME_RINVMSGLEN',
  2: 'ESME_RINVCMDLEN',
  3: 'ESME_RINVCMDID',
  4: 'ESME_RINVBNDSTS',
  5: 'ESME_RALYBND',
  8: 'ESME_RSYSERR',
  10: 'ESME_RINVSRCADR',
  11: 'ESME_RINVDSTADR',
  13: 'ESME_RBINDFAIL',
  14: 'ESME_RINVPASWD',
  15: 'ESME_RINVSYSID',
  20: 'ESME_RMSGQFUL',
  21: 'ESME_RINVSERTYP',
  69: 'ESME_RSUBMITFAIL',
  72: 'ESME_RINVSRCTON',
  73: 'ESME_RINVSRCNPI',
  80: 'ESME_RINVDSTTON',
  81: 'ESME_RINVDSTNPI',
  83: 'ESME_RINVSYSTYP',
  88: 'ESME_RTHROTTLED',
  100: 'ESME_RX_T_APPN',
  101: 'ESME_RX_P_APPN',
  102: 'ESME_RX_R_APPN',
  255: 'ESME_RUNKNOWNERR',
};

/** It will take more in a while: it has too many of ours, or something failed there. */
const PATIENCE = new Set([
  'ESME_RTHROTTLED',
  'ESME_RMSGQFUL',
  'ESME_RSYSERR',
  'ESME_RX_T_APPN',
  'ESME_RUNKNOWNERR',
]);

/** It would take no text at all: the login, the account or the sender isn't as the carrier wants it. */
const SETTING = new Set([
  'ESME_RINVBNDSTS',
  'ESME_RINVSRCADR',
  'ESME_RBINDFAIL',
  'ESME_RINVPASWD',
  'ESME_RINVSYSID',
  'ESME_RINVSERTYP',
  'ESME_RINVSRCTON',
  'ESME_RINVSRCNPI',
  'ESME_RINVSYSTYP',
]);

export function statusName(status: number): string {
  return NAMES[status] ?? `status 0x${status.toString(16).padStart(8, '0')}`;
}

/** Whether to wait, to correct a setting of the route, or to give up on this text. */
export function blame(status: number): 'patience' | 'setting' | 'text' {
  const name = statusName(status);
  if (PATIENCE.has(name)) return 'patience';
  return SETTING.has(name) ? 'setting' : 'text';
}

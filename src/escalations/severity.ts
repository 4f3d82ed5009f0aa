/** Most severe first. `none`: the sender gives no severity, or one we don't know. */
export const SEVERITIES = ['critical', 'error', 'warning', 'info', 'none'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * The scopes that the app asks a workspace for; a test compares both manifests with this, and docs/security.md explains
 * each.
 */
export const BOT_SCOPES: readonly string[] = ['commands', 'chat:write', 'users:read', 'usergroups:read'];

/** What the app asks of a workspace; a test holds both manifests against it, docs/security.md says why each. */
export const BOT_SCOPES: readonly string[] = ['commands', 'chat:write', 'users:read', 'usergroups:read'];

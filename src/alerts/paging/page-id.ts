/** No hook's id begins like this: theirs begin with the workspace's. */
const PREFIX = 'page-';

export const pageIdOf = (digest: string): string => PREFIX + digest;

/** True for the id of a page, where an incident or a post names its hook. */
export const isPage = (hook: string): boolean => hook.startsWith(PREFIX);

/** All keys have one hash tag, so that one script may touch any of them. */
export const PREFIX = '{sms}:';
/** What we know about the server: who it is, its epoch, until when nothing is claimed, and how far the time line is. */
export const SERVER = `${PREFIX}server`;

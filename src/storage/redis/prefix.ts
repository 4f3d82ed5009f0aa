/** All keys bear one hash tag, so that one script may touch any of them. */
export const PREFIX = '{sms}:';

/** Generated with `openssl rand -base64 32`, for tests and the bench. */
export const ENCRYPTION_KEYS = 'AdlT+arcAAnRrzZh2l5+NjPyagQHFLujy297akBFOic=';
export const OLDER_KEYS = 't6JCWWFWSxUzfhObx1fC+mmi50xy+bgnyQNnj58D5I4=';
export const OTHER_KEYS = 'PzlVSSvJ4t4QHyTSCKKGiCOWMK8H4qGWQkJhR6UqvzI=';

import { SPEC_ERRORS, type SpecErrorCode } from '../decisions.ts';
import type { ErrorShape } from './fault.ts';

/** The body of a failure in one of the shapes that services use. */
export function errorBody(shape: ErrorShape, code: SpecErrorCode): Record<string, unknown> {
  const { message } = SPEC_ERRORS[code];
  switch (shape) {
    case 'default':
      return { success: false, error: code, message };
    case 'code':
      return { success: false, code, message };
    case 'error':
      return { error: code };
    case 'error.code':
      return { success: false, error: { code, message } };
    case 'error_code':
      return { success: false, error_code: code, message };
    case 'status':
      return { status: code, message };
    case 'message':
      return { success: false, message: code };
    case 'none':
      return { success: false, message };
  }
}

export const HTML_TYPE = 'text/html; charset=UTF-8';

export function htmlPage(title: string): string {
  return `<!DOCTYPE html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>\n`;
}

/** What PHP prints if `display_errors` is on. By then the headers have been sent, so the type is HTML too. */
export const PHP_WARNING =
  '<br />\n<b>Warning</b>:  Undefined array key "sender" in <b>/var/www/html/api/send-sms.php</b> on line <b>42</b><br />\n';

/** Larger than the 64 KiB that a careful client reads. */
export const PADDING = 'x'.repeat(128 * 1024);

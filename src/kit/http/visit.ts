import { request } from 'undici';

const ANSWER_MS = 10_000;
const MAX_BYTES = 64 * 1024;

/** Opens an address, without following where it leads. True: it was answered with success. */
export async function visit(url: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(url, { headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS });
    await body.dump({ limit: MAX_BYTES });
    return statusCode >= 200 && statusCode < 300;
  } catch {
    return false;
  }
}

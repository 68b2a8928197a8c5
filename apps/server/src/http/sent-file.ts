import type { Context } from 'hono'
import type { SentFile } from '../files/receive-file.ts'
import { type AppEnv, signedIn } from './context.ts'

/** Returns the body of a request of the signed-in merchant as a file. Its path is one of the module's uploads. */
export function sentFile(c: Context<AppEnv>): SentFile {
  return {
    merchantId: signedIn(c).merchantId,
    body: c.req.raw.body,
    announcedBytes: Number(c.req.header('content-length') ?? 0),
  }
}

import type { Context } from 'hono'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import type { SentFile } from './receive-file.ts'

/** Returns the body of a request of the signed-in merchant as a file. Its path is one of the module's uploads. */
export function sentFile(c: Context<AppEnv>): SentFile {
  return {
    merchantId: signedIn(c).merchantId,
    body: c.req.raw.body,
    announcedBytes: Number(c.req.header('content-length') ?? 0),
  }
}

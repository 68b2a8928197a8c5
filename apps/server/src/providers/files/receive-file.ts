import type { Context } from 'hono'
import { AppError } from '../../kernel/errors.ts'
import { type AppEnv, signedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import { accountKind } from '../../kernel/quotas/account-kind.ts'
import { createOpenCount } from '../../kernel/quotas/open-count.ts'
import { type AccountQuota, type FileQuota, getQuota, sharedQuota } from '../../kernel/quotas/quotas.ts'
import { fileRefused } from './file-refused.ts'

/** A file as a request brings it. */
export interface SentFile {
  merchantId: number
  body: ReadableStream<Uint8Array> | null
  announcedBytes: number
}

export interface ReceivedFile<Limits extends FileQuota> {
  limits: Limits
  /** The file as it arrives; throws where it is larger than its limit. */
  pieces: AsyncIterable<Uint8Array>
}

const openFiles = createOpenCount(sharedQuota.filesAtOnce)

/**
 * Has `work` take a file that a merchant sends; every such file comes through here. Its route has counted the use before a
 * byte is read, also of a file that is refused, and few files are open at the same moment.
 */
export async function receiveFile<Limits extends FileQuota, T>(
  kernel: Pick<Kernel, 'config' | 'db'>,
  { merchantId, body, announcedBytes }: SentFile,
  getLimits: (quota: AccountQuota) => Limits,
  work: (file: ReceivedFile<Limits>) => Promise<T>,
): Promise<T> {
  const kind = await kernel.db.withTenant(merchantId, (tx) => accountKind(kernel, tx, merchantId))
  const quota = getQuota(kind)
  const limits = getLimits(quota)
  if (announcedBytes > limits.fileBytes) throw fileRefused('fileBytes', limits.fileBytes)
  if (body === null) throw fileRefused('empty')
  const taken = openFiles.take({ merchantId, kind }, quota.filesAtOnce)
  if ('full' in taken) throw new AppError('limit_exceeded', refusals[taken.full])
  try {
    return await work({ limits, pieces: counted(body, limits.fileBytes) })
  } finally {
    taken.end()
  }
}

const refusals = {
  own: 'Your last file is still being uploaded. Wait until it has finished, or cancel it.',
  all: 'Many files are being uploaded right now. Please try again in a minute.',
}

async function* counted(body: ReadableStream<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > mostBytes) throw fileRefused('fileBytes', mostBytes)
    yield piece
  }
  if (bytes === 0) throw fileRefused('empty')
}

/** Returns the body of a request of the signed-in merchant as a file. Its path is one of the module's uploads. */
export function sentFile(c: Context<AppEnv>): SentFile {
  return {
    merchantId: signedIn(c).merchantId,
    body: c.req.raw.body,
    announcedBytes: Number(c.req.header('content-length') ?? 0),
  }
}

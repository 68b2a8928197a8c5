import type { Tx } from '../../kernel/database/app-database.ts'

export interface UploadKey {
  merchantId: number
  uploadId: string
}

export async function insertUploadChunk(
  tx: Tx,
  { merchantId, uploadId, chunk, at }: UploadKey & { chunk: number; at: Date },
  content: Buffer,
): Promise<void> {
  await tx
    .insertInto('upload_chunks')
    .values({ merchant_id: merchantId, upload_id: uploadId, chunk, content, created_at: at })
    .execute()
}

export async function findUploadChunk(
  tx: Tx,
  { merchantId, uploadId, chunk }: UploadKey & { chunk: number },
): Promise<Buffer | undefined> {
  const row = await tx
    .selectFrom('upload_chunks')
    .select('content')
    .where('merchant_id', '=', merchantId)
    .where('upload_id', '=', uploadId)
    .where('chunk', '=', chunk)
    .executeTakeFirst()
  return row?.content
}

/** Deletes stored files. Returns whether there was any. */
export async function deleteUploads(
  tx: Tx,
  { merchantId, uploadIds }: { merchantId: number; uploadIds: readonly string[] },
): Promise<boolean> {
  if (uploadIds.length === 0) return false
  const { numDeletedRows } = await tx
    .deleteFrom('upload_chunks')
    .where('merchant_id', '=', merchantId)
    .where('upload_id', 'in', uploadIds)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes the file of an import, which is checked or has failed. */
export async function deleteUploadOf(
  tx: Tx,
  { merchantId, importId }: { merchantId: number; importId: number },
): Promise<void> {
  await tx
    .deleteFrom('upload_chunks')
    .where('merchant_id', '=', merchantId)
    .where('upload_id', '=', (e) =>
      e
        .selectFrom('imports')
        .select('stored_as')
        .where('merchant_id', '=', merchantId)
        .where('id', '=', importId),
    )
    .execute()
}

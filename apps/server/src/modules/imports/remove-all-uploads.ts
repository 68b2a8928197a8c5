import type { Tx } from '../../database/app-database.ts'
import type { Kernel } from '../../kernel.ts'
import { listUploads } from './queries.ts'
import { removeUploads } from './upload-folder.ts'

/** Finds the files of an account that ends; the answer removes them, once it has ended. */
export async function removeAllUploads(
  kernel: Pick<Kernel, 'config'>,
  tx: Tx,
  merchantId: number,
): Promise<() => Promise<void>> {
  const names = await listUploads(tx, merchantId)
  return () => removeUploads(kernel.config, names)
}

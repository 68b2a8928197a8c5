import { AppError } from '../../errors.ts'

/** Uploads of one merchant that one process takes at a time: the second may be the first one again, after a cut. */
const MOST_AT_ONCE = 2

const underWay = new Map<number, number>()

/** Runs an upload, or refuses it while as many of this merchant's are under way. */
export async function fewAtATime<T>(merchantId: number, upload: () => Promise<T>): Promise<T> {
  const others = underWay.get(merchantId) ?? 0
  if (others >= MOST_AT_ONCE) {
    throw new AppError(
      'limit_exceeded',
      'Two of your files are being uploaded already. Wait until they are there, or cancel one.',
    )
  }
  underWay.set(merchantId, others + 1)
  try {
    return await upload()
  } finally {
    const left = (underWay.get(merchantId) ?? 1) - 1
    if (left > 0) underWay.set(merchantId, left)
    else underWay.delete(merchantId)
  }
}

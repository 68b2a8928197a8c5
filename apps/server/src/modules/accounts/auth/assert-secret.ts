import { AppError } from '../../../errors.ts'
import type { Auth } from './auth.ts'

/** Signs once: the private key in the database is readable only with the secret that it was made with. */
export async function assertSecret(auth: Auth): Promise<void> {
  try {
    await auth.api.signJWT({ body: { payload: {} } })
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.includes('decrypt')) throw cause
    throw new AppError(
      'precondition_failed',
      'STOCKCAST_SECRET is not the one that this database was used with. Set the former one, as STOCKCAST_SECRET_PREVIOUS if you are changing it, or use another database.',
      { cause },
    )
  }
}

import { isUniqueViolation } from '../../kernel/database/write-faults.ts'
import { isDemoUser } from '../../kernel/demo-user-email.ts'
import { AppError } from '../../kernel/errors.ts'
import type { SignedIn } from '../../kernel/http/context.ts'
import type { Kernel } from '../../kernel/kernel.ts'
import type { Auth } from '../auth/auth.ts'
import { passwordFault } from '../auth/common-passwords.ts'
import { sendConfirmation } from '../auth/confirm-address.ts'
import { insertPassword, renameMerchant, renameUser } from '../auth/demo-queries.ts'
import { beginTrial, bindTrial } from '../billing/trial/trial-memory.ts'
import { findUserByEmail } from '../queries.ts'

/** Two requests for the same address may violate either constraint, depending on their timing. */
const uniqueEmails = ['auth_users_email_key', 'merchant_directory_email_key']

/** Gives a demo user's account an address and a password. From then on it is like any other account. */
export async function keepAccount(
  kernel: Kernel,
  auth: Auth,
  caller: SignedIn,
  input: { email: string; password: string },
): Promise<{ email: string }> {
  const { userId, merchantId } = caller
  const email = input.email.toLowerCase()
  if (isDemoUser(email))
    throw new AppError('invalid_input', 'Enter your own email address.', { field: 'email' })
  if (!isDemoUser(caller.email)) throw alreadyKept()

  const fault = await passwordFault(input.password, email)
  if (fault !== null) throw new AppError('invalid_input', fault, { field: 'password' })
  const { password: secrets } = await auth.$context
  const password = await secrets.hash(input.password)
  const renamed = kernel.db.withTenant(merchantId, async (tx) => {
    if (await findUserByEmail(tx, email)) throw alreadyRegistered()
    const isRenamed = await renameUser(tx, {
      userId,
      from: caller.email,
      email,
      name: email.split('@')[0] ?? email,
    })
    if (!isRenamed) throw alreadyKept()
    await insertPassword(tx, { userId, password })
    // The trial begins when the account is kept (checklist P-09).
    await renameMerchant(tx, { merchantId, email, ...(await beginTrial(kernel, tx, email)) })
    await bindTrial(kernel, tx, merchantId)
  })
  await renamed.catch((error) => {
    const isTaken = uniqueEmails.some((constraint) => isUniqueViolation(error, constraint))
    throw isTaken ? alreadyRegistered() : error
  })
  if (kernel.config.mail.mode === 'live') await sendConfirmation(kernel, { id: userId, email })
  return { email }
}

function alreadyKept(): AppError {
  return new AppError('precondition_failed', 'This account already has an email address and a password.')
}

function alreadyRegistered(): AppError {
  return new AppError('conflict', 'This email is already registered. Sign in with it instead.', {
    field: 'email',
  })
}

import { z } from 'zod'
import {
  accountSchema,
  changeEmailSchema,
  confirmationSentSchema,
  emailAnswerSchema,
  emailLinkSchema,
  emailUndoneSchema,
  signedOutDevicesSchema,
} from '../account.ts'
import { activityQuerySchema, activitySchema } from '../audit.ts'
import { keepAccountSchema, keptAccountSchema } from '../demo.ts'
import { endpoint } from './endpoint.ts'

export const listActivity = endpoint('GET', '/api/account/activity', {
  role: 'viewer',
  query: activityQuerySchema,
  answer: activitySchema,
  description: 'The security events of the caller’s own account in the last year, newest first.',
})

export const exportAll = endpoint('GET', '/api/account/export', {
  role: 'owner',
  use: 'export',
  records: 'data_exported',
  summary: 'Returns all data of the merchant, except secrets, as a ZIP of CSV files',
  file: 'zip',
  description: 'The ZIP, streamed while it is created.',
})

export const sendWelcome = endpoint('POST', '/functions/send-welcome-email', {
  role: 'viewer',
  withoutPlan: true,
  use: 'change',
  isSlow: true,
  body: z.object({ email: z.email(), name: z.string().max(200) }),
  answer: z.object({ sent: z.boolean() }),
  description: 'Whether the mail was queued now; false when it was sent before.',
})

export const keep = endpoint('POST', '/api/account/keep', {
  role: 'owner',
  withoutPlan: true,
  use: 'change',
  summary: 'Gives the account of a demo user an address and a password, so that it is kept',
  body: keepAccountSchema,
  answer: keptAccountSchema,
  description: 'The address. Access tokens fetched from now on contain it.',
})

export const sendConfirmation = endpoint('POST', '/api/account/confirmation', {
  role: 'viewer',
  withoutPlan: true,
  use: 'change',
  summary: 'Mails the confirmation link once more',
  answer: confirmationSentSchema,
  description: 'The mail is queued',
})

export const changeEmail = endpoint('POST', '/api/account/email', {
  role: 'viewer',
  withoutPlan: true,
  use: 'change',
  summary: 'Asks for a change of the email address, which a mailed link confirms',
  body: changeEmailSchema,
  answer: emailAnswerSchema,
  description: 'The address to which the link is mailed',
})

export const confirmEmail = endpoint('POST', '/api/account/email/confirm', {
  role: 'viewer',
  withoutPlan: true,
  use: 'change',
  summary: 'Changes the email address with the token from the mailed link',
  body: emailLinkSchema,
  answer: emailAnswerSchema,
  description: 'The address in use now. Access tokens fetched from now on contain it.',
})

export const undoEmail = endpoint('POST', '/api/auth/undo-email', {
  role: 'anyone',
  use: 'by_address',
  summary: 'Restores the former email address with the token mailed to it, and ends every session',
  body: emailLinkSchema,
  answer: emailUndoneSchema,
  description: 'A token for choosing a new password',
})

export const get = endpoint('GET', '/api/account', {
  role: 'viewer',
  answer: accountSchema,
  description: 'How the merchant signs in, and on which devices they are signed in.',
})

export const signOutDevice = endpoint('DELETE', '/api/account/devices/{id}', {
  role: 'viewer',
  withoutPlan: true,
  use: 'change',
  records: 'devices_signed_out',
  summary: 'Signs one device out',
  params: z.object({ id: z.string() }),
  answer: signedOutDevicesSchema,
  description: 'How many devices were signed out.',
})

export const signOutDevices = endpoint('DELETE', '/api/account/devices', {
  role: 'viewer',
  withoutPlan: true,
  use: 'change',
  records: 'devices_signed_out',
  summary: 'Signs out on every device, including this one',
  answer: signedOutDevicesSchema,
  description: 'How many devices were signed out.',
})

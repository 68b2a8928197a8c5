import { Hono } from 'hono'
import { z } from 'zod'
import { AppError } from '../../../kernel/errors.ts'
import type { AppEnv } from '../../../kernel/http/context.ts'
import { limitBody } from '../../../kernel/http/limit-body.ts'
import { ownOrigins } from '../../../kernel/http/same-origin.ts'
import type { Kernel } from '../../../kernel/kernel.ts'
import { isSignedByTwilio } from '../../../providers/twilio/twilio.ts'
import { handleSmsReply, saveSmsStatus } from './handle-sms-reply.ts'

const MAX_BODY_BYTES = 100_000
const EMPTY_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>'

const id = z.coerce.number().int().positive()
const statusSchema = z.object({
  merchant: id,
  delivery: id,
  until: id.optional(),
  MessageSid: z.string().min(1).max(64),
  MessageStatus: z.string(),
  ErrorCode: z.string().nullish(),
})
const replySchema = z.object({
  From: z.string(),
  Body: z.string().default(''),
  OptOutType: z.string().nullish(),
})

/**
 * Creates the routes for Twilio's requests. They come before the middleware of the other routes: only the
 * signature proves the sender.
 */
export function createTwilioRoutes(kernel: Kernel): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.use('/webhooks/twilio/*', limitBody(MAX_BODY_BYTES))
  routes.post('/webhooks/twilio/status', async (c) => {
    const form = await signedForm(kernel, c.req.raw)
    const reported = statusSchema.safeParse({ ...c.req.query(), ...form })
    if (!reported.success) throw new AppError('invalid_input', 'This status is incomplete.')
    const { merchant, delivery, until, MessageSid, MessageStatus, ErrorCode } = reported.data
    const giveUpAt = until === undefined ? null : new Date(until)
    const key = { merchantId: merchant, deliveryId: delivery, providerId: MessageSid, giveUpAt }
    await saveSmsStatus(kernel, key, { status: MessageStatus, errorCode: ErrorCode ?? null })
    return c.body(null, 204)
  })
  routes.post('/webhooks/twilio/inbound', async (c) => {
    const reply = replySchema.safeParse(await signedForm(kernel, c.req.raw))
    if (!reply.success) throw new AppError('invalid_input', 'This message is incomplete.')
    const { From: from, Body: body, OptOutType: optOutType = null } = reply.data
    await handleSmsReply(kernel, { from, body, optOutType })
    return c.body(EMPTY_ANSWER, 200, { 'content-type': 'text/xml' })
  })
  return routes
}

/** Returns the form of a request that Twilio signed for one of our own addresses. */
async function signedForm(kernel: Kernel, request: Request): Promise<Record<string, string>> {
  const { sms, publicUrl } = kernel.config
  const { pathname, search } = new URL(request.url)
  const form = Object.fromEntries(new URLSearchParams(await request.text()))
  const signature = request.headers.get('x-twilio-signature') ?? ''
  const isSigned =
    sms.mode !== 'not_set_up' &&
    [...ownOrigins(publicUrl)].some((origin) =>
      isSignedByTwilio(sms, { url: `${origin}${pathname}${search}`, form, signature }),
    )
  if (!isSigned) throw new AppError('unauthenticated', 'This request is not signed by Twilio.')
  return form
}

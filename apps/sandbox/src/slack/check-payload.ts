import { z } from 'zod'

// https://docs.slack.dev/reference/block-kit/blocks
const MAX_BLOCKS = 50
const MAX_ATTACHMENTS = 100

const text = (most: number) =>
  z.object({ type: z.enum(['mrkdwn', 'plain_text']), text: z.string().min(1).max(most) })
const plainText = (most: number) =>
  z.object({ type: z.literal('plain_text'), text: z.string().min(1).max(most) })
const blockId = z.string().max(255).optional()

const button = z.object({
  type: z.literal('button'),
  text: plainText(75),
  url: z.url().max(3000).optional(),
  action_id: z.string().max(255).optional(),
  value: z.string().max(2000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
})

const block = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('section'),
      block_id: blockId,
      text: text(3000).optional(),
      fields: z.array(text(2000)).min(1).max(10).optional(),
      accessory: button.optional(),
    })
    .refine((section) => section.text !== undefined || section.fields !== undefined),
  z.object({ type: z.literal('header'), block_id: blockId, text: plainText(150) }),
  z.object({ type: z.literal('divider'), block_id: blockId }),
  z.object({ type: z.literal('context'), block_id: blockId, elements: z.array(text(3000)).min(1).max(10) }),
  z.object({ type: z.literal('actions'), block_id: blockId, elements: z.array(button).min(1).max(25) }),
])
const blocks = z.array(block).max(MAX_BLOCKS)

const payload = z.looseObject({
  text: z.string().optional(),
  blocks: z.unknown().optional(),
  attachments: z.array(z.unknown()).optional(),
})

export interface SlackContent {
  text: string
  blocks: z.infer<typeof blocks>
}

/** Returns the message, or Slack's error code for it. */
export function checkPayload(body: string): SlackContent | string {
  const read = payload.safeParse(parse(body))
  if (!read.success) return 'invalid_payload'
  const { text: fallback = '', attachments = [] } = read.data
  if (attachments.length > MAX_ATTACHMENTS) return 'too_many_attachments'
  const given = blocks.safeParse(read.data.blocks ?? [])
  if (!given.success) return 'invalid_blocks'
  if (fallback === '' && given.data.length === 0) return 'no_text'
  return { text: fallback, blocks: given.data }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeAtomically } from '../storage/write-atomically.ts'

const ratio = z.number().min(0).max(1).default(0)
const MAX_DELAY_MS = 24 * 3_600_000

export const deliverySettings = z.strictObject({
  /** Share of the deliveries that are made twice, with the same ids. */
  duplicateRatio: ratio,
  /** Share that never arrives. */
  dropRatio: ratio,
  /** Each may overtake up to this many others, less one; 0 and 1 keep the order. */
  shuffleWindow: z.number().int().min(0).max(10_000).default(0),
  /** On the sandbox's clock. */
  delayMs: z.number().int().min(0).max(MAX_DELAY_MS).default(0),
})

export type DeliverySettings = z.infer<typeof deliverySettings>

export const FAITHFUL: DeliverySettings = { duplicateRatio: 0, dropRatio: 0, shuffleWindow: 0, delayMs: 0 }

const stored = z.record(z.string(), deliverySettings)

/** How well the webhooks of each sender are delivered. */
export class SettingsOfSenders {
  private settings: Record<string, DeliverySettings>
  private readonly path: string

  constructor(path: string) {
    this.path = path
    this.settings = existsSync(path) ? stored.parse(JSON.parse(readFileSync(path, 'utf8'))) : {}
  }

  of(sender: string): DeliverySettings {
    return this.settings[sender] ?? FAITHFUL
  }

  set(sender: string, settings: DeliverySettings): void {
    const changed = { ...this.settings, [sender]: settings }
    writeAtomically(this.path, JSON.stringify(changed))
    this.settings = changed
  }
}

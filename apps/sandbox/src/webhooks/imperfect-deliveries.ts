import { type Random, randomFrom } from '../random.ts'
import type { Delivery } from './delivery.ts'
import type { DeliveryBook } from './delivery-book.ts'
import type { DeliverySettings } from './delivery-settings.ts'

/** Deliveries beyond this are lost, as some of the real ones are; apps compare with the provider now and then. */
const MAX_PENDING = 50_000

type Wanted<Each extends Delivery> = Omit<Each, 'number' | 'attempts' | 'status'>

/** Makes of a wanted delivery one, two of it, or one that is lost. */
export class ImperfectDeliveries<Each extends Delivery> {
  private readonly book: DeliveryBook<Each>
  private readonly getSettings: (sender: string) => DeliverySettings
  private readonly random: Random = randomFrom(2)

  constructor(book: DeliveryBook<Each>, getSettings: (sender: string) => DeliverySettings) {
    this.book = book
    this.getSettings = getSettings
  }

  withFlaws(wanted: Wanted<Each>): Each[] {
    const { dropRatio, duplicateRatio } = this.getSettings(wanted.sender)
    const isDropped = this.random() < dropRatio
    const isTwice = this.random() < duplicateRatio
    if (isDropped || this.book.pending.size >= MAX_PENDING) {
      return [{ ...this.draft(wanted), status: 'dropped', body: '' }]
    }
    return isTwice ? [this.draft(wanted), this.draft(wanted)] : [this.draft(wanted)]
  }

  draft(wanted: Wanted<Each>): Each {
    // The compiler cannot see that these members complete `Each`.
    return { ...wanted, number: this.book.takeNumber(), attempts: [], status: 'pending' } as unknown as Each
  }
}

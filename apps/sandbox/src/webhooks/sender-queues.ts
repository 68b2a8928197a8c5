import { type Random, wholeBetween } from '../random.ts'

/** First in, first out for a sender; senders take turns, so that a busy one holds up no other. */
export class SenderQueues<Item extends { sender: string }> {
  private readonly queues = new Map<string, Item[]>()
  private readonly random: Random

  constructor(random: Random) {
    this.random = random
  }

  /** Puts the item at the end, or in front of up to `mayOvertake` others. */
  add(item: Item, mayOvertake = 0): void {
    const queue = this.queues.get(item.sender) ?? []
    this.queues.set(item.sender, queue)
    const overtaken = mayOvertake > 0 ? wholeBetween(this.random, 0, Math.min(mayOvertake, queue.length)) : 0
    queue.splice(queue.length - overtaken, 0, item)
  }

  take(): Item | null {
    const [next] = this.queues
    if (!next) return null
    const [sender, queue] = next
    const item = queue.shift()!
    this.queues.delete(sender)
    if (queue.length > 0) this.queues.set(sender, queue)
    return item
  }

  get isEmpty(): boolean {
    return this.queues.size === 0
  }
}

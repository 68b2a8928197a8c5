interface Entry<Event> {
  at: number
  order: number
  event: Event
}

/** Events by time, first in first out at equal times (a binary heap). */
export class Agenda<Event> {
  private readonly heap: Entry<Event>[] = []
  private added = 0

  add(at: number, event: Event): void {
    const entry = { at, order: this.added++, event }
    let child = this.heap.push(entry) - 1
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (!isBefore(entry, this.heap[parent]!)) break
      this.heap[child] = this.heap[parent]!
      child = parent
    }
    this.heap[child] = entry
  }

  /** Removes and returns the next event due at or before `until`. */
  take(until: number): { at: number; event: Event } | null {
    const first = this.heap[0]
    if (first === undefined || first.at > until) return null
    const last = this.heap.pop()!
    if (this.heap.length > 0) this.sink(last)
    return first
  }

  private sink(entry: Entry<Event>): void {
    const { heap } = this
    let parent = 0
    for (;;) {
      let child = 2 * parent + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++
      if (!isBefore(heap[child]!, entry)) break
      heap[parent] = heap[child]!
      parent = child
    }
    heap[parent] = entry
  }
}

function isBefore<Event>(a: Entry<Event>, b: Entry<Event>): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

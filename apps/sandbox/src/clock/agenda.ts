interface Entry<Event> {
  at: number
  event: Event
}

/** Events by time, first in first out at equal times. */
export class Agenda<Event> {
  /** The next one is last. */
  private readonly entries: Entry<Event>[] = []

  add(at: number, event: Event): void {
    let [low, high] = [0, this.entries.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.entries[middle]!.at > at) low = middle + 1
      else high = middle
    }
    this.entries.splice(low, 0, { at, event })
  }

  /** Removes and returns the next event due at or before `until`. */
  take(until: number): Entry<Event> | null {
    const next = this.entries.at(-1)
    if (next === undefined || next.at > until) return null
    this.entries.pop()
    return next
  }
}

import { Journal } from './journal.ts'

const MAX_KEPT = 1000

/** The last 1,000 entries, newest first; putting a known number replaces its entry. They survive a restart. */
export class KeptEntries<Entry extends { id: number }> {
  private entries: Map<number, Entry>
  private written: number
  private readonly journal: Journal<Entry>

  constructor(path: string) {
    this.journal = new Journal(path)
    this.entries = new Map(this.journal.entries.map((entry) => [entry.id, entry]))
    this.written = this.journal.entries.length
    this.forgetOldest()
  }

  add(entry: Omit<Entry, 'id'>): Entry {
    const id = Math.max(0, ...this.entries.keys()) + 1
    return this.put({ id, ...entry } as Entry)
  }

  put(entry: Entry): Entry {
    this.journal.append(entry)
    this.written++
    this.entries.set(entry.id, entry)
    this.forgetOldest()
    if (this.written >= 2 * MAX_KEPT) {
      this.journal.replaceWith([...this.entries.values()])
      this.written = this.entries.size
    }
    return entry
  }

  list(): Entry[] {
    return [...this.entries.values()].reverse()
  }

  private forgetOldest(): void {
    for (const id of this.entries.keys()) {
      if (this.entries.size <= MAX_KEPT) break
      this.entries.delete(id)
    }
  }
}

export interface SecondOfRequests {
  /** ISO 8601, whole seconds of the machine's time. */
  at: string
  requests: number
  /** Of them, those that a fault befell. */
  faulted: number
}

const SECONDS_KEPT = 3600

/** Requests by the second in which they came. */
export class RequestCounter {
  private readonly seconds = new Map<number, { requests: number; faulted: number }>()
  private readonly machineNow: () => number

  constructor(machineNow: () => number) {
    this.machineNow = machineNow
  }

  count(isFaulted: boolean): void {
    const second = this.thisSecond()
    const counted = this.seconds.get(second) ?? { requests: 0, faulted: 0 }
    counted.requests++
    if (isFaulted) counted.faulted++
    this.seconds.set(second, counted)
    for (const old of this.seconds.keys()) {
      if (old > second - SECONDS_KEPT) break
      this.seconds.delete(old)
    }
  }

  /** The seconds up to now in which there were any, oldest first. */
  last(seconds: number) {
    const since = this.thisSecond() - seconds
    const recent = [...this.seconds].filter(([second]) => second > since)
    const perSecond: SecondOfRequests[] = recent.map(([second, counted]) => ({
      at: new Date(second * 1000).toISOString(),
      ...counted,
    }))
    const requests = perSecond.reduce((sum, each) => sum + each.requests, 0)
    return { requests, most: Math.max(0, ...perSecond.map((each) => each.requests)), perSecond }
  }

  private thisSecond(): number {
    return Math.floor(this.machineNow() / 1000)
  }
}

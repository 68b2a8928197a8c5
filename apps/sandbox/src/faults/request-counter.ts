export interface SecondOfRequests {
  /** ISO 8601, whole seconds of the machine's time. */
  at: string
  requests: number
  /** Number of these requests with a fault. */
  faulted: number
}

const SECONDS_KEPT = 3600

interface Counts {
  requests: number
  faulted: number
}

interface CountedSecond extends Counts {
  /** Counts by shop domain. */
  ofShop: Map<string, Counts>
}

/** Counts requests by the second in which they arrived. */
export class RequestCounter {
  private readonly seconds = new Map<number, CountedSecond>()
  private readonly machineNow: () => number

  constructor(machineNow: () => number) {
    this.machineNow = machineNow
  }

  count(isFaulted: boolean, shop: string | null = null): void {
    const second = this.thisSecond()
    const counted = this.seconds.get(second) ?? { ...NONE, ofShop: new Map<string, Counts>() }
    this.seconds.set(second, counted)
    add(counted, isFaulted)
    if (shop !== null) {
      const ofShop = counted.ofShop.get(shop) ?? { ...NONE }
      counted.ofShop.set(shop, ofShop)
      add(ofShop, isFaulted)
    }
    for (const old of this.seconds.keys()) {
      if (old > second - SECONDS_KEPT) break
      this.seconds.delete(old)
    }
  }

  /** Returns the last seconds with requests, oldest first; those of one shop if it is given. */
  last(seconds: number, shop: string | null = null) {
    const since = this.thisSecond() - seconds
    const perSecond: SecondOfRequests[] = []
    for (const [second, counted] of this.seconds) {
      const wanted = shop === null ? counted : counted.ofShop.get(shop)
      if (second <= since || !wanted) continue
      const { requests, faulted } = wanted
      perSecond.push({ at: new Date(second * 1000).toISOString(), requests, faulted })
    }
    const requests = perSecond.reduce((sum, each) => sum + each.requests, 0)
    return { requests, most: Math.max(0, ...perSecond.map((each) => each.requests)), perSecond }
  }

  private thisSecond(): number {
    return Math.floor(this.machineNow() / 1000)
  }
}

const NONE: Counts = { requests: 0, faulted: 0 }

function add(counts: Counts, isFaulted: boolean): void {
  counts.requests++
  if (isFaulted) counts.faulted++
}

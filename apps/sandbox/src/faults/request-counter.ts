const SECONDS_KEPT = 3600

/** Counts requests by the second in which they arrived, of the machine's time. */
export class RequestCounter {
  private readonly requests: { second: number; shop: string | null; isFaulted: boolean }[] = []
  private readonly machineNow: () => number

  constructor(machineNow: () => number) {
    this.machineNow = machineNow
  }

  count(isFaulted: boolean, shop: string | null = null): void {
    const second = this.thisSecond()
    this.requests.push({ second, shop, isFaulted })
    const kept = this.requests.findIndex((each) => each.second > second - SECONDS_KEPT)
    this.requests.splice(0, kept)
  }

  /** Returns the last seconds with requests, oldest first; those of one shop if it is given. */
  last(seconds: number, shop: string | null = null) {
    const since = this.thisSecond() - seconds
    const wanted = this.requests.filter(
      (each) => each.second > since && (shop === null || each.shop === shop),
    )
    const perSecond = [...Map.groupBy(wanted, ({ second }) => second)].map(([second, all]) => ({
      at: new Date(second * 1000).toISOString(),
      requests: all.length,
      faulted: all.filter(({ isFaulted }) => isFaulted).length,
    }))
    const most = Math.max(0, ...perSecond.map(({ requests }) => requests))
    return { requests: wanted.length, most, perSecond }
  }

  private thisSecond(): number {
    return Math.floor(this.machineNow() / 1000)
  }
}

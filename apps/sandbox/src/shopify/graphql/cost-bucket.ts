export interface ThrottleStatus {
  maximumAvailable: number
  currentlyAvailable: number
  restoreRate: number
}

/** Points of one app in one shop: taken by requests, given back at a steady rate. */
export class CostBucket {
  private available: number
  private countedAt: number
  private readonly maximum: number
  private readonly restoreRate: number

  constructor(size: { maximumAvailable: number; restoreRate: number }, now: number) {
    this.maximum = size.maximumAvailable
    this.restoreRate = size.restoreRate
    this.available = size.maximumAvailable
    this.countedAt = now
  }

  /** False when there are not enough points; nothing is taken then. */
  take(points: number, now: number): boolean {
    this.restore(now)
    if (points > this.available) return false
    this.available -= points
    return true
  }

  giveBack(points: number): void {
    this.available = Math.min(this.maximum, this.available + points)
  }

  status(now: number): ThrottleStatus {
    this.restore(now)
    return {
      maximumAvailable: this.maximum,
      currentlyAvailable: Math.floor(this.available),
      restoreRate: this.restoreRate,
    }
  }

  private restore(now: number): void {
    const seconds = Math.max(0, now - this.countedAt) / 1000
    this.available = Math.min(this.maximum, this.available + seconds * this.restoreRate)
    this.countedAt = now
  }
}

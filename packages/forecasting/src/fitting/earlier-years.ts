import type { History } from '../history.ts'
import { SeasonalIndexSums } from './annual-seasonal-index.ts'

/** What the years before an origin say of the shop. Plain data, which can be sent to a worker thread. */
export interface EarlierYears {
  /** Annual seasonal indices of the segments of the horizon, as `SeasonalIndexSums` orders them. */
  seasonalIndices: Float64Array
}

/** The sums from which `EarlierYears` follows, over some of a shop's series. */
export class EarlierYearSums {
  readonly seasons = new SeasonalIndexSums()

  /** Adds a series as it was `daysBack` days before the end of its history. */
  add(history: History, daysBack: number): void {
    this.seasons.add(history, daysBack)
  }

  addAll({ seasons }: { seasons: Pick<SeasonalIndexSums, 'years'> }): void {
    this.seasons.addAll(seasons)
  }

  earlierYears(): EarlierYears {
    return { seasonalIndices: this.seasons.indices() }
  }
}

import type { Kernel } from '../../kernel.ts'
import type { RefreshProjection } from '../projection/index.ts'
import type { ForecastPool } from './forecast-pool.ts'

/** What the forecast functions need. */
export interface ForecastKernel extends Kernel {
  pool: ForecastPool
  refresh: RefreshProjection
}

import type { StockStatus } from '@stockcast/contract'
import {
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconCircleHalf2,
  IconSquareXFilled,
} from '@tabler/icons-react'

/** Icons that differ by shape and fill, not by colour alone. */
export const statusIcons = {
  out_of_stock: IconSquareXFilled,
  critical: IconAlertTriangleFilled,
  warning: IconCircleHalf2,
  healthy: IconCircleCheck,
} as const satisfies Record<StockStatus, unknown>

import ExcessLine from './excess-line.tsx'
import { LateOrdersLine } from './late-orders-line.tsx'

/** Shows what a shop that orders here should know, one line for each thing. */
export default function OrderingLines() {
  return (
    <>
      <LateOrdersLine />
      <ExcessLine />
    </>
  )
}

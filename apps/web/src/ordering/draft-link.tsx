import type { OpenDraft } from '@stockcast/contract'
import { Link } from '@tanstack/react-router'
import { formatUnits } from '../ui/format/numbers.ts'

/** Leads to the draft that has a product: "A draft of 237 is waiting". */
export default function DraftLink({ draft }: { draft: OpenDraft }) {
  return (
    <Link
      to="/order/orders/$orderId"
      params={{ orderId: String(draft.orderId) }}
      className="textLink"
      title={draft.number}
    >
      A draft of {formatUnits(draft.units)} is waiting
    </Link>
  )
}

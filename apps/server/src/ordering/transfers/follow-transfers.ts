import type { SomeVariants, Tx } from '../../kernel/database/app-database.ts'
import { type FollowedMove, listFollowedMoves, saveMoves } from './follow-queries.ts'

/** How many moved units the store's stock shows. */
type ShownUnits = Pick<FollowedMove, 'gone' | 'shown'>

/**
 * Records how many of the units that were moved by hand the store's stock shows: a fall at the origin beyond the sales there,
 * and a rise at the destination. The oldest transfer is matched first. The caller holds the merchant's projection lock.
 */
export async function followTransfers(tx: Tx, args: SomeVariants & { at: Date }): Promise<void> {
  const moves = await listFollowedMoves(tx, args)
  if (moves.length === 0) return
  const used = new Map<string, number>()
  const rows = moves.map((move) => {
    const { variantId, from, to } = move
    const [left, came] = [`${variantId} from ${from}`, `${variantId} to ${to}`]
    const now = followMove(move, { fallen: used.get(left) ?? 0, risen: used.get(came) ?? 0 })
    used.set(left, (used.get(left) ?? 0) + now.gone - move.gone)
    used.set(came, (used.get(came) ?? 0) + now.shown - move.shown)
    return { ...move, ...now }
  })
  await saveMoves(tx, { ...args, rows })
}

/** Returns what is shown now. `fallen` and `risen` are units of the same change that another transfer explains. */
export function followMove(
  { shipped, gone, shown, fromSeen, toSeen, fromNow, toNow, soldFrom, soldTo }: FollowedMove,
  { fallen, risen }: { fallen: number; risen: number } = { fallen: 0, risen: 0 },
): ShownUnits {
  const fell = fromSeen - fromNow - soldFrom - fallen
  // Without a rise, a sale proves nothing.
  const rose = toNow > toSeen ? toNow - toSeen + soldTo - risen : 0
  return {
    gone: gone + Math.min(Math.max(0, fell), shipped - gone),
    shown: shown + Math.min(Math.max(0, rose), shipped - shown),
  }
}

/**
 * Returns the seen, awaited and booked units of a line after a receipt. Received units that the store already counts are no
 * longer seen. The others are awaited in the stock, so that their arrival there does not count for another order. An undone
 * receipt leaves the stock unchanged: the units that it brought there count as seen. `remaining` is the number of units still
 * to come after the receipt.
 */
export function arrival(
  line: { seen_units: number; awaited_units: number; booked_units: number },
  { accepted, remaining }: { accepted: number; remaining: number },
): { seen_units: number; awaited_units: number; booked_units: number } {
  const known = Math.min(Math.max(0, accepted), line.seen_units)
  const undone = Math.min(Math.max(0, -accepted), line.awaited_units)
  const returned = Math.max(0, -accepted - undone)
  const awaited_units = line.awaited_units + Math.max(0, accepted - known) - undone
  return {
    seen_units: Math.min(line.seen_units - known + returned, remaining),
    awaited_units,
    booked_units: Math.min(line.booked_units, awaited_units),
  }
}

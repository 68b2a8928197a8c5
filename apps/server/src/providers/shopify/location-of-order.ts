/** Of an order's deliveries, those that say whether it left from one location. */
export const READ_FULFILMENTS = 3

/**
 * Returns the location that served an order: the shop's register, otherwise the one location from which it was sent. Null
 * before it is sent, and when several locations sent it, since a bulk read does not tell which of them sent which line.
 */
export function locationOfOrder(
  retailLocationId: number | null | undefined,
  fulfilments: readonly { status: string | null; locationId: number | null | undefined }[],
): number | null {
  if (retailLocationId) return retailLocationId
  const sent = fulfilments
    .slice(0, READ_FULFILMENTS)
    .filter(({ status }) => status?.toLowerCase() !== 'cancelled')
  const [first, ...others] = new Set(sent.map(({ locationId }) => locationId ?? null))
  return others.length === 0 ? (first ?? null) : null
}

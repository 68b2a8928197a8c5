/** Returns the query of an address, with each value of a list; empty values are left out. */
export function toQuery(values: Readonly<Record<string, unknown>> = {}): string {
  const entries = Object.entries(values).flatMap(([key, value]) =>
    [value]
      .flat()
      .flatMap((one) => (one === undefined || one === null || one === '' ? [] : [[key, String(one)]])),
  )
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`
}

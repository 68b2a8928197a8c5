/** Returns rows in columns as wide as their longest cell. */
export function tableText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heads, ...rows]
  const widths = heads.map((_, at) => Math.max(...all.map((row) => row[at]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

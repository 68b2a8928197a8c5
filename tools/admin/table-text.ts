/** Characters that move the cursor or reorder the text, by which a stored name could change what a terminal shows. */
const CONTROLS = /\p{Cc}|\p{Bidi_Control}/gu

/** Returns rows in columns as wide as their longest cell, without control characters. */
export function tableText(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [heads, ...rows].map((row) => row.map((cell) => cell.replaceAll(CONTROLS, '�')))
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

/** Width of a letter, about, and the distance of a name from its mark, in px. */
const LETTER_PX = 6.5
export const NAME_GAP_PX = 4

/**
 * Returns the marks whose names fit beside each other, those first that change sales most; `at` and `right`, where the chart
 * ends, are in px.
 */
export function namesWithRoom<Mark extends { at: number; name: string; ratio: number }>(
  marks: readonly Mark[],
  right: number,
): readonly Mark[] {
  const end = ({ at, name }: Mark) => at + 2 * NAME_GAP_PX + name.length * LETTER_PX
  const change = ({ ratio }: Mark) => Math.abs(ratio - 1)
  const named: Mark[] = []
  for (const mark of marks.toSorted((a, b) => change(b) - change(a))) {
    const isFree = named.every((other) => end(mark) <= other.at || end(other) <= mark.at)
    if (isFree && end(mark) <= right) named.push(mark)
  }
  return named
}

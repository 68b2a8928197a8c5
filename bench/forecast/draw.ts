/** Returns `count` different numbers below `total`, drawn at random, in ascending order. */
export function drawn(total: number, count: number, random: () => number): number[] {
  const all = Array.from({ length: total }, (_, i) => i)
  for (let i = 0; i < count; i++) {
    const j = i + Math.floor(random() * (total - i))
    ;[all[i], all[j]] = [all[j] as number, all[i] as number]
  }
  return all.slice(0, count).sort((a, b) => a - b)
}

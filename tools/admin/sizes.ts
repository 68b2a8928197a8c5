const UNITS = ['B', 'kB', 'MB', 'GB', 'TB']
const GIGABYTE = 1e9

/** Returns a size with three digits, such as "1.25 GB". */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 0]
  for (; value >= 999.5 && unit < UNITS.length - 1; unit++) value /= 1000
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${UNITS[unit]}`
}

/** Returns a duration such as "3.2 s (41 s per GB of database)". */
export function speedText(seconds: number, bytes: number): string {
  const perGigabyte = Math.round(secondsPerGigabyte(seconds, bytes))
  return `${seconds.toFixed(1)} s (${perGigabyte} s per GB of database)`
}

export function secondsPerGigabyte(seconds: number, bytes: number): number {
  return (seconds / Math.max(bytes, 1)) * GIGABYTE
}

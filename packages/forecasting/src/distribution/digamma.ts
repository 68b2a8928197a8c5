/** Returns ψ(x), the derivative of ln Γ(x), for x > 0 (asymptotic series, DLMF 5.11.2, after raising x above 8). */
export function digamma(x: number): number {
  let sum = 0
  let y = x
  for (; y < 8; y++) sum -= 1 / y
  const inverse = 1 / (y * y)
  const series =
    inverse * (1 / 12 - inverse * (1 / 120 - inverse * (1 / 252 - inverse * (1 / 240 - inverse / 132))))
  return sum + Math.log(y) - 0.5 / y - series
}

// Measures the service that learned lead times realise, and the margin that a budget saves:
// npm run -s bench:lead-times
import { marginSaved } from './budget.ts'
import { realisedService } from './service.ts'

const RUNS = 300
const RECEIPTS = [3, 5, 10, 20]
/** The widest is printed and not judged. */
const LOG_DEVIATIONS = [0.15, 0.35, 0.55]
const WIDEST_JUDGED = 0.35
const LEVELS = [0.95, 0.9]
const MANY_RECEIPTS = 10
const MOST_POINTS = 3
const MOST_POINTS_BELOW = 5

const BUDGET_RUNS = 20
const SHARES = [0.8, 0.6, 0.4]
/** Least additional margin at each share of the full cost. */
const LEAST_SAVED = [0.15, 0.4, 0.7]

const failures: string[] = []

for (const level of LEVELS) {
  for (const logDeviation of LOG_DEVIATIONS) {
    const figures = RECEIPTS.map((receipts) => {
      const { learned, stated } = realisedService({ level, logDeviation, receipts, statedDays: 20 }, RUNS)
      judge({ level, logDeviation, receipts, learned })
      return { learned, stated }
    })
    const wrong = realisedService({ level, logDeviation, receipts: 10, statedDays: 14 }, RUNS)
    console.log(
      `service ${level} log-sd ${logDeviation}  learned from ${RECEIPTS.join('/')}: ` +
        `${figures.map(({ learned }) => learned.toFixed(3)).join(' ')}  ` +
        `stated number alone: ${figures[0]!.stated.toFixed(3)}  stated 14: ${wrong.stated.toFixed(3)}, ` +
        `then learned from 10: ${wrong.learned.toFixed(3)}`,
    )
  }
}

function judge(found: { level: number; logDeviation: number; receipts: number; learned: number }): void {
  if (found.logDeviation > WIDEST_JUDGED) return
  const points = 100 * (found.learned - found.level)
  const isMet =
    found.receipts >= MANY_RECEIPTS ? Math.abs(points) <= MOST_POINTS : points >= -MOST_POINTS_BELOW
  if (isMet) return
  failures.push(
    `service ${found.level}, log-sd ${found.logDeviation}, ${found.receipts} receipts: ${points.toFixed(1)} points`,
  )
}

const saved = Array.from({ length: BUDGET_RUNS }, (_, run) => marginSaved(run, SHARES))
SHARES.forEach((share, i) => {
  const all = saved.map((run) => run[i] as number)
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length
  console.log(
    `budget ${100 * share} % of the full list: ${(100 * mean).toFixed(0)} % more margin than by days left ` +
      `(worst of ${BUDGET_RUNS}: ${(100 * Math.min(...all)).toFixed(0)} %)`,
  )
  if (mean < LEAST_SAVED[i]!) failures.push(`budget at ${share}: ${(100 * mean).toFixed(0)} % more`)
})

for (const failure of failures) console.error(`failed: ${failure}`)
process.exitCode = failures.length > 0 ? 1 : 0

import { addDays, formatDay } from '../../ui/format/days.ts'
import { bandZ, futures, sample, stockAfter, stockoutDay, stockoutWindow } from './sample-store.ts'

const TOP = 52
const AXIS_SPACE = 112
const DAYS_AFTER = 45
const NARROW_PX = 640
/** Days after today at which the bands are drawn. */
const STEPS = Array.from({ length: DAYS_AFTER + 1 }, (_, day) => day)

export type FanGeometry = ReturnType<typeof fanGeometry>

/**
 * Returns where everything of the stock fan lies in a box of this size. Narrow boxes show fewer days of
 * history.
 */
export function fanGeometry({
  width,
  height,
  leadTimeDays,
}: {
  width: number
  height: number
  leadTimeDays: number
}) {
  const isNarrow = width < NARROW_PX
  const daysAfter = isNarrow ? 38 : DAYS_AFTER
  const today = width * (isNarrow ? 0.3 : 0.495)
  const perDay = (width - today) / daysAfter
  const zero = height - AXIS_SPACE
  const most = isNarrow ? 640 : Math.max(...sample.history)
  const x = (day: number) => today + day * perDay
  const y = (units: number) => zero - ((zero - TOP) * units) / most
  const dotRadius = isNarrow ? 3.2 : Math.min(6.9, perDay * 0.44)
  const arrival = x(leadTimeDays)
  const windowMiddle = x((stockoutWindow.from + stockoutWindow.to) / 2)
  return {
    width,
    height,
    isNarrow,
    top: TOP,
    zero,
    today,
    arrival,
    dotRadius,
    window: { x: x(stockoutWindow.from), width: x(stockoutWindow.to) - x(stockoutWindow.from) },
    windowLabel: labelAt(windowMiddle, { width, halfText: 96 }),
    arrivalLabel: arrivalLabelAt(arrival, { width, textWidth: isNarrow ? 130 : 220 }),
    bands: { outer: band(bandZ.p10, x, y), inner: band(bandZ.p25, x, y) },
    median: middleLine(x, y),
    history: historyPath({ x, y, days: Math.min(sample.history.length, Math.ceil(today / perDay) + 1) }),
    dots: placeDots({ leadTimeDays, x: arrival, zero, radius: dotRadius, perDay }),
    ticks: getTicks({ x, width, today, everyDays: isNarrow ? 14 : 7 }),
  }
}

function arrivalLabelAt(arrival: number, { width, textWidth }: { width: number; textWidth: number }) {
  const fits = arrival + textWidth < width
  return fits ? { x: arrival + 6, anchor: 'start' as const } : { x: arrival - 6, anchor: 'end' as const }
}

function labelAt(middle: number, { width, halfText }: { width: number; halfText: number }) {
  return { x: Math.min(middle, width - halfText), anchor: 'middle' as const }
}

type Scale = (value: number) => number

const point = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`

/** Returns the band between a future that sells faster and one that sells slower. */
function band(z: number, x: Scale, y: Scale): string {
  const lower = STEPS.map((day) => point(x(day), y(stockAfter(day, z))))
  const upper = STEPS.map((day) => point(x(day), y(stockAfter(day, -z)))).reverse()
  return `M${[...lower, ...upper].join('L')}Z`
}

/** Returns the middle future, to the moment its stock reaches zero. */
function middleLine(x: Scale, y: Scale): string {
  const end = stockoutDay(0)
  const days = [...STEPS.filter((day) => day < end), end]
  return `M${days.map((day) => point(x(day), y(stockAfter(day, 0)))).join('L')}`
}

function historyPath({ x, y, days }: { x: Scale; y: Scale; days: number }): string {
  const shown = sample.history.slice(-days)
  const first = -(shown.length - 1)
  return shown
    .map((units, index) =>
      index === 0
        ? `M${point(x(first), y(units))}`
        : `H${x(first + index).toFixed(1)}V${y(units).toFixed(1)}`,
    )
    .join('')
}

/** Returns the dot columns. They start at the line of arrival, so that no dot is on its wrong side. */
function placeDots({
  leadTimeDays,
  x,
  zero,
  radius,
  perDay,
}: {
  leadTimeDays: number
  x: number
  zero: number
  radius: number
  perDay: number
}) {
  const step = radius * 2 + 2
  const heights = new Map<number, number>()
  return futures.map((day, order) => {
    const column = Math.floor(((day - leadTimeDays) * perDay) / step)
    const row = heights.get(column) ?? 0
    heights.set(column, row + 1)
    return {
      order,
      x: x + (column + 0.5) * step,
      y: zero + radius + 4 + row * step,
      isTooEarly: day < leadTimeDays,
    }
  })
}

function getTicks({
  x,
  width,
  today,
  everyDays,
}: {
  x: Scale
  width: number
  today: number
  everyDays: number
}) {
  const weeks = Array.from({ length: 16 }, (_, index) => (index - 8) * everyDays)
  return weeks
    .filter((day) => day !== 0 && x(day) > 20 && x(day) < width - 20 && Math.abs(x(day) - today) > 44)
    .map((day) => ({ x: x(day), label: formatDay(addDays(sample.today, day)) }))
}

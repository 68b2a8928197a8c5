const WIDTH = 360
const HEIGHT = 260
const LEFT = 52
const BOTTOM = 40
const TOP = 30
const RIGHT = 14
const INK = '#3f4650'
const COLOURS = ['#2b6cb0', '#c2570c', '#4a7c2c', '#7b4bab']

export interface Line {
  name: string
  points: readonly (readonly [number, number])[]
}

export interface Chart {
  title: string
  x: string
  y: string
  /** Largest values of the axes. */
  xMost: number
  yMost: number
  lines: readonly Line[]
  /** Draws where x equals y. */
  hasDiagonal?: boolean
}

/** Returns a chart of lines with marks at their points. */
export function lineChart(chart: Chart): string {
  const x = (value: number) => LEFT + (value / chart.xMost) * (WIDTH - LEFT - RIGHT)
  const y = (value: number) => HEIGHT - BOTTOM - (value / chart.yMost) * (HEIGHT - BOTTOM - TOP)
  const place = ([a, b]: readonly [number, number]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`
  const lines = chart.lines.flatMap(({ name, points }, i) => {
    const colour = COLOURS[i % COLOURS.length] as string
    const marks = points.map(
      ([a, b]) => `<circle cx="${x(a).toFixed(1)}" cy="${y(b).toFixed(1)}" r="3" fill="${colour}"/>`,
    )
    return [
      `<polyline points="${points.map(place).join(' ')}" fill="none" stroke="${colour}" stroke-width="1.5"/>`,
      ...marks,
      text(LEFT + 10, TOP + 14 + 15 * i, name, { colour }),
    ]
  })
  const diagonal = chart.hasDiagonal
    ? [
        `<path d="M${place([0, 0])}L${place([chart.xMost, chart.yMost])}" stroke="#b8bec6" stroke-dasharray="4 3"/>`,
      ]
    : []
  return svg(chart.title, [...diagonal, ...axes(chart), ...lines])
}

/** Returns a chart with a group of bars for each name. */
export function barChart(chart: {
  title: string
  y: string
  series: readonly string[]
  groups: readonly { name: string; values: readonly number[] }[]
}): string {
  const { groups, series } = chart
  const most = 1.25 * Math.max(0.001, ...groups.flatMap(({ values }) => values))
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, groups.length)
  const width = (step * 0.7) / series.length
  const height = (value: number) => (value / most) * (HEIGHT - BOTTOM - TOP)
  const bars = groups.flatMap(({ name, values }, g) => [
    ...values.flatMap((value, s) => {
      const left = LEFT + g * step + step * 0.15 + s * width
      const top = HEIGHT - BOTTOM - height(value)
      const bar = `<rect x="${left.toFixed(1)}" y="${top.toFixed(1)}" width="${(width - 2).toFixed(1)}" height="${height(value).toFixed(1)}" fill="${COLOURS[s]}"/>`
      return [bar, text(left + width / 2 - 1, top - 4, value.toFixed(2), { anchor: 'middle' })]
    }),
    text(LEFT + (g + 0.5) * step, HEIGHT - BOTTOM + 16, name, { anchor: 'middle' }),
  ])
  const legend = series.map((name, s) =>
    text(LEFT + 10, TOP + 14 + 15 * s, name, { colour: COLOURS[s] as string }),
  )
  return svg(chart.title, [...frame(chart.y, ''), ...bars, ...legend])
}

function axes({ x, y, xMost, yMost }: Chart): string[] {
  const marks = [0, 0.25, 0.5, 0.75, 1].flatMap((share) => [
    text(LEFT + share * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM + 14, short(share * xMost), {
      anchor: 'middle',
    }),
    text(LEFT - 6, HEIGHT - BOTTOM - share * (HEIGHT - BOTTOM - TOP) + 4, short(share * yMost), {
      anchor: 'end',
    }),
  ])
  return [...frame(y, x), ...marks]
}

function frame(y: string, x: string): string[] {
  const [right, bottom] = [WIDTH - RIGHT, HEIGHT - BOTTOM]
  return [
    `<path d="M${LEFT} ${TOP}V${bottom}H${right}" fill="none" stroke="${INK}"/>`,
    text((LEFT + right) / 2, HEIGHT - 8, x, { anchor: 'middle' }),
    `<text transform="translate(14 ${(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle" fill="${INK}">${y}</text>`,
  ]
}

function short(value: number): string {
  return value >= 1000 ? `${Math.round(value / 1000)}k` : String(Number(value.toFixed(2)))
}

function text(
  x: number,
  y: number,
  words: string,
  { anchor = 'start', colour = INK }: { anchor?: string; colour?: string },
): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" fill="${colour}">${words}</text>`
}

function svg(title: string, parts: readonly string[]): string {
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" role="img">`
  const ground = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`
  const heading = `<text x="${LEFT}" y="18" font-weight="bold" fill="${INK}">${title}</text>`
  return `${[head, `<title>${title}</title>`, ground, heading, ...parts, '</svg>'].join('\n')}\n`
}

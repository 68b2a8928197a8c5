const WIDTH = 380
const HEIGHT = 170
const ZERO = 144
const TODAY = 204
const STEP = 5.53
const PER_UNIT = 3.27

const sold = [
  21, 29, 9, 12, 18, 7, 13, 25, 11, 13, 16, 15, 17, 5, 6, 21, 20, 22, 15, 9, 23, 22, 20, 15, 4, 15, 19, 11, 3,
  20,
]
const weekday = [1, 0.86, 0.85, 1.06, 1.03, 1.02, 1.1]

/** Draws thirty days of sales, then the range of the next thirty, in the style of the app's charts. */
export function DemandSketch() {
  const history = sold.map(
    (units, index) => `${(TODAY - (sold.length - index - 0.5) * STEP).toFixed(1)} ${getY(units)}`,
  )
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width="100%" role="img" aria-label="Demand history and forecast">
      <line x1="38" x2="370" y1={ZERO} y2={ZERO} stroke="var(--stk-line-2)" />
      <line x1="38" x2="370" y1={getY(20)} y2={getY(20)} stroke="var(--stk-line)" />
      <Text x={30} y={ZERO + 4} anchor="end" text="0" />
      <Text x={30} y={Number(getY(20)) + 4} anchor="end" text="20" />
      <Text x={40} y={15} anchor="start" text="units a day" />
      <path d={area(10.5)} fill="var(--stk-band-80)" />
      <path d={area(5.5)} fill="var(--stk-band-50)" />
      <path d={`M${edge(0).join('L')}`} fill="none" stroke="var(--stk-fc)" strokeWidth="2" />
      <path d={`M${history.join('L')}`} fill="none" stroke="var(--stk-hist)" strokeWidth="1.75" />
      <line x1={TODAY} x2={TODAY} y1="20" y2={ZERO + 5} stroke="var(--stk-ink)" />
      <Text x={49} y={163} anchor="middle" text="Oct 23" />
      <Text x={126} y={163} anchor="middle" text="Nov 6" />
      <text x={TODAY} y={163} textAnchor="middle" fontSize="12" fontWeight="600" fill="var(--stk-ink)">
        Today
      </text>
      <Text x={281} y={163} anchor="middle" text="Dec 4" />
      <Text x={359} y={163} anchor="middle" text="Dec 18" />
    </svg>
  )
}

function Text({
  x,
  y,
  anchor,
  text,
}: {
  x: number
  y: number
  anchor: 'start' | 'middle' | 'end'
  text: string
}) {
  return (
    <text x={x} y={y} textAnchor={anchor} fontSize="11" fontWeight="500" fill="var(--stk-ink-3)">
      {text}
    </text>
  )
}

function getY(units: number): string {
  return (ZERO - units * PER_UNIT).toFixed(1)
}

/** Returns the forecast shifted by `offset` units a day; ranges widen slowly. */
function edge(offset: number): string[] {
  return Array.from({ length: 30 }, (_, index) => {
    const middle = 18 * (weekday[index % weekday.length] ?? 1) * (1 + index * 0.003)
    const units = Math.max(0, middle + offset * (0.92 + index * 0.006))
    return `${(TODAY + (index + 0.5) * STEP).toFixed(1)} ${getY(units)}`
  })
}

function area(offset: number): string {
  return `M${[...edge(offset), ...edge(-offset).reverse()].join('L')}Z`
}

const HATCH_ID = 'stk-hatch'

/** The fill for "out of stock" in every chart; needs one `HatchPattern` on the page. */
export const HATCH_FILL = `url(#${HATCH_ID})`

export function HatchPattern() {
  return (
    <svg width="0" height="0" aria-hidden="true" style={{ position: 'absolute' }}>
      <defs>
        <pattern
          id={HATCH_ID}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line x1="0" x2="0" y1="0" y2="6" stroke="var(--stk-hist-soft)" strokeWidth="2.4" />
        </pattern>
      </defs>
    </svg>
  )
}

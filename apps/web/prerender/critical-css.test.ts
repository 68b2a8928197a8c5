import { describe, expect, it } from 'vitest'
import { criticalCss } from './critical-css.ts'

const html = '<main class="page wide"><p class="text">Hello</p></main>'
const critical = (sheet: string) => criticalCss(sheet, html).replaceAll(/\s+/g, '')

describe('critical styles', () => {
  it('contain the rules whose classes all occur in the page, and those without a class', () => {
    expect(critical('.page{color:red}.gone{color:red}.page .gone{color:red}body{margin:0}')).toBe(
      '.page{color:red}body{margin:0}',
    )
  })

  it('keep only the selectors of a list that occur in the page', () => {
    expect(critical('.text,.gone,.wide:hover{color:red}')).toBe('.text,.wide:hover{color:red}')
  })

  it('keep a rule with a negated class that does not occur', () => {
    expect(critical('.text:not(.gone){color:red}')).toBe('.text:not(.gone){color:red}')
  })

  it('apply in both colour schemes', () => {
    const rule = ':where([data-mantine-color-scheme=dark]).text{color:red}'
    expect(critical(`${rule}:where([data-mantine-color-scheme=dark]).gone{color:red}`)).toBe(rule)
  })

  it('keep their media queries, without the empty ones', () => {
    expect(critical('@media print{.gone{color:red}}@media print{.text{color:red}}')).toBe(
      '@mediaprint{.text{color:red}}',
    )
  })

  it('keep the animations that are used', () => {
    const used = '.text{animation:1sgrow}@keyframesgrow{from{opacity:0}}'
    expect(
      critical('.text{animation:1s grow}@keyframes grow{from{opacity:0}}@keyframes spin{to{opacity:1}}'),
    ).toBe(used)
  })
})

import { type AtRule, parse, type Rule } from 'postcss'

/**
 * Returns the part of a style sheet that a page needs for its first paint: the rules whose classes all
 * occur in the page, in both colour schemes. Rules without a class stay.
 */
export function criticalCss(sheet: string, html: string): string {
  const classes = new Set(
    [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')),
  )
  const css = parse(sheet)
  css.walkRules((rule) => {
    if (isKeyframe(rule)) return
    const selectors = rule.selectors.filter((selector) =>
      getClasses(selector).every((name) => classes.has(name)),
    )
    if (selectors.length === 0) rule.remove()
    else rule.selectors = selectors
  })
  const animations = new Set<string>()
  css.walkDecls(/^animation/, ({ value }) =>
    value.split(/[\s,]+/).forEach((word) => void animations.add(word)),
  )
  css.walkAtRules((rule) => {
    if (isUnused(rule, animations)) rule.remove()
  })
  return css.toString()
}

function getClasses(selector: string): string[] {
  return [...selector.replaceAll(/:not\([^)]*\)/g, '').matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name)
}

function isKeyframe({ parent }: Rule): boolean {
  return parent?.type === 'atrule' && (parent as AtRule).name.endsWith('keyframes')
}

function isUnused(rule: AtRule, animations: ReadonlySet<string>): boolean {
  return rule.nodes?.length === 0 || (rule.name.endsWith('keyframes') && !animations.has(rule.params))
}

import { criticalCss } from './critical-css.ts'

interface Parts {
  /** The page of the app, with an empty root. */
  shell: string
  /** The rendered landing screen. */
  content: string
  /** Addresses of the scripts that hydrate it; those that the shell loads anyway may be among them. */
  scripts: readonly string[]
  /** All style sheets of the page by address, in the order in which they apply. */
  styles: ReadonlyMap<string, string>
}

/**
 * Returns the page of the app with the landing screen in it. It paints without waiting for a script or a
 * style sheet: the styles for the first paint are inline, and the full sheets apply once they have loaded.
 */
export function landingPage({ shell, content, scripts, styles }: Parts): string {
  const title = /<title>.*?<\/title>/.exec(content)?.[0] ?? ''
  const later = [...styles.keys()].map(
    (href) => `<link rel="stylesheet" media="print" crossorigin href="${href}">`,
  )
  const preloads = scripts
    .filter((src) => !shell.includes(`"${src}"`))
    .map((src) => `<link rel="modulepreload" crossorigin href="${src}">`)
  const critical = [...styles.values()].map((sheet) => criticalCss(sheet, content)).join('\n')
  const head = [`<style>${critical}</style>`, ...later, ...preloads].join('\n    ')
  return shell
    .replace('<html', '<html data-prerendered')
    .replaceAll(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace(/\s*<noscript>.*<\/noscript>/, '')
    .replace(/<title>.*<\/title>/, () => title)
    .replace('</head>', () => `  ${head}\n  </head>`)
    .replace('<div id="root"></div>', () => `<div id="root">${content.replace(title, '')}</div>`)
}

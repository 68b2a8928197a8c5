import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type HtmlTagDescriptor, normalizePath, type Plugin, type Rolldown } from 'vite'
import { landingPage } from './landing-page.ts'

const LANDING = 'src/accounts/landing/landing-screen.tsx'
const OTHER_SCREENS = /\/(screens\/(?!landing\/)|shell\/shell|overlays)/
type Bundle = Rolldown.OutputBundle

/** Writes `landing.html` beside `index.html`: the same page with the landing screen in it, for visitors of `/`. */
export function prerenderedLanding(): Plugin {
  let root = ''
  return {
    name: 'stockcast:prerendered-landing',
    apply: (_, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    enforce: 'post',
    configResolved: (config) => {
      root = config.root
    },
    transformIndexHtml: { order: 'post', handler: (_, { bundle = {} }) => [fontPreload(bundle)] },
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const content = await renderLanding(root)
        const shell = toText(bundle, 'index.html')
        const landing = loadedBy(bundle, normalizePath(path.join(root, LANDING)))
        const sheets = new Set([...getSheets(shell), ...landing.styles])
        const styles = new Map([...sheets].map((href) => [href, toText(bundle, href.slice(1))]))
        const source = landingPage({ shell, content, scripts: landing.scripts, styles })
        this.emitFile({ type: 'asset', fileName: 'landing.html', source })
      },
    },
  }
}

/** Preloads the font that every page uses; otherwise it is requested only after the styles have loaded. */
function fontPreload(bundle: Bundle): HtmlTagDescriptor {
  const file = Object.keys(bundle).find((name) => /geist-latin-wght-normal.*\.woff2$/.test(name))
  if (file === undefined) throw new Error('The build has no Latin font to preload.')
  const attrs = { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true }
  return { tag: 'link', attrs, injectTo: 'head' }
}

/** Renders the landing screen. It is built separately, for Node, so that no other screen is loaded. */
async function renderLanding(root: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'landing-'))
  try {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      plugins: [react()],
      resolve: { dedupe: ['react', 'react-dom', 'zod'] },
      ssr: { noExternal: true },
      build: {
        ssr: 'src/prerender.tsx',
        outDir: folder,
        emptyOutDir: false,
        copyPublicDir: false,
        target: 'node24',
        rolldownOptions: {
          external: (id) => OTHER_SCREENS.test(path.isAbsolute(id) ? path.relative(root, id) : id),
          output: { entryFileNames: 'prerender.mjs' },
        },
      },
    })
    const { renderLanding: render } = await import(pathToFileURL(path.join(folder, 'prerender.mjs')).href)
    return await render()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Returns the addresses of a module's file, of everything it imports statically, and of their style sheets.
 */
function loadedBy(bundle: Bundle, module: string): { scripts: string[]; styles: string[] } {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  const loaded = new Set(chunks.filter((chunk) => chunk.facadeModuleId === module))
  if (loaded.size === 0) throw new Error(`The build has no ${module}.`)
  // Iterating over a set also visits what is added during the iteration.
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk)
  }
  return {
    scripts: [...loaded].map((chunk) => `/${chunk.fileName}`),
    styles: [...loaded]
      .flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])])
      .map((name) => `/${name}`),
  }
}

function getSheets(html: string): string[] {
  return [...html.matchAll(/<link rel="stylesheet"[^>]* href="([^"]+)"/g)].map(([, href = '']) => href)
}

function toText(bundle: Bundle, name: string): string {
  const output = bundle[name]
  if (output?.type !== 'asset') throw new Error(`The build has no ${name}.`)
  return typeof output.source === 'string' ? output.source : new TextDecoder().decode(output.source)
}

import { isTestFile } from './import-rules.ts'
import { importsOf } from './imports.ts'
import type { Sources } from './source-files.ts'

type PlaceOf = (file: string) => string | undefined

/**
 * For each layer, the place to which a file belongs. Places must not import each other in a circle, even by
 * types.
 */
const layers: Readonly<Record<string, PlaceOf>> = {
  'apps and packages': (file) => /^(?:apps|packages)\/[^/]+/.exec(file)?.[0],
  'modules of the server': (file) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1],
  'folders of the server': (file) => /^apps\/server\/src\/([^/]+)/.exec(file)?.[1],
  'folders of the web app': (file) => webFolderOf(file),
  'folders of the engine': (file) => /^packages\/forecasting\/src\/([^/]+)/.exec(file)?.[1],
  'folders of the sandbox': (file) => /^apps\/sandbox\/src\/([^/]+)\//.exec(file)?.[1],
  'folders of the tools': (file) => /^tools\/([^/]+)/.exec(file)?.[1],
  files: (file) => (/\.(?:ts|tsx|mjs)$/.test(file) ? file : undefined),
}

/** Returns one name for the screens, the app shell and the actions, because these three use each other. */
function webFolderOf(file: string): string | undefined {
  const folder = /^apps\/web\/src\/([^/]+)/.exec(file)?.[1]
  return folder && /^(?:actions|app|screens)$/.test(folder) ? 'actions, app and screens' : folder
}

/** Returns one sentence for every circle of imports; what tests import does not count. */
export function importCircles(sources: Sources): string[] {
  const code = [...sources].filter(([file]) => !isTestFile(file))
  const imports = code.flatMap(([file, text]) =>
    importsOf(file, text).map(({ target }) => ({ file, target })),
  )
  return Object.entries(layers).flatMap(([layer, placeOf]) => {
    const graph = new Map<string, Set<string>>()
    for (const { file, target } of imports) {
      const [from, to] = [placeOf(file), placeOf(target)]
      if (from === undefined || to === undefined || from === to) continue
      graph.set(from, (graph.get(from) ?? new Set()).add(to))
    }
    return circlesOf(graph).map((places) => `${layer}: ${places.join(', ')} import each other in a circle`)
  })
}

/** Returns the groups of places that reach each other (Tarjan 1972), each in alphabetical order. */
function circlesOf(graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const numbers = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []
  const visit = (place: string): number => {
    const number = numbers.size
    numbers.set(place, number)
    stack.push(place)
    let lowest = number
    for (const next of graph.get(place) ?? []) {
      if (!numbers.has(next)) lowest = Math.min(lowest, visit(next))
      else if (stack.includes(next)) lowest = Math.min(lowest, numbers.get(next)!)
    }
    if (lowest === number) {
      const circle = stack.splice(stack.indexOf(place))
      if (circle.length > 1) circles.push(circle.sort())
    }
    return lowest
  }
  for (const place of graph.keys()) if (!numbers.has(place)) visit(place)
  return circles
}

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The text of every source file, by its path from the root, with forward slashes. */
export type Sources = ReadonlyMap<string, string>

const FOLDERS = ['apps', 'packages', 'tools', 'e2e', 'bench']
const LEFT_OUT = /(^|\/)(node_modules|dist|golden)(\/|$)/

/** Reads every source file below `root`, generated and golden files left out. */
export function readSources(root: string): Sources {
  const names = FOLDERS.flatMap((folder) => filesBelow(root, folder))
  const sources = names.filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !LEFT_OUT.test(name))
  return new Map(sources.map((name) => [name, readFileSync(path.join(root, name), 'utf8')]))
}

function filesBelow(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    if (LEFT_OUT.test(name)) return []
    return entry.isDirectory() ? filesBelow(root, name) : [name]
  })
}

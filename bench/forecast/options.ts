import { parseArgs } from 'node:util'
import { DATA_SETS, type DataSet } from './data-sets.ts'
import { PARTS, type Part } from './parts.ts'

export interface BenchOptions {
  sets: readonly DataSet[]
  parts: readonly Part[]
  /** File to which all figures are written; null for none. */
  save: string | null
  /** File of earlier figures, which these must not be worse than. */
  baseline: string | null
  /** Folder of the page of figures and its plots; null to write none. */
  docs: string | null
}

/** Reads `--set pasta --part windows --save FILE.json --baseline FILE.json --docs FOLDER`; several names are joined by commas. */
export function readBenchOptions(): BenchOptions {
  const { values } = parseArgs({
    options: {
      set: { type: 'string' },
      part: { type: 'string' },
      save: { type: 'string' },
      baseline: { type: 'string' },
      docs: { type: 'string' },
    },
  })
  return {
    sets: chosen('set', values.set, DATA_SETS, ({ name }) => name),
    parts: chosen('part', values.part, PARTS, ({ name }) => name),
    save: values.save ?? null,
    baseline: values.baseline ?? null,
    docs: values.docs ?? null,
  }
}

function chosen<T>(
  option: string,
  text: string | undefined,
  all: readonly T[],
  nameOf: (one: T) => string,
): readonly T[] {
  if (text === undefined) return all
  return text.split(',').map((wanted) => {
    const found = all.find((one) => nameOf(one).startsWith(wanted))
    if (!found) throw new Error(`--${option} ${wanted} is not one of ${all.map(nameOf).join(', ')}`)
    return found
  })
}

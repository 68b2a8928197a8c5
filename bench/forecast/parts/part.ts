import type { DataSet } from '../data-sets.ts'
import type { Findings } from '../findings.ts'

/** Measures one question on one data set; `folder` is for files of this run. */
export type Part = (input: { set: DataSet; findings: Findings; folder: string }) => void

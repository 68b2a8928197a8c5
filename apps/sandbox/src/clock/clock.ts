import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { writeAtomically } from '../storage/write-atomically.ts'

const stored = z.object({ offsetMs: z.number() })

/** The machine's time plus an offset that only grows and survives restarts; it stands still rather than go back. */
export class SandboxClock {
  offsetMs: number
  private latest = Number.NEGATIVE_INFINITY
  private readonly path: string
  private readonly machineNow: () => number

  constructor(path: string, machineNow: () => number) {
    this.path = path
    this.machineNow = machineNow
    this.offsetMs = existsSync(path) ? stored.parse(JSON.parse(readFileSync(path, 'utf8'))).offsetMs : 0
  }

  now(): number {
    this.latest = Math.max(this.latest, this.machineNow() + this.offsetMs)
    return this.latest
  }

  advance(byMs: number): void {
    if (!(byMs > 0)) throw new RangeError(`byMs must be above zero, got ${byMs}`)
    writeAtomically(this.path, JSON.stringify({ offsetMs: this.offsetMs + byMs }))
    this.offsetMs += byMs
  }
}

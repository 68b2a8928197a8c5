import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Why it cannot go on, in one sentence for the terminal. */
export class Obstacle extends Error {}

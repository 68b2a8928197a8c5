import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** An obstacle to the start, described in one sentence for the terminal. */
export class Obstacle extends Error {}

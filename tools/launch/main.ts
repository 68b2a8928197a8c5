import path from 'node:path'
import { launch } from './launch.ts'

await launch(path.resolve(import.meta.dirname, '../..'))

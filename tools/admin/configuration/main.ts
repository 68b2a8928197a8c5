import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { configurationFile, configurationPage } from './configuration-page.ts'

writeFileSync(configurationFile, configurationPage())
console.log(`Wrote ${path.relative(process.cwd(), configurationFile)}`)

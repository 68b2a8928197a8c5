// Runs a script of this repository, and writes what the process cost to file descriptor 3.
import { writeSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const KILOBYTE = 1024

process.argv.splice(1, 1)
process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  const cost = { cpu: (userCPUTime + systemCPUTime) / 1e6, memory: maxRSS * KILOBYTE }
  writeSync(3, JSON.stringify(cost))
})
await import(pathToFileURL(process.argv[1]).href)

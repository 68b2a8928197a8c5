import path from 'node:path'
import { commands } from './commands.ts'
import { runCommand } from './run-command.ts'

const place = { root: path.resolve(import.meta.dirname, '../..'), env: process.env }
const { text, problem, exitCode } = await runCommand(commands, process.argv.slice(2), place)
if (text) console.log(text)
if (problem) console.error(problem)
process.exitCode = exitCode

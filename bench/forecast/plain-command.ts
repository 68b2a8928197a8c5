// Writes the plain mean of the last days, whose number is the last argument, with the command's reader and writer.
import { writeFileSync } from 'node:fs'
import { readOptions } from '../../apps/cli/src/command-options.ts'
import { HEADER, writeForecastRows } from '../../apps/cli/src/forecast-rows.ts'
import { readBytes } from '../../apps/cli/src/read-bytes.ts'
import { readSales } from '../../apps/cli/src/read-sales.ts'
import { RowBytes } from '../../apps/cli/src/row-bytes.ts'
import { seriesAt } from '../../apps/cli/src/series-at.ts'
import { meanOfLast, plainDistribution } from './plain-distribution.ts'

const args = process.argv.slice(2)
const days = Number(args.pop())
const options = readOptions(args)
const sales = readSales(readBytes(options.input), options.input, options.origin)
const rows = new RowBytes()
rows.text(HEADER)
sales.ids.forEach((id, row) => {
  const { unitsSold } = seriesAt(sales, row)
  const distribution = plainDistribution(unitsSold, meanOfLast(unitsSold, days))
  writeForecastRows(rows, id, distribution, options.horizonDays)
})
writeFileSync(options.out, rows.written())

import { Gauge, type Registry } from 'prom-client'
import type { DatabaseFigures } from './database-figures.ts'

/** A gauge whose values, by their labels, follow from the figures. Without figures it has none. */
interface FigureGauge {
  name: string
  help: string
  labels?: readonly string[]
  values(figures: DatabaseFigures): (readonly [labels: Readonly<Record<string, string>>, value: number])[]
}

const DEAD = /-dead$/

/** Every process reports the same figures of the whole installation: alert rules take the highest. */
const gauges: readonly FigureGauge[] = [
  {
    name: 'stockcast_jobs_waiting',
    help: 'Jobs that are due and wait for a worker, at most 10,000 of a queue.',
    labels: ['queue'],
    values: ({ queues }) =>
      queues.filter(({ name }) => !DEAD.test(name)).map(({ name, waiting }) => [{ queue: name }, waiting]),
  },
  {
    name: 'stockcast_jobs_oldest_seconds',
    help: 'For how long the first job of a queue has been due.',
    labels: ['queue'],
    values: ({ queues }) =>
      queues
        .filter(({ name }) => !DEAD.test(name))
        .map(({ name, oldestSeconds }) => [{ queue: name }, oldestSeconds]),
  },
  {
    name: 'stockcast_jobs_dead',
    help: 'Jobs of a queue that failed for good, at most 10,000.',
    labels: ['queue'],
    values: ({ queues }) =>
      queues
        .filter(({ name }) => DEAD.test(name))
        .map(({ name, waiting }) => [{ queue: name.replace(DEAD, '') }, waiting]),
  },
  {
    name: 'stockcast_comparison_late_seconds',
    help: 'For how long the comparison with a store that waits longest has been due; each shop has one every 15 minutes.',
    values: ({ due }) => [[{}, due.comparisonSeconds]],
  },
  {
    name: 'stockcast_forecast_shops',
    help: 'Shops that have a forecast made every day.',
    values: ({ due }) => [[{}, due.forecastShops]],
  },
  {
    name: 'stockcast_forecast_shops_late',
    help: 'Shops whose forecast was made more than 26 hours ago.',
    values: ({ due }) => [[{}, due.lateForecasts]],
  },
  {
    name: 'stockcast_channels_waiting',
    help: 'Channels of messages on which something is due and not sent.',
    values: ({ due }) => [[{}, due.waitingChannels]],
  },
  {
    name: 'stockcast_delivery_late_seconds',
    help: 'For how long the message that waits longest has been due.',
    values: ({ due }) => [[{}, due.deliverySeconds]],
  },
  {
    name: 'stockcast_billing_closings_open',
    help: 'Deleted accounts whose customer the payment provider has not deleted yet; they may be charged.',
    values: ({ closings }) => [[{}, closings]],
  },
  {
    name: 'stockcast_mails_failed_total',
    help: 'Mails that were refused, given up after three days, or outdated before they could be sent.',
    labels: ['kind', 'outcome'],
    values: ({ mailFailures }) => mailFailures.map(({ kind, outcome, count }) => [{ kind, outcome }, count]),
  },
]

/** Adds the gauges of what the database tells, and one that tells whether it does. */
export function addDatabaseMetrics(
  register: Registry,
  readFigures: () => Promise<DatabaseFigures | null>,
): void {
  new Gauge({
    name: 'stockcast_database_figures_up',
    help: '1 if the figures of the database could be read in time; those that could not are left out.',
    registers: [register],
    async collect() {
      this.set((await readFigures()) === null ? 0 : 1)
    },
  })
  for (const { name, help, labels = [], values } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [register],
      async collect() {
        const figures = await readFigures()
        this.reset()
        // A gauge without labels has the value 0 after it was reset.
        if (figures === null && labels.length === 0) this.remove()
        if (figures === null) return
        for (const [given, value] of values(figures)) this.set(given, value)
      },
    })
  }
}

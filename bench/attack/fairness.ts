// Measures what one merchant can take from others: npm run -s bench:fairness -- [--part database,queues] [--route /api/sales]
import { readOptions } from '../launch/figures.ts'
import { withServices } from '../launch/services.ts'
import { measure as measurePages } from './fairness/database.ts'
import { measure as measureQueues } from './fairness/queues.ts'

const { part, route } = readOptions({ part: 'database,queues', route: '' })
if (part.includes('database')) {
  console.log('# database')
  const environment = { TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'silent' }
  await withServices((services) => measurePages(services, route), { environment })
}
if (part.includes('queues')) {
  console.log('# queues')
  await withServices(measureQueues)
}

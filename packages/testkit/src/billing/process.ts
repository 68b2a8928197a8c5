import type { StripeFake } from '../../../../apps/sandbox/src/stripe/fake.ts'
import type { BillingKernel } from '../../../../apps/server/src/accounts/billing/billing-kernel.ts'
import type { Tx } from '../../../../apps/server/src/kernel/database/app-database.ts'
import type { SendOptions } from '../../../../apps/server/src/kernel/jobs/job-queue.ts'
import type { TaskDefinition } from '../../../../apps/server/src/kernel/jobs/task.ts'
import type { Kernel } from '../../../../apps/server/src/kernel/kernel.ts'
import { createStripe } from '../../../../apps/server/src/providers/stripe/index.ts'
import { Crash, type Fuse } from './fuse.ts'

export interface Job {
  name: string
  data: object
}

/**
 * State that survives a killed process: the provider, the clock and the queue. The kernel has the database.
 */
export interface Surroundings {
  kernel: Kernel
  fake: StripeFake
  clock: Kernel['clock']
  /** Committed jobs, oldest first. */
  jobs: Job[]
}

/** Starts the product's billing as one process, which runs until it is killed. */
export function startProcess({ kernel, fake, clock, jobs }: Surroundings, fuse: Fuse): BillingKernel {
  const sentIn = new WeakMap<Tx, Job[]>()
  return {
    ...kernel,
    clock,
    db: {
      ...kernel.db,
      withTenant: (merchantId, work) =>
        fuse.guard(async () => {
          const sent: Job[] = []
          const result = await kernel.db.withTenant(merchantId, (tx) => {
            sentIn.set(tx, sent)
            return work(tx)
          })
          jobs.push(...sent)
          return result
        }),
    },
    jobs: {
      ...kernel.jobs,
      send: async (task: TaskDefinition<object>, data: object, { tx }: SendOptions = {}) => {
        const queue = tx ? sentIn.get(tx) : jobs
        queue?.push({ name: task.name, data })
      },
    } as Kernel['jobs'],
    stripe: createStripe(kernel.config.stripe, (url, init) => ask(fake, fuse, new Request(url, init))),
    onReopened: async () => undefined,
  }
}

/**
 * Sends a request to the fake, if the process is alive. A killed process gets an answer that keeps Stripe's
 * library from retrying for half a second.
 */
async function ask(fake: StripeFake, fuse: Fuse, request: Request): Promise<Response> {
  try {
    return await fuse.guard(() => fake.fetch(request))
  } catch (error) {
    if (!(error instanceof Crash)) throw error
    return new Response('', { status: 500, headers: { 'stripe-should-retry': 'false' } })
  }
}

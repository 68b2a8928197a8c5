/**
 * Limits each half of the young generation, megabytes: most of what a worker reads is garbage soon after. What outlives
 * it is collected when the old generation has grown by half of what was in use; V8 would wait until that is four times as much.
 * One thread helps to collect the garbage of all others: four would take every core while a file is checked or a shop is forecast.
 */
const WORKER_ARGUMENTS = ['--max-semi-space-size=6', '--heap-growing-percent=50', '--v8-pool-size=1']

/** Returns the arguments of Node for a service; its children do not get them, as they would from NODE_OPTIONS. */
export function getNodeArguments(service: string): readonly string[] {
  return service === 'worker' || service === 'batch-worker' ? WORKER_ARGUMENTS : []
}

/** Limits each half of the young generation, megabytes: most of what a worker reads is garbage soon after. */
const WORKER_ARGUMENTS = ['--max-semi-space-size=6']

/** Returns the arguments of Node for a service; its children do not get them, as they would from NODE_OPTIONS. */
export function nodeArgumentsOf(service: string): readonly string[] {
  return service === 'worker' ? WORKER_ARGUMENTS : []
}

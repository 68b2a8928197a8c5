// A single Ctrl-C arrives up to three times: from the terminal, from npm and from the start script.
const ONE_REQUEST_MS = 1000

/** Calls `first` when this process is asked to stop and `second` when it is asked again. */
export function onStopRequest(requests: { first: () => void; second: () => void }): void {
  let firstAt: number | undefined
  const asked = () => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      requests.first()
    } else if (performance.now() - firstAt > ONE_REQUEST_MS) {
      requests.second()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked)
  // The channel closes when the start script ends, even if it was killed.
  if (process.channel) process.once('disconnect', asked)
}

import { Obstacle, root } from './root.mjs'

const CAUSES = [
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    'The packages could not be downloaded, this machine seems to be offline: connect it and start again.',
  ],
  [/ENOSPC|EDQUOT/, `The disk that holds ${root} is too full to install: free 1.5 GB and start again.`],
  [/EACCES|EPERM|EROFS/, `The packages could not be written to ${root}: start as the owner of that folder.`],
  [/spawn npm.* ENOENT/, 'npm was not found beside Node: install Node with npm from nodejs.org.'],
]

/** Turns npm's output into one sentence; an unknown cause keeps npm's own last lines. */
export function explainFailure(output) {
  const known = CAUSES.find(([pattern]) => pattern.test(output))
  if (known) return new Obstacle(known[1])
  return new Obstacle(
    `The packages could not be installed. npm says:\n${output.trim().split('\n').slice(-12).join('\n')}`,
  )
}

// The only file that any Node runs as it is: it must parse on old ones to be able to say so.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Stockcast needs Node 20 or newer to start, this is ${process.versions.node}: install a newer one from nodejs.org.`,
  )
  process.exitCode = 1
} else {
  import('./setup/start-command.mjs').then((command) => command.start())
}

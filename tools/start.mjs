// The only kind of file that any Node runs as it is: it must parse on an old one to be able to say that it is too old.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Stockcast needs Node 20 or newer to start, this is ${process.versions.node}: install a newer one from nodejs.org.`,
  )
  process.exitCode = 1
} else {
  import('./setup/run-pinned.mjs').then((pinned) => pinned.runPinned('tools/launch/main.ts'))
}

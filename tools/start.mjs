// This file must parse on an old Node, to be able to report that it is too old.
const major = Number(process.versions.node.split('.')[0])
if (major < 20) {
  console.error(
    `Stockcast needs Node 20 or newer to start, this is ${process.versions.node}: install a newer one from nodejs.org.`,
  )
  process.exitCode = 1
} else {
  import('./setup/run-pinned.mjs').then((pinned) =>
    pinned.runPinned('tools/launch/main.ts', { needsTools: false }),
  )
}

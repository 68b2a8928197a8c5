export interface Timed {
  name: string
  seconds: number
}

export interface VitestTimes {
  testResults: { name: string; startTime: number; endTime: number }[]
}

export interface PlaywrightTimes {
  suites: PlaywrightSuite[]
}

interface PlaywrightSuite {
  file: string
  suites?: PlaywrightSuite[]
  specs: { title: string; tests: { results: { duration: number }[] }[] }[]
}

/** Returns the seconds of each test file, named relative to `root`. */
export function vitestTimes(report: VitestTimes, root: string): Timed[] {
  return report.testResults.map(({ name, startTime, endTime }) => ({
    name: name.replace(`${root}/`, ''),
    seconds: (endTime - startTime) / 1000,
  }))
}

/** Returns the seconds of each browser test, repeated tries included. */
export function playwrightTimes(report: PlaywrightTimes): Timed[] {
  const ofSuite = (suite: PlaywrightSuite): Timed[] => [
    ...suite.specs.map(({ title, tests }) => ({
      name: `${suite.file}: ${title}`,
      seconds:
        tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
    ...(suite.suites ?? []).flatMap(ofSuite),
  ]
  return report.suites.flatMap(ofSuite)
}

/** Returns a line for each of the `count` slowest, the slowest first. */
export function slowestLines(times: readonly Timed[], count: number): string[] {
  return times
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
}

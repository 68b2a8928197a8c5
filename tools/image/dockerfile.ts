export interface Instruction {
  name: string
  value: string
}

/** Returns the instructions of each stage, the last one being the image; comments and empty lines are left out. */
export function getStages(text: string): Instruction[][] {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'))
  const stages: Instruction[][] = []
  for (const line of lines) {
    const [name = '', ...words] = line.split(' ')
    if (name === 'FROM') stages.push([])
    stages.at(-1)?.push({ name, value: words.join(' ') })
  }
  return stages
}

export function getValues(stage: readonly Instruction[], name: string): string[] {
  return stage.filter((each) => each.name === name).map(({ value }) => value)
}

/** Returns the environment that the image sets. */
export function getEnvironment(stage: readonly Instruction[]): Record<string, string> {
  return Object.fromEntries(
    getValues(stage, 'ENV').map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1),
    ]),
  )
}

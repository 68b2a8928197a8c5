/** Thrown for invalid input: one sentence for stderr, exit code 2. */
export class InputError extends Error {
  override name = 'InputError'
}

export function atLine(file: string, line: number, problem: string): InputError {
  return new InputError(`${file}, line ${line}: ${problem}`)
}

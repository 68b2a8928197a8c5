/** A condition that the operator can resolve. Its message is one sentence for the terminal, never a stack. */
export class Problem extends Error {
  override name = 'Problem'
}

/** Returns what to print about an error: the sentence of a Problem or an AppError, otherwise the stack. */
export function problemText(error: unknown): string {
  if (error instanceof Problem || (error as Error)?.name === 'AppError') return (error as Error).message
  return (error as Error)?.stack ?? String(error)
}

/** Returns a Problem for a failed file operation on `folder`, or the error itself if it is unknown. */
export function folderProblem(error: unknown, folder: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Problem(
      `Stockcast cannot write to ${folder}: change its owner, or set DATA_DIR to a folder of yours.`,
    )
  }
  if (code === 'ENOTDIR' || code === 'EEXIST') {
    return new Problem(`${folder} is not a folder: move that file away, or set DATA_DIR to another folder.`)
  }
  return error
}

export function diskFull(folder: string): Problem {
  return new Problem(
    `The disk that holds ${folder} is full: free some space and start again, nothing saved is lost.`,
  )
}
